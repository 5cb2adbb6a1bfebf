import type { BlockWords } from '../blocks.js';
import { nameEnvironment, type OpenEnvironment, type OpenSection, type Place, pathOf } from './place.js';

/**
 * What names a block: itself, the environment that it begins, or the section that it is the heading of. Put into words only
 * when a label asks: then all labels of environments are known.
 */
export type NameSource = string | OpenEnvironment | OpenSection | undefined;

/** Where the blocks of a TeX file stand and what names them, by their indexes. */
export class TexWords implements BlockWords {
  readonly #sections: (OpenSection | undefined)[] = [];
  readonly #environments: (OpenEnvironment | undefined)[] = [];
  readonly #names: NameSource[] = [];
  /** The blocks that end an environment. */
  readonly #ends = new Set<number>();

  /** Adds the next block, which stands here. */
  add({ section, environment }: Place): void {
    this.#sections.push(section);
    this.#environments.push(environment);
    this.#names.push(undefined);
  }

  nameLast(name: NameSource): void {
    this.#names[this.#names.length - 1] = name;
  }

  nameLastEndOf(name: NameSource): void {
    this.nameLast(name);
    this.#ends.add(this.#names.length - 1);
  }

  nameOf(index: number): string | undefined {
    const source = this.#names[index];
    if (source === undefined) return undefined;
    if (typeof source !== 'string' && 'title' in source) {
      const title = source.title();
      return title === '' ? undefined : `heading "${title}"`;
    }
    const name = typeof source === 'string' ? source : nameEnvironment(source);
    return this.#ends.has(index) ? `end of ${name}` : name;
  }

  pathOf(index: number): readonly string[] {
    return pathOf(this.#sections[index], this.#environments[index]);
  }
}
