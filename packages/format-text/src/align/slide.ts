import { lengthOf, type Range, type RangePair } from '../range.js';

/** What a slide asks of the atoms around a run. */
export interface Atomic {
  readonly countBefore: number;
  isSameBefore(one: number, other: number): boolean;
  isSameAfter(one: number, other: number): boolean;
  isBlankBefore(at: number): boolean;
  isBlankAfter(at: number): boolean;
}

/**
 * Moves each pure addition or removal to its best equal place, so that the result does not depend on how the alignment was
 * found: the lowest place where the block ends with a blank atom, else the lowest place. A run that comes to touch the next
 * one becomes one with it, so that runs never touch.
 */
export function slideRuns(runs: readonly RangePair[], atoms: Atomic): RangePair[] {
  const slid: RangePair[] = [];
  for (let at = 0; at < runs.length; at++) {
    let run = slide(runs[at]!, slid.at(-1), runs[at + 1], atoms);
    for (let next = runs[at + 1]; next !== undefined && run.before.end === next.before.start; next = runs[at + 1]) {
      at++;
      run = slide(joined(run, next), slid.at(-1), runs[at + 1], atoms);
    }
    slid.push(run);
  }
  return slid;
}

function slide(run: RangePair, previous: RangePair | undefined, next: RangePair | undefined, atoms: Atomic): RangePair {
  const isAddition = lengthOf(run.before) === 0;
  if (!isAddition && lengthOf(run.after) !== 0) return run;
  const block = isAddition ? run.after : run.before;

  // Equal atoms above and below, which pair up, so that either side counts them; one stays below the previous run.
  const above = previous === undefined ? run.before.start : run.before.start - previous.before.end - 1;
  const below = (next?.before.start ?? atoms.countBefore) - run.before.end;
  const room = { above, below };
  return moved(
    run,
    isAddition
      ? bestMove(block, room, atoms.isSameAfter, atoms.isBlankAfter)
      : bestMove(block, room, atoms.isSameBefore, atoms.isBlankBefore),
  );
}

interface Room {
  readonly above: number;
  readonly below: number;
}

function bestMove(
  block: Range,
  { above, below }: Room,
  isSame: Atomic['isSameBefore'],
  isBlank: Atomic['isBlankBefore'],
): number {
  let down = 0;
  while (down < below && isSame(block.start + down, block.end + down)) down++;
  let up = 0;
  while (up < above && isSame(block.start - 1 - up, block.end - 1 - up)) up++;
  for (let move = down; move >= -up; move--) if (isBlank(block.end - 1 + move)) return move;
  return down;
}

function moved({ before, after }: RangePair, by: number): RangePair {
  const shift = ({ start, end }: Range) => ({ start: start + by, end: end + by });
  return { before: shift(before), after: shift(after) };
}

function joined(upper: RangePair, lower: RangePair): RangePair {
  return {
    before: { start: upper.before.start, end: lower.before.end },
    after: { start: upper.after.start, end: lower.after.end },
  };
}
