import { align, type Keys } from '../align/align.js';
import { limits } from '../limits.js';
import { Likeness } from './likeness.js';
import type { Sides } from './sides.js';
import type { JsonTree } from './tree.js';

/** The nodes of two lists, one of which became the other. */
export type Children = Sides<readonly number[]>;

/** Which children of a list before are which children of the list that it became. */
export interface Pairing {
  readonly children: Children;
  /** For each child of before the index of its counterpart in after, or -1. Increasing where set. */
  readonly partners: Int32Array;
  /** Children that stand at another place: index in after, and index in before. None of them is in `partners`. */
  readonly moved: ReadonlyMap<number, number>;
  /** Whether a limit was reached. */
  readonly isCoarse: boolean;
}

/** What pairing needs, and what it may still spend on this file, whatever the number of its lists. */
export class PairingWork {
  readonly trees: Sides<JsonTree>;
  readonly likeness: Likeness;
  /** Pairs of values that may still be held against each other. */
  pairsLeft: number = limits.jsonPairsMax;
  /** In the units of `align/effort.ts`. */
  #effortLeft: number = limits.alignEffortMax;

  constructor(trees: Sides<JsonTree>) {
    this.trees = trees;
    this.likeness = new Likeness(trees);
  }

  /** For each key of before the place of its equal in after, or -1; `undefined` where the work on other lists used all up. */
  align(keys: Keys): Int32Array | undefined {
    if (this.#effortLeft <= 0) return undefined;
    const { runs, effortSpent } = align(keys, this.#effortLeft);
    // What an alignment costs beside its gaps: one look at each key, and its first attempt.
    const quickEdits = Math.min(limits.quickEditsMax, keys.before.length + keys.after.length);
    this.#effortLeft -= effortSpent + keys.before.length + keys.after.length + quickEdits * quickEdits;

    const partners = new Int32Array(keys.before.length).fill(-1);
    let from = 0;
    let to = 0;
    for (const { before, after } of [...runs, { before: { start: keys.before.length, end: 0 }, after: { end: 0 } }]) {
      while (from < before.start) partners[from++] = to++;
      from = before.end;
      to = after.end;
    }
    return partners;
  }
}
