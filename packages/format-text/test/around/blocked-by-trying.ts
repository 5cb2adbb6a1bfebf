import { compare } from '../../src/compare.js';
import { cutWholeLines } from '../../src/cut-lines.js';
import type { ChangeId } from '../../src/index.js';
import type { Range } from '../../src/range.js';
import { spliced } from './person.js';
import { ReadingCounts } from './reading-counts.js';
import type { Review } from './review.js';
import { linesIn, linesReplaced } from './text-of-bytes.js';

/**
 * Which of the turning changes the person's edits block, found the long way: by trying at which lower places the same lines
 * could have been put in or taken out, and by counting how many readings of the edits go through each place.
 */
export function blockedByTrying(review: Review): Set<ChangeId> {
  const { isAmbiguous, expected, current, reading, taken } = review;
  const [from, to] = [linesIn(reading.text(expected)), linesIn(reading.text(current))];
  const runs = isAmbiguous ? runsOf(review, from, to) : taken.map((range) => ({ range, gained: 0 }));
  const readings = isAmbiguous ? new ReadingCounts(from, to) : undefined;
  const blocked = new Set<ChangeId>();
  for (const { id, lines, lowestEnd } of linesOfTurning(review, from)) {
    const isTouched = runs.some(({ range }) => range.start <= lowestEnd && lines.start <= range.end);
    const above = runs.filter(({ range }) => range.end < lines.start);
    const gained = above.reduce((sum, run) => sum + run.gained, 0);
    const isAgreed = (line: number): boolean => readings?.allGoThrough(line, line + gained) ?? true;
    if (isTouched || !isAgreed(lines.start) || !isAgreed(lines.end)) blocked.add(id);
  }
  return blocked;
}

interface TurningLines {
  readonly id: ChangeId;
  /** The lines of `expected` that a part of a turning change replaces. */
  readonly lines: Range;
  readonly lowestEnd: number;
}

function linesOfTurning({ splices, expected, reading }: Review, from: readonly string[]): TurningLines[] {
  const text = reading.text(expected);
  return splices.turning.map((splice) => {
    const lines = linesReplaced(text, splice, splice.text);
    return { id: splice.id, lines, lowestEnd: lowestEndOf(lines, from, linesIn(spliced(text, [splice]))) };
  });
}

interface TriedRun {
  /** The lines that the run takes up at its place and at lower ones. */
  readonly range: Range;
  readonly gained: number;
}

function runsOf({ expected, current }: Review, from: readonly string[], to: readonly string[]): TriedRun[] {
  const compared = compare(expected, current, cutWholeLines);
  if (compared.kind === 'whole') throw new Error(compared.reason);
  return compared.runs.map(({ before, after }, at) => {
    const next = compared.runs[at + 1];
    // Only this run: what is above and below it is as in `from`, up to the next run.
    const tail = from.slice(before.end, next?.before.start);
    const start = before.start;
    const [one, other] = [from.slice(0, before.end), [...from.slice(0, start), ...to.slice(after.start, after.end)]];
    const end = lowestEndOf(before, [...one, ...tail], [...other, ...tail]);
    const gained = after.end - after.start - (before.end - before.start);
    return { range: { start, end }, gained };
  });
}

/** The end of the lowest lines that can be taken out of `from`, or after which lines can be put in, so that `to` comes of it. */
function lowestEndOf({ start, end }: Range, from: readonly string[], to: readonly string[]): number {
  const taken = end - start;
  const put = to.length - from.length + taken;
  if (taken > 0 && put > 0) return end;
  const wanted = to.join('\n');
  for (let down = 1; end + down <= from.length; down++) {
    const at = start + down;
    const tried = [...from.slice(0, at), ...to.slice(at, at + put), ...from.slice(at + taken)];
    if (tried.join('\n') !== wanted) return end + down - 1;
  }
  return from.length;
}
