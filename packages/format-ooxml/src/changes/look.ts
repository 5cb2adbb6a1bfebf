import type { XmlTag } from '../xml/xml-reader.js';

/**
 * Tells how a block looks, for people and for comparison: on the first line what holds for the whole block, below it each
 * stretch of text with a formatting of its own. Runs with equal formatting are one stretch, wherever a program cut them.
 */
export class LookBuilder {
  readonly #whole: string[] = [];
  readonly #stretches: { look: string; length: number; start: string }[] = [];
  #run = '';

  whole(token: string): void {
    this.#whole.push(token);
  }

  /** The formatting of all text from here on. */
  run(look: string): void {
    this.#run = look;
  }

  text(text: string): void {
    const last = this.#stretches.at(-1);
    if (last !== undefined && last.look === this.#run) {
      last.length += text.length;
      if (last.start.length < shownStart) last.start += text.slice(0, shownStart);
    } else {
      this.#stretches.push({ look: this.#run, length: text.length, start: text.slice(0, shownStart) });
    }
  }

  build(): string {
    const stretches = this.#stretches.filter(({ look }) => look !== '').map(describe);
    return [this.#whole.join(', '), ...stretches].join('\n').trimEnd();
  }
}

const shownStart = 40;

function describe({ look, length, start }: { look: string; length: number; start: string }): string {
  return `“${start.slice(0, shownStart)}${length > shownStart ? '…' : ''}” (${length}): ${look}`;
}

/** An element of formatting in a few characters: `b`, `sz=28`, `ind left=720`. */
export function tokenOf({ local, attributes }: XmlTag): string {
  const values = Object.values(attributes)
    .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .map((attribute) => [attribute.local, attribute.value] as const)
    .filter(([name]) => !name.startsWith('rsid'));
  const [only] = values;
  if (values.length === 1 && only![0] === 'val') return `${local}=${only![1]}`;
  return [local, ...values.map(([name, value]) => `${name}=${value}`)].join(' ');
}
