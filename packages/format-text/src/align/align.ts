import { limits } from '../limits.js';
import { isEmptyPair, lengthOf, type RangePair } from '../range.js';
import { anchorsIn } from './anchors.js';
import { Effort } from './effort.js';
import { matchByEdits } from './match-by-edits.js';
import { OccurrenceTable } from './occurrences.js';
import { type Atomic, slideRuns } from './slide.js';

/** Both sides as numbers: equal atoms have equal keys. Keys count from 0 without holes. */
export interface Keys {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly keyCount: number;
  /** Whether an atom with this key is an empty line, behind which an added block best ends. */
  readonly isBlank: (key: number) => boolean;
}

/** A maximal stretch of atoms that differ, in atom indexes; between two runs there is at least one equal atom. */
export interface Run extends RangePair {
  /** True where the search gave up and a whole block counts as rewritten. */
  readonly isCoarse: boolean;
}

export interface Alignment {
  readonly runs: readonly Run[];
  /** Work done, in the units of `Effort`; for tests. */
  readonly effortSpent: number;
}

interface Stretch extends RangePair {
  readonly depth: number;
}

/**
 * Aligns two sequences and returns what differs. Equal ends are trimmed; a direct attempt settles small edits; else atoms
 * that are rare on both sides serve as anchors and cut the rest into gaps, and only gaps are searched edit by edit. The
 * work has a budget, `effortMax`, and leaves out the direct attempt where it is known to fail (`hasFewEdits` is false); a gap that would pass it becomes one rewritten block. (Research note text-hunks, section
 * 3: an unguarded search took 14-36 s for 10,000 rewritten lines.)
 */
export function align(
  keys: Keys,
  effortMax: number = limits.alignEffortMax,
  { hasFewEdits = true }: { readonly hasFewEdits?: boolean } = {},
): Alignment {
  const { before, after } = keys;
  /** For each atom of before, its equal atom of after, or -1. Increasing where set. */
  const partners = new Int32Array(before.length).fill(-1);
  const match: Match = (from, to) => {
    partners[from] = to;
  };
  const rewritten: RangePair[] = [];
  const effort = new Effort(effortMax);
  let table: OccurrenceTable | undefined;

  const waiting: Stretch[] = [
    { before: { start: 0, end: before.length }, after: { start: 0, end: after.length }, depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const stretch = trim(next, keys, match);
    if (lengthOf(stretch.before) === 0 || lengthOf(stretch.after) === 0) continue;

    const isTop = stretch.depth === 0 && hasFewEdits;
    const isLong = atomsIn(stretch) > limits.quickEditsMax ** 2;
    if (isTop && isLong && matchFewEdits(stretch, keys, lengthDifference(stretch), match)) continue;
    table ??= new OccurrenceTable(keys);
    table.count(stretch);
    if (!table.hasShared) continue;
    if (isTop && !isLong && matchFewEdits(stretch, keys, table.editsMin, match)) continue;

    const anchors = stretch.depth < limits.anchorDepthMax ? anchorsIn(stretch, keys, table, effort) : [];
    if (anchors.length > 0) {
      for (const [from, to] of anchors) match(from, to);
      for (const gap of between(anchors, stretch)) waiting.push(gap);
      continue;
    }

    const editsMax = effort.editsAffordable(stretch);
    const isSettled = matchByEdits(stretch, keys, { editsMax, editsMin: table.editsMin, match, effort });
    if (!isSettled) rewritten.push(stretch);
  }

  const runs = slideRuns(unmatched(partners, after.length), atomsOf(keys));
  return { runs: markCoarse(runs, rewritten), effortSpent: effort.spent };
}

function atomsOf({ before, after, isBlank }: Keys): Atomic {
  return {
    countBefore: before.length,
    isSameBefore: (one, other) => before[one] === before[other],
    isSameAfter: (one, other) => after[one] === after[other],
    isBlankBefore: (at) => isBlank(before[at]!),
    isBlankAfter: (at) => isBlank(after[at]!),
  };
}

function trim({ before, after, depth }: Stretch, keys: Keys, match: Match): Stretch {
  let { start: from, end: fromEnd } = before;
  let { start: to, end: toEnd } = after;
  while (from < fromEnd && to < toEnd && keys.before[from] === keys.after[to]) match(from++, to++);
  while (from < fromEnd && to < toEnd && keys.before[fromEnd - 1] === keys.after[toEnd - 1]) match(--fromEnd, --toEnd);
  return { before: { start: from, end: fromEnd }, after: { start: to, end: toEnd }, depth };
}

type Match = (from: number, to: number) => void;

/**
 * The direct attempt. It is never worth more than the square of its edits: a shorter stretch is counted before, which says
 * of most that they need more edits; on a longer one the attempt is the cheaper of the two.
 */
function matchFewEdits(stretch: RangePair, keys: Keys, editsMin: number, match: Match): boolean {
  return matchByEdits(stretch, keys, { editsMax: limits.quickEditsMax, editsMin, match });
}

function lengthDifference({ before, after }: RangePair): number {
  return Math.abs(lengthOf(before) - lengthOf(after));
}

function atomsIn({ before, after }: RangePair): number {
  return lengthOf(before) + lengthOf(after);
}

function between(anchors: readonly (readonly [number, number])[], { before, after, depth }: Stretch): Stretch[] {
  const gaps: Stretch[] = [];
  let from = before.start;
  let to = after.start;
  for (const [nextFrom, nextTo] of [...anchors, [before.end, after.end] as const]) {
    const gap = { before: { start: from, end: nextFrom }, after: { start: to, end: nextTo }, depth: depth + 1 };
    if (!isEmptyPair(gap)) gaps.push(gap);
    from = nextFrom + 1;
    to = nextTo + 1;
  }
  return gaps;
}

function unmatched(partners: Int32Array, afterLength: number): RangePair[] {
  const runs: RangePair[] = [];
  let from = 0;
  let to = 0;
  const close = (fromEnd: number, toEnd: number): void => {
    if (from < fromEnd || to < toEnd) {
      runs.push({ before: { start: from, end: fromEnd }, after: { start: to, end: toEnd } });
    }
    from = fromEnd + 1;
    to = toEnd + 1;
  };
  for (let at = 0; at < partners.length; at++) if (partners[at] !== -1) close(at, partners[at]!);
  close(partners.length, afterLength);
  return runs;
}

/** A rewritten block has no match inside, so it lies whole in one run, and no slide moved that run. */
function markCoarse(runs: readonly RangePair[], rewritten: RangePair[]): Run[] {
  const starts = rewritten.map(({ before }) => before.start).sort((a, b) => a - b);
  let next = 0;
  return runs.map((run) => {
    let isCoarse = false;
    for (; next < starts.length && starts[next]! < run.before.end; next++) isCoarse = true;
    return { ...run, isCoarse };
  });
}
