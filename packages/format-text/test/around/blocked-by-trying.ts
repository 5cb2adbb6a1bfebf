import { compare } from '../../src/compare.js';
import { cutWholeLines } from '../../src/cut-lines.js';
import type { ChangeId } from '../../src/index.js';
import type { Range, RangePair } from '../../src/range.js';
import type { Review } from './review.js';
import { linesIn, linesReplaced } from './text-of-bytes.js';

/** Which of the turning changes the person's edits block, found the long way: by trying what lines could be meant. */
export function blockedByTrying(review: Review): Set<ChangeId> {
  const blocked = new Set<ChangeId>();
  const runs = review.isAmbiguous ? runsOf(review) : review.taken.map((before) => ({ before, readings: [] }));
  for (const [id, lines] of linesOfTurning(review)) {
    const isTouched = ({ start, end }: Range): boolean => start <= lines.end && lines.start <= end;
    const isCrossed = ({ start, end }: Range): boolean => start < lines.end && lines.start < end;
    if (runs.some(({ before, readings }) => isTouched(before) || isCrossed(hullOf(before, readings)))) blocked.add(id);
  }
  return blocked;
}

/** The lines of `expected` that each part of the turning changes replaces. */
function linesOfTurning({ set, verdicts, turning, expected, reading }: Review): [ChangeId, Range][] {
  const text = reading.text(expected);
  const parts = set.changes.flatMap(({ id, parts }) => parts.map((part) => ({ id, part })));
  let grown = 0;
  return parts
    .sort((one, other) => one.part.before.start - other.part.before.start)
    .flatMap(({ id, part }): [ChangeId, Range][] => {
      const before = reading.text(set.before.subarray(part.before.start, part.before.end));
      const after = reading.text(set.after.subarray(part.after.start, part.after.end));
      const [present, other] = verdicts.get(id) === 'reject' ? [before, after] : [after, before];
      const start = part.before.start / reading.unitBytes + grown;
      grown += present.length - before.length;
      return turning.has(id) ? [[id, linesReplaced(text, { start, end: start + present.length }, other)]] : [];
    });
}

interface ReadRun {
  readonly before: Range;
  /** The same edit at every other place where it gives the same lines. */
  readonly readings: readonly Range[];
}

function runsOf({ expected, current, reading }: Review): ReadRun[] {
  const compared = compare(expected, current, cutWholeLines);
  if (compared.kind === 'whole') throw new Error(compared.reason);
  const [from, to] = [linesIn(reading.text(expected)), linesIn(reading.text(current))];
  return compared.runs.map((run, at) => {
    const above = compared.runs[at - 1] ?? { before: { end: 0 }, after: { end: 0 } };
    const below = compared.runs[at + 1] ?? { before: { start: from.length }, after: { start: to.length } };
    const gap = {
      before: { start: above.before.end, end: below.before.start },
      after: { start: above.after.end, end: below.after.start },
    };
    return { before: run.before, readings: readingsIn(gap, run, from, to) };
  });
}

function readingsIn(gap: RangePair, run: RangePair, from: readonly string[], to: readonly string[]): Range[] {
  const [taken, put] = [run.before.end - run.before.start, run.after.end - run.after.start];
  if (taken > 0 && put > 0) return [];
  const readings: Range[] = [];
  const wanted = to.slice(gap.after.start, gap.after.end).join('');
  for (let start = gap.before.start; start + taken <= gap.before.end; start++) {
    const typed = to.slice(gap.after.start + start - gap.before.start).slice(0, put);
    const tried = [...from.slice(gap.before.start, start), ...typed, ...from.slice(start + taken, gap.before.end)];
    if (tried.join('') === wanted) readings.push({ start, end: start + taken });
  }
  return readings;
}

function hullOf(one: Range, others: readonly Range[]): Range {
  const all = [one, ...others];
  return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
}
