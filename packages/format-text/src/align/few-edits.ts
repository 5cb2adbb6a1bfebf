import { diffArrays } from 'diff';
import type { Bodies } from '../bodies.js';
import { limits } from '../limits.js';
import { isEmptyPair, type RangePair } from '../range.js';
import type { Run } from './align.js';
import { slideRuns } from './slide.js';

/**
 * Aligns two long files that differ in a few lines, without numbering the lines: each is compared about once, where it
 * lies. `undefined` where that takes more than `quickEditsMax` edits. It answers what `align` answers for the same lines.
 */
export function alignFewEdits(bodies: Bodies): readonly Run[] | undefined {
  const shift = bodies.countBefore;
  let start = 0;
  let fromEnd = bodies.countBefore;
  let toEnd = bodies.countAfter;
  while (start < fromEnd && start < toEnd && bodies.isSame(start, shift + start)) start++;
  while (start < fromEnd && start < toEnd && bodies.isSame(fromEnd - 1, shift + toEnd - 1)) {
    fromEnd--;
    toEnd--;
  }
  const middle = { before: { start, end: fromEnd }, after: { start, end: toEnd } };
  const runs = start === fromEnd || start === toEnd ? [middle] : runsInside(middle, bodies);
  if (runs === undefined) return undefined;
  const found = runs.filter((run) => !isEmptyPair(run));
  return slideRuns(found, {
    countBefore: bodies.countBefore,
    isSameBefore: (one, other) => bodies.isSame(one, other),
    isSameAfter: (one, other) => bodies.isSame(shift + one, shift + other),
    isBlankBefore: (at) => bodies.isBlank(at),
    isBlankAfter: (at) => bodies.isBlank(shift + at),
  }).map((run) => ({ ...run, isCoarse: false }));
}

function runsInside({ before, after }: RangePair, bodies: Bodies): RangePair[] | undefined {
  const froms = before.end - before.start;
  const tos = after.end - after.start;
  if (Math.abs(froms - tos) > limits.quickEditsMax) return undefined;
  const pieces = diffArrays(counted(before.start, froms), counted(bodies.countBefore + after.start, tos), {
    maxEditLength: limits.quickEditsMax,
    comparator: (one, other) => bodies.isSame(one, other),
  });
  if (pieces === undefined) return undefined;

  const runs: RangePair[] = [];
  let from = before.start;
  let to = after.start;
  let isInRun = false;
  for (const { added, removed, count } of pieces) {
    const isChange = added || removed;
    const [fromEnd, toEnd] = [added ? from : from + count, removed ? to : to + count];
    if (isChange) {
      const run = { before: { start: from, end: fromEnd }, after: { start: to, end: toEnd } };
      const last = isInRun ? runs.pop() : undefined;
      runs.push(last === undefined ? run : joined(last, run));
    }
    isInRun = isChange;
    from = fromEnd;
    to = toEnd;
  }
  return runs;
}

function joined(upper: RangePair, lower: RangePair): RangePair {
  return {
    before: { start: upper.before.start, end: lower.before.end },
    after: { start: upper.after.start, end: lower.after.end },
  };
}

function counted(first: number, count: number): number[] {
  const array: number[] = [];
  array.length = count;
  for (let at = 0; at < count; at++) array[at] = first + at;
  return array;
}
