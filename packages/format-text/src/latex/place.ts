import { limits } from '../limits.js';
import { type Inside, insideOf } from './words.js';

/** An environment that is open. Its label may come later than its lines, so names are asked for at the end. */
export interface OpenEnvironment {
  readonly name: string;
  readonly inside: Inside;
  /** Index of the block that begins it. */
  readonly opener: number;
  label?: string;
}

/** A step of the path to a block: the title of a section, or an environment. */
export type Step = string | OpenEnvironment;

/** Where the reader stands: in which sections and environments. */
export class Place {
  #sections: { level: number; title: string }[] = [];
  readonly #environments: OpenEnvironment[] = [];
  /** How many environments of each name are open, so that an `\end` of nothing costs nothing. */
  readonly #openCounts = new Map<string, number>();
  #path: readonly Step[] | undefined;

  /** The same array for all blocks of one place. */
  get path(): readonly Step[] {
    this.#path ??= [
      ...this.#sections.map(({ title }) => title),
      ...this.#environments
        .slice(0, limits.latexPathEnvironmentsMax)
        .filter(({ name, inside }) => name !== 'document' && inside !== 'raw'),
    ];
    return this.#path;
  }

  get environment(): OpenEnvironment | undefined {
    return this.#environments.at(-1);
  }

  get depth(): number {
    return this.#environments.length;
  }

  enterSection(level: number, title: string): void {
    this.leaveSections(level);
    this.#sections.push({ level, title });
  }

  /** Leaves the sections that a heading of this level ends. */
  leaveSections(level: number): void {
    this.#sections = this.#sections.filter((section) => section.level < level);
    this.#path = undefined;
  }

  begin(name: string, opener: number): OpenEnvironment {
    const environment = { name, inside: insideOf(name), opener };
    this.#environments.push(environment);
    this.#count(name, 1);
    return environment;
  }

  /** Ends the nearest open environment of this name and all inside it; answers it, or nothing where none is open. */
  end(name: string): OpenEnvironment | undefined {
    if ((this.#openCounts.get(name) ?? 0) === 0) return undefined;
    for (;;) {
      const ended = this.#environments.pop()!;
      this.#count(ended.name, -1);
      if (ended.name === name) return ended;
    }
  }

  #count(name: string, by: number): void {
    this.#openCounts.set(name, (this.#openCounts.get(name) ?? 0) + by);
    this.#path = undefined;
  }
}

/** Says a step in words: `Results`, `figure fig:growth`. */
export function nameStep(step: Step): string {
  if (typeof step === 'string') return step;
  return step.label === undefined ? step.name : `${step.name} ${step.label}`;
}
