import { lengthOf, type Range, type RangePair } from '../range.js';
import type { Keys } from './align.js';

/**
 * Moves each pure addition or removal to its best equal place, so that the result does not depend on how the alignment was
 * found: the lowest place where the block ends with a blank atom, else the lowest place. A run that comes to touch the next
 * one becomes one with it, so that runs never touch.
 */
export function slideRuns(runs: readonly RangePair[], keys: Keys): RangePair[] {
  const slid: RangePair[] = [];
  for (let at = 0; at < runs.length; at++) {
    let run = slide(runs[at]!, slid.at(-1), runs[at + 1], keys);
    for (let next = runs[at + 1]; next !== undefined && run.before.end === next.before.start; next = runs[at + 1]) {
      at++;
      run = slide(joined(run, next), slid.at(-1), runs[at + 1], keys);
    }
    slid.push(run);
  }
  return slid;
}

function slide(run: RangePair, previous: RangePair | undefined, next: RangePair | undefined, keys: Keys): RangePair {
  const isAddition = lengthOf(run.before) === 0;
  if (!isAddition && lengthOf(run.after) !== 0) return run;
  const side = isAddition ? keys.after : keys.before;
  const block = isAddition ? run.after : run.before;

  // Equal atoms above and below, which pair up, so that either side counts them; one stays below the previous run.
  const above = previous === undefined ? run.before.start : run.before.start - previous.before.end - 1;
  const below = (next?.before.start ?? keys.before.length) - run.before.end;
  return moved(run, bestMove(block, side, { above, below }, keys));
}

interface Room {
  readonly above: number;
  readonly below: number;
}

function bestMove(block: Range, side: Int32Array, { above, below }: Room, keys: Keys): number {
  let down = 0;
  while (down < below && side[block.start + down] === side[block.end + down]) down++;
  let up = 0;
  while (up < above && side[block.start - 1 - up] === side[block.end - 1 - up]) up++;
  for (let move = down; move >= -up; move--) if (keys.isBlank(side[block.end - 1 + move]!)) return move;
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
