import type { Keys } from '../align/align.js';
import { lengthOf, type RangePair } from '../range.js';

/** Lines between two that all readings pair, with edits among them. */
export interface Stretch extends RangePair {
  /** Lines that the edit that was found removes, and those that it adds; no shortest edit has more of either. */
  readonly removed: number;
  readonly added: number;
}

/** How many places `agreedSteps` looks at. */
export function cellsOf(stretch: Stretch): number {
  return (lengthOf(stretch.before) + 1) * bandOf(stretch);
}

/**
 * Where all shortest edits of a stretch agree. Think of a grid: a step down removes a line, one to the right adds one, one
 * across pairs two and counts twice. For each number of steps, the line of before at which all shortest ways come by; -1
 * where they part. Only a band of columns around the diagonal is kept, as wide as there are edits.
 */
export function agreedSteps(stretch: Stretch, keys: Keys): Int32Array {
  const rows = lengthOf(stretch.before);
  const columns = lengthOf(stretch.after);
  const band = bandOf(stretch);
  const behind = lengthsBehind(stretch, keys);
  const ahead = lengthsAhead(stretch, keys);
  const shortest = ahead[stretch.removed];

  const agreed = new Int32Array(rows + columns + 1).fill(-1);
  const parted = new Uint8Array(agreed.length + 1);
  for (let row = 0; row <= rows; row++) {
    const { first, last } = columnsOf(row, stretch);
    for (let column = first; column <= last; column++) {
      const here = placeOf(row, column, stretch);
      const step = row + column;
      if (behind[here]! + ahead[here]! === shortest) {
        if (agreed[step] !== -1) parted[step] = 1;
        agreed[step] = stretch.before.start + row;
      }
      const isPassedBy = isPair(row, column, stretch, keys) && behind[here]! + ahead[here + band]! === shortest;
      if (isPassedBy) parted[step + 1] = 1;
    }
  }
  for (let step = 0; step < agreed.length; step++) if (parted[step] === 1) agreed[step] = -1;
  return agreed;
}

/** Lines removed and added on the shortest ways from the beginning. */
function lengthsBehind(stretch: Stretch, keys: Keys): Int32Array {
  const band = bandOf(stretch);
  const lengths = new Int32Array(cellsOf(stretch));
  for (let row = 0; row <= lengthOf(stretch.before); row++) {
    const { first, last } = columnsOf(row, stretch);
    for (let column = first; column <= last; column++) {
      const here = placeOf(row, column, stretch);
      let least = row + column === 0 ? 0 : unreached;
      if (row > 0 && column < row + stretch.added) least = Math.min(least, lengths[here - band + 1]! + 1);
      if (column > first) least = Math.min(least, lengths[here - 1]! + 1);
      if (row > 0 && column > 0 && isPair(row - 1, column - 1, stretch, keys)) {
        least = Math.min(least, lengths[here - band]!);
      }
      lengths[here] = least;
    }
  }
  return lengths;
}

/** Lines removed and added on the shortest ways to the end. */
function lengthsAhead(stretch: Stretch, keys: Keys): Int32Array {
  const band = bandOf(stretch);
  const lengths = new Int32Array(cellsOf(stretch));
  const rows = lengthOf(stretch.before);
  const columns = lengthOf(stretch.after);
  for (let row = rows; row >= 0; row--) {
    const { first, last } = columnsOf(row, stretch);
    for (let column = last; column >= first; column--) {
      const here = placeOf(row, column, stretch);
      let least = row === rows && column === columns ? 0 : unreached;
      if (row < rows && column > row - stretch.removed) least = Math.min(least, lengths[here + band - 1]! + 1);
      if (column < last) least = Math.min(least, lengths[here + 1]! + 1);
      if (isPair(row, column, stretch, keys)) least = Math.min(least, lengths[here + band]!);
      lengths[here] = least;
    }
  }
  return lengths;
}

const unreached = 0x3fff_ffff;

function bandOf({ removed, added }: Stretch): number {
  return removed + added + 1;
}

function columnsOf(row: number, { after, removed, added }: Stretch): { first: number; last: number } {
  return { first: Math.max(0, row - removed), last: Math.min(lengthOf(after), row + added) };
}

function placeOf(row: number, column: number, stretch: Stretch): number {
  return row * bandOf(stretch) + column - row + stretch.removed;
}

function isPair(row: number, column: number, { before, after }: Stretch, keys: Keys): boolean {
  const [from, to] = [before.start + row, after.start + column];
  return from < before.end && to < after.end && keys.before[from] === keys.after[to];
}
