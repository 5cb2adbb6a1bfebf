import type { Anchor } from './anchors.js';

/**
 * Keeps the longest subsequence of pairs that increases on the after side too (the pairs come sorted by before).
 * Patience sorting: O(n log n).
 */
export function longestIncreasing(pairs: readonly Anchor[]): Anchor[] {
  /** For each length, the index of the pair with the smallest `to` that ends an increasing subsequence of that length. */
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, to], at) => {
    const length = firstNotBelow(tails, pairs, to);
    if (length > 0) previous[at] = tails[length - 1]!;
    tails[length] = at;
  });

  const kept: Anchor[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at]!) kept.push(pairs[at]!);
  return kept.reverse();
}

function firstNotBelow(tails: readonly number[], pairs: readonly Anchor[], to: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[tails[middle]!]![1] < to) low = middle + 1;
    else high = middle;
  }
  return low;
}
