import { limits } from '../limits.js';
import { isEmptyPair, lengthOf, type RangePair } from '../range.js';

/**
 * The rows that differ, as runs, where most are equal to those at the same place, counted from the start or from the end: so
 * a few edited cells cost no search. What lies between is one run, for a closer look.
 */
export function runsOutOfStep(all: RangePair, isSame: (rowBefore: number, rowAfter: number) => boolean): RangePair[] {
  const { before, after } = all;
  const fromStart = follow(all, (step) => isSame(before.start + step, after.start + step));
  const left = {
    before: { start: before.start + fromStart.length, end: before.end },
    after: { start: after.start + fromStart.length, end: after.end },
  };
  const fromEnd = follow(left, (step) => isSame(before.end - 1 - step, after.end - 1 - step));
  const middle = {
    before: { start: left.before.start, end: before.end - fromEnd.length },
    after: { start: left.after.start, end: after.end - fromEnd.length },
  };
  return [
    ...fromStart.differing.map(({ start, end }) => ({
      before: { start: before.start + start, end: before.start + end },
      after: { start: after.start + start, end: after.start + end },
    })),
    ...(isEmptyPair(middle) ? [] : [middle]),
    ...fromEnd.differing.toReversed().map(({ start, end }) => ({
      before: { start: before.end - end, end: before.end - start },
      after: { start: after.end - end, end: after.end - start },
    })),
  ];
}

interface Followed {
  /** Steps up to where the rows no longer are in step. */
  readonly length: number;
  readonly differing: readonly { readonly start: number; readonly end: number }[];
}

/** Goes on over a few rows that differ only where enough equal ones follow: a row that was put in makes all others differ. */
function follow({ before, after }: RangePair, isSameAt: (step: number) => boolean): Followed {
  const length = Math.min(lengthOf(before), lengthOf(after));
  const isOneLength = lengthOf(before) === lengthOf(after);
  const equalFrom = (start: number, countMax: number): number => {
    let count = 0;
    while (count < countMax && start + count < length && isSameAt(start + count)) count++;
    return count;
  };
  const differing: { start: number; end: number }[] = [];
  let step = equalFrom(0, length);
  while (step < length) {
    let end = step + 1;
    while (end < length && end - step < limits.csvStepRowsMax && !isSameAt(end)) end++;
    const equal = equalFrom(end, limits.csvStepConfirmingRows);
    const isConfirmed = equal === limits.csvStepConfirmingRows || (isOneLength && end + equal === length);
    if (!isConfirmed) break;
    differing.push({ start: step, end });
    step = end + equal;
    step += equalFrom(step, length);
  }
  return { length: step, differing };
}
