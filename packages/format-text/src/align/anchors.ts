import { limits } from '../limits.js';
import { lengthOf, type Range, type RangePair } from '../range.js';
import type { Keys } from './align.js';
import type { Effort } from './effort.js';
import { longestIncreasing } from './longest-increasing.js';
import type { OccurrenceTable } from './occurrences.js';

/** Index in before and index in after of two atoms that are taken as the same. */
export type Anchor = readonly [from: number, to: number];

/**
 * Chooses atoms that surely belong together, increasing on both sides: those that occur once on each side, as far as they
 * keep their order (patience); where there are none, the longest common block around the rarest shared key (histogram).
 * Empty where nothing is rare enough, or the effort is used up.
 */
export function anchorsIn(stretch: RangePair, keys: Keys, table: OccurrenceTable, effort: Effort): readonly Anchor[] {
  if (!effort.payComparisons(lengthOf(stretch.before) + lengthOf(stretch.after))) return [];
  const unique = uniqueOnBothSides(stretch, keys, table);
  return unique.length > 0 ? longestIncreasing(unique) : blockAroundRarest(stretch, keys, table, effort);
}

function uniqueOnBothSides({ before }: RangePair, keys: Keys, table: OccurrenceTable): Anchor[] {
  const found: Anchor[] = [];
  for (let at = before.start; at < before.end; at++) {
    const key = keys.before[at]!;
    if (table.inBefore(key) === 1 && table.inAfter(key) === 1) found.push([at, table.lastInAfter(key)]);
  }
  return found;
}

function blockAroundRarest(stretch: RangePair, keys: Keys, table: OccurrenceTable, effort: Effort): Anchor[] {
  const rarest = rarestShared(stretch, keys, table);
  if (rarest === undefined) return [];
  const occurrences = (side: Int32Array, { start, end }: Range) =>
    Array.from({ length: end - start }, (_, k) => start + k).filter((at) => side[at] === rarest);

  let best = { from: 0, to: 0, length: 0 };
  const tos = occurrences(keys.after, stretch.after);
  for (const from of occurrences(keys.before, stretch.before)) {
    for (const to of tos) {
      const block = commonBlock(from, to, stretch, keys);
      if (!effort.payComparisons(block.length + 1)) return [];
      if (block.length > best.length) best = block;
    }
  }
  return Array.from({ length: best.length }, (_, k): Anchor => [best.from + k, best.to + k]);
}

function rarestShared({ before }: RangePair, keys: Keys, table: OccurrenceTable): number | undefined {
  let rarest: number | undefined;
  let fewest = limits.anchorOccurrencesMax + 1;
  for (let at = before.start; at < before.end; at++) {
    const key = keys.before[at]!;
    if (table.inAfter(key) === 0) continue;
    const count = Math.max(table.inBefore(key), table.inAfter(key));
    if (count >= fewest) continue;
    fewest = count;
    rarest = key;
  }
  return rarest;
}

function commonBlock(from: number, to: number, { before, after }: RangePair, keys: Keys) {
  let up = 0;
  while (from - up > before.start && to - up > after.start && keys.before[from - up - 1] === keys.after[to - up - 1])
    up++;
  let down = 1;
  while (from + down < before.end && to + down < after.end && keys.before[from + down] === keys.after[to + down])
    down++;
  return { from: from - up, to: to - up, length: up + down };
}
