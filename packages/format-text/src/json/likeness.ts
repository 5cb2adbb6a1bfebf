import { limits } from '../limits.js';
import { hashOfRange, mixHash } from './hash.js';
import type { SideName, Sides } from './sides.js';
import { type JsonTree, listKind, valueBytes } from './tree.js';

/** Says how like each other a value of before and a value of after are. */
export class Likeness {
  readonly #trees: Sides<JsonTree>;
  readonly #samples: Sides<Map<number, Int32Array>> = { before: new Map(), after: new Map() };

  constructor(trees: Sides<JsonTree>) {
    this.#trees = trees;
  }

  /** More than 0; 1 where they mean the same. */
  of(before: number, after: number): number {
    const { before: from, after: to } = this.#trees;
    if (from.meaning[before] === to.meaning[after]) return 1;
    const kind = listKind(from, before);
    if (kind !== listKind(to, after)) return 0.01;
    return 0.1 + 0.8 * (kind === 'none' ? this.#sharedEnds(before, after) : this.#sharedChildren(before, after));
  }

  /** The share of bytes that two scalars have in common at their ends. */
  #sharedEnds(before: number, after: number): number {
    const one = valueBytes(this.#trees.before, before);
    const other = valueBytes(this.#trees.after, after);
    const most = Math.min(one.length, other.length, limits.jsonSampleMax);
    let front = 0;
    while (front < most && one[front] === other[front]) front++;
    let back = 0;
    while (back < most - front && one[one.length - 1 - back] === other[other.length - 1 - back]) back++;
    return (front + back) / Math.max(one.length, other.length);
  }

  #sharedChildren(before: number, after: number): number {
    const one = this.#sampleOf('before', before);
    const other = this.#sampleOf('after', after);
    let shared = 0;
    for (let from = 0, to = 0; from < one.length && to < other.length; ) {
      const order = one[from]! - other[to]!;
      if (order === 0) shared++;
      if (order <= 0) from++;
      if (order >= 0) to++;
    }
    return shared / Math.max(1, one.length, other.length);
  }

  /** Hashes of the first children, sorted; of a member once with its value and once without. */
  #sampleOf(side: SideName, node: number): Int32Array {
    const known = this.#samples[side].get(node);
    if (known !== undefined) return known;
    const tree = this.#trees[side];
    const hashes: number[] = [];
    const end = tree.next[node]!;
    for (let child = node + 1; child < end && hashes.length < limits.jsonSampleMax; child = tree.next[child]!) {
      const meaning = tree.meaning[child]!;
      if (tree.keyStart[child] === -1) {
        hashes.push(meaning);
        continue;
      }
      const key = hashOfRange(tree.bytes, tree.keyStart[child]!, tree.keyEnd[child]!);
      hashes.push(key, mixHash(key, meaning));
    }
    const sample = Int32Array.from(hashes).sort();
    this.#samples[side].set(node, sample);
    return sample;
  }
}
