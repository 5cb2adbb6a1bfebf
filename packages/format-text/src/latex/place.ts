import { limits } from '../limits.js';
import { type Inside, insideOf } from './words.js';

/** An environment that is open. Its label may come later than its lines, so names are asked for at the end. */
export interface OpenEnvironment {
  readonly name: string;
  readonly inside: Inside;
  /** Index of the block that begins it. */
  readonly opener: number;
  readonly around: OpenEnvironment | undefined;
  /** How many environments are open with it. */
  readonly depth: number;
  /** The innermost environment around it, or itself, that a path can name: a file may nest thousands. */
  readonly nameable: OpenEnvironment;
  label: string | undefined;
}

/** A section that is open. Its title is read when it is asked for. */
export interface OpenSection {
  readonly level: number;
  readonly title: () => string;
  readonly around: OpenSection | undefined;
}

/** Where the reader stands: in which sections and environments. */
export class Place {
  /** The innermost ones. */
  section: OpenSection | undefined;
  environment: OpenEnvironment | undefined;
  /** Another number behind all that opened or closed something. */
  moves = 0;
  /** How many environments of each name are open, so that an `\end` of nothing costs nothing. */
  readonly #openCounts = new Map<string, number>();

  get depth(): number {
    return this.environment === undefined ? 0 : this.environment.depth;
  }

  enterSection(level: number, title: () => string): OpenSection {
    this.leaveSections(level);
    this.section = { level, title, around: this.section };
    return this.section;
  }

  /** Leaves the sections that a heading of this level ends. */
  leaveSections(level: number): void {
    while (this.section !== undefined && this.section.level >= level) this.section = this.section.around;
    this.moves++;
  }

  begin(name: string, opener: number): OpenEnvironment {
    const environment = new Environment(name, opener, this.environment);
    this.environment = environment;
    this.#count(name, 1);
    return environment;
  }

  /** Ends the nearest open environment of this name and all inside it, where one is open. */
  end(name: string): void {
    if ((this.#openCounts.get(name) ?? 0) === 0) return;
    for (let isEnded = false; !isEnded; ) {
      const ended = this.environment!;
      this.environment = ended.around;
      this.#count(ended.name, -1);
      isEnded = ended.name === name;
    }
  }

  #count(name: string, by: number): void {
    this.#openCounts.set(name, (this.#openCounts.get(name) ?? 0) + by);
    this.moves++;
  }
}

class Environment implements OpenEnvironment {
  readonly name: string;
  readonly inside: Inside;
  readonly opener: number;
  readonly around: OpenEnvironment | undefined;
  readonly depth: number;
  readonly nameable: OpenEnvironment;
  label: string | undefined = undefined;

  constructor(name: string, opener: number, around: OpenEnvironment | undefined) {
    this.name = name;
    this.inside = insideOf(name);
    this.opener = opener;
    this.around = around;
    this.depth = around === undefined ? 1 : around.depth + 1;
    this.nameable = around === undefined || this.depth <= limits.latexPathEnvironmentsMax ? this : around.nameable;
  }
}

/** Says a place in words, outermost first: `Results`, `figure fig:growth`. */
export function pathOf(section: OpenSection | undefined, environment: OpenEnvironment | undefined): string[] {
  const titles: string[] = [];
  for (let one = section; one !== undefined; one = one.around) titles.push(one.title());
  const names: string[] = [];
  for (let one = environment?.nameable; one !== undefined; one = one.around) {
    const isNamed = one.name !== 'document' && one.inside !== 'raw';
    if (isNamed) names.push(nameEnvironment(one));
  }
  return [...titles.reverse(), ...names.reverse()];
}

export function nameEnvironment({ name, label }: OpenEnvironment): string {
  return label === undefined ? name : `${name} ${label}`;
}
