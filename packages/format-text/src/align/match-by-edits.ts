import { diffArrays } from 'diff';
import type { RangePair } from '../range.js';
import type { Keys } from './align.js';
import type { Effort } from './effort.js';

export interface EditSearch {
  /** Atoms added plus removed up to which the search goes on. */
  readonly editsMax: number;
  /** Atoms added plus removed that are known to be needed. */
  readonly editsMin: number;
  match(from: number, to: number): void;
  /** Charged for the search where it is given. */
  readonly effort?: Effort;
}

/**
 * Matches a stretch with the fewest edits (Myers, by jsdiff), or leaves it alone and returns false when that would take
 * more than `editsMax`. Never call jsdiff without such a cap: its time grows with the square of the edits.
 */
export function matchByEdits(
  stretch: RangePair,
  keys: Keys,
  { editsMax, editsMin, match, effort }: EditSearch,
): boolean {
  if (editsMin > editsMax) return false;
  const before = Array.from(keys.before.subarray(stretch.before.start, stretch.before.end));
  const after = Array.from(keys.after.subarray(stretch.after.start, stretch.after.end));
  const pieces = diffArrays(before, after, { maxEditLength: editsMax });
  effort?.spendOnGap(stretch, pieces === undefined ? editsMax : editsOf(pieces));
  if (pieces === undefined) return false;

  let from = stretch.before.start;
  let to = stretch.after.start;
  for (const { added, removed, count } of pieces) {
    if (removed) from += count;
    else if (added) to += count;
    else for (let k = 0; k < count; k++) match(from++, to++);
  }
  return true;
}

function editsOf(pieces: readonly { added: boolean; removed: boolean; count: number }[]): number {
  return pieces.reduce((edits, { added, removed, count }) => (added || removed ? edits + count : edits), 0);
}
