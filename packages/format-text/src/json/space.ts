import { eachLineEnd } from '../line-ends.js';
import type { Range, RangePair } from '../range.js';
import type { Sides } from './sides.js';
import { sameRange } from './tree.js';

/**
 * Where two stretches of white space differ in nothing but their line ends, those line ends; else `undefined`. At the end of
 * the file, a line end that only one side has counts too.
 */
export function lineEndDifferences(bytes: Sides<Uint8Array>, space: RangePair): RangePair[] | undefined {
  // Most differences are indentation, and there can be as many of them as there are tokens.
  if (!sameBlanks(bytes, space)) return undefined;
  const before = lineEndsIn(bytes.before, space.before);
  const after = lineEndsIn(bytes.after, space.after);
  const isLast = space.before.end === bytes.before.length && space.after.end === bytes.after.length;
  if (isLast) endEvenly(before, after, space);
  if (before.length !== after.length) return undefined;

  const differences: RangePair[] = [];
  let from = space.before.start;
  let to = space.after.start;
  for (const [at, one] of before.entries()) {
    const other = after[at]!;
    if (one.start - from !== other.start - to) return undefined;
    if (!sameRange(bytes.before, one.start, one.end, bytes.after, other.start, other.end)) {
      differences.push({ before: one, after: other });
    }
    from = one.end;
    to = other.end;
  }
  return differences;
}

/** Whether blanks and tabs are the same in the same order, wherever lines end between them. */
function sameBlanks(bytes: Sides<Uint8Array>, { before, after }: RangePair): boolean {
  let to = after.start;
  for (let from = before.start; from < before.end; from++) {
    if (isLineEnd(bytes.before[from])) continue;
    while (to < after.end && isLineEnd(bytes.after[to])) to++;
    if (to === after.end || bytes.after[to++] !== bytes.before[from]) return false;
  }
  while (to < after.end && isLineEnd(bytes.after[to])) to++;
  return to === after.end;
}

function isLineEnd(value: number | undefined): boolean {
  return value === 0x0a || value === 0x0d;
}

function lineEndsIn(bytes: Uint8Array, { start, end }: Range): Range[] {
  const found: Range[] = [];
  eachLineEnd(bytes.subarray(start, end), { name: 'utf-8', bomBytes: 0, unitBytes: 1 }, (from, to) => {
    found.push({ start: start + from, end: start + to });
    return true;
  });
  return found;
}

/** Adds the missing line end, as one of no bytes, where one side has it behind its last character and the other has not. */
function endEvenly(before: Range[], after: Range[], space: RangePair): void {
  const isLessBefore = before.length < after.length;
  const less = isLessBefore ? before : after;
  const more = isLessBefore ? after : before;
  const { end } = isLessBefore ? space.before : space.after;
  if (more.length === less.length + 1 && less.at(-1)?.end !== end) less.push({ start: end, end });
}
