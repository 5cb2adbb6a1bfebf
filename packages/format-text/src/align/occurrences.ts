import type { RangePair } from '../range.js';
import type { Keys } from './align.js';

/** How often each key occurs in one stretch, and where last. Counted anew for each stretch, in time linear in its length. */
export class OccurrenceTable {
  /** Whether any key occurs on both sides. */
  hasShared = false;
  /** Edits that any alignment of the stretch needs at least: what one side has more of. */
  editsMin = 0;

  readonly #keys: Keys;
  readonly #inBefore: Int32Array;
  readonly #inAfter: Int32Array;
  readonly #lastInAfter: Int32Array;
  #counted: RangePair | undefined;

  constructor(keys: Keys) {
    this.#keys = keys;
    this.#inBefore = new Int32Array(keys.keyCount);
    this.#inAfter = new Int32Array(keys.keyCount);
    this.#lastInAfter = new Int32Array(keys.keyCount);
  }

  count(stretch: RangePair): void {
    this.#clear();
    const { before, after } = this.#keys;
    for (let at = stretch.before.start; at < stretch.before.end; at++) this.#inBefore[before[at]!]! += 1;
    for (let at = stretch.after.start; at < stretch.after.end; at++) {
      this.#inAfter[after[at]!]! += 1;
      this.#lastInAfter[after[at]!] = at;
    }
    this.#counted = stretch;

    // Each key once: its count is taken at its first occurrence, which the sign marks as seen.
    let shared = 0;
    for (let at = stretch.before.start; at < stretch.before.end; at++) {
      const key = before[at]!;
      if (this.#inBefore[key]! < 0) continue;
      shared += Math.min(this.#inBefore[key]!, this.#inAfter[key]!);
      this.#inBefore[key] = -this.#inBefore[key]!;
    }
    for (let at = stretch.before.start; at < stretch.before.end; at++) {
      const key = before[at]!;
      this.#inBefore[key] = Math.abs(this.#inBefore[key]!);
    }
    this.hasShared = shared > 0;
    const atoms = stretch.before.end - stretch.before.start + stretch.after.end - stretch.after.start;
    this.editsMin = atoms - 2 * shared;
  }

  inBefore(key: number): number {
    return this.#inBefore[key]!;
  }

  inAfter(key: number): number {
    return this.#inAfter[key]!;
  }

  /** Index of the last occurrence in after; the only one where `inAfter` is 1. */
  lastInAfter(key: number): number {
    return this.#lastInAfter[key]!;
  }

  #clear(): void {
    if (this.#counted === undefined) return;
    const { before, after } = this.#counted;
    for (let at = before.start; at < before.end; at++) this.#inBefore[this.#keys.before[at]!] = 0;
    for (let at = after.start; at < after.end; at++) this.#inAfter[this.#keys.after[at]!] = 0;
  }
}
