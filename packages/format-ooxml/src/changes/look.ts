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
  let words = local;
  let only: string | undefined;
  let count = 0;
  // A loop, as a large document has a million of these.
  for (const qualified in attributes) {
    const { prefix, name, local: key, value } = attributes[qualified]!;
    if (prefix === 'xmlns' || name === 'xmlns' || key.startsWith('rsid')) continue;
    words += ` ${key}=${value}`;
    only = key === 'val' ? value : undefined;
    count++;
  }
  return count === 1 && only !== undefined ? `${local}=${only}` : words;
}
