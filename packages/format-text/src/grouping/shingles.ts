import { limits } from '../limits.js';

/** The four-byte pieces of the start of a text: how much two texts share of them says how alike they are, in any script. */
export class Shingles {
  readonly #pieces: ReadonlySet<number>;

  constructor(text: string) {
    const pieces = new Set<number>();
    const end = Math.min(text.length, limits.similarityBytesMax);
    let piece = 0;
    for (let at = 0; at < end; at++) {
      // Characters stand for bytes; those of windows-1252 that are above U+00FF still differ in their low bytes mostly.
      piece = (piece << 8) | (text.charCodeAt(at) & 0xff);
      if (at >= 3 || at === end - 1) pieces.add(piece);
    }
    this.#pieces = pieces;
  }

  get size(): number {
    return this.#pieces.size;
  }

  /** From 0, nothing in common, to 1. */
  likeness(other: Shingles): number {
    if (this.size + other.size === 0) return 1;
    let shared = 0;
    for (const piece of this.#pieces) if (other.#pieces.has(piece)) shared++;
    return (2 * shared) / (this.size + other.size);
  }
}
