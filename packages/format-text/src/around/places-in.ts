import type { ChangeId, ChangeSet, Verdict } from '../change.js';
import { type Comparison, compare } from '../compare.js';
import { compose, partsInOrder } from '../compose.js';
import type { CutFile } from '../cut-file.js';
import { cutWholeLines } from '../cut-lines.js';
import type { Unfit } from '../finder.js';
import { endsWithLineEnd } from '../line-ends.js';
import { lengthOf, type Range } from '../range.js';
import { sameBytes } from '../same-bytes.js';

/** Where a part of a change lies in a file that a person edited. */
export interface Place {
  readonly id: ChangeId;
  readonly isTouched: boolean;
  /** Byte range of the edited file; of no meaning where it is touched. */
  readonly range: Range;
  /** The bytes that stand there, and those of the other side. */
  readonly present: Uint8Array;
  readonly other: Uint8Array;
}

/**
 * Finds all parts of all changes, in order, in what a person made of `compose(set, verdicts)`. The person's edits are a
 * comparison of their own, in whole lines, that moves or touches parts.
 */
export function placesIn(
  current: Uint8Array,
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
): readonly Place[] | Unfit {
  if (set.decidedBy === 'whole-file') return { unfit: 'This file can only be decided as a whole.' };
  const edits = compare(compose(set, verdicts), current, cutWholeLines);
  if (edits.kind === 'whole') return { unfit: edits.reason };
  const taken = edits.runs.map((_, at) => linesTaken(at, edits));
  const linesOf = linesAround(edits.before);

  let grown = 0;
  let next = 0;
  return partsInOrder(set, verdicts).map(({ id, part, isRejected }): Place => {
    const before = set.before.subarray(part.before.start, part.before.end);
    const after = set.after.subarray(part.after.start, part.after.end);
    const [present, other] = isRejected ? [before, after] : [after, before];
    const start = part.before.start + grown;
    const end = start + present.length;
    grown += present.length - before.length;

    const lines = linesOf({ start, end }, other);
    while (next < taken.length && taken[next]!.end < lines.start) next++;
    const isTouched = next < taken.length && taken[next]!.start <= lines.end;
    const moved = bytesGained(edits, next);
    return { id, isTouched, range: { start: start + moved, end: end + moved }, present, other };
  });
}

/**
 * The lines of expected that an edit takes up: those it replaces. Lines put in or taken out may read the same at several places
 * (a line doubled, one blank line of many); then all that lies between the outermost places is taken up too, as it would be at
 * one byte or at another.
 */
function linesTaken(at: number, { before, after, runs }: Comparison): Range {
  const run = runs[at]!;
  const isAddition = lengthOf(run.before) === 0;
  if (!isAddition && lengthOf(run.after) > 0) return run.before;
  const [side, file] = isAddition ? (['after', after] as const) : (['before', before] as const);
  const { start, end } = run[side];
  const top = runs[at - 1]?.[side].end ?? 0;
  const bottom = runs[at + 1]?.[side].start ?? file.atoms.length;
  let up = 0;
  while (start - up > top && sameLines(file, start - 1 - up, end - 1 - up)) up++;
  let down = 0;
  while (end + down < bottom && sameLines(file, start + down, end + down)) down++;
  // One less: at the outermost place it only touches, and what it touches there is at the same byte by every reading.
  return { start: run.before.start - Math.max(0, up - 1), end: run.before.end + Math.max(0, down - 1) };
}

/** How many bytes the first edits made the file longer. */
function bytesGained({ before, after, runs }: Comparison, count: number): number {
  const last = runs[count - 1];
  return last === undefined ? 0 : startOfLine(after, last.after.end) - startOfLine(before, last.before.end);
}

function sameLines({ bytes, atoms }: CutFile, one: number, other: number): boolean {
  return sameBytes(
    bytes.subarray(atoms[one]!.start, atoms[one]!.end),
    bytes.subarray(atoms[other]!.start, atoms[other]!.end),
  );
}

function startOfLine({ bytes, atoms }: CutFile, index: number): number {
  return atoms[index]?.start ?? bytes.length;
}

/**
 * Finds the lines that change when `other` takes the place of a byte range: a cell takes its line along, and so does text that
 * is put in at the start of a line; lines that come or go whole leave the line below alone.
 */
function linesAround({ bytes, encoding, atoms }: CutFile): (range: Range, other: Uint8Array) => Range {
  const starts = atoms.map(({ start }) => start);
  if (endsWithLineEnd(bytes, encoding)) starts.push(bytes.length);
  return ({ start, end }, other) => {
    const first = indexOfFirst(starts, start + 1) - 1;
    const isWhole = other.length === 0 ? starts[first] === start : endsWithLineEnd(other, encoding);
    return { start: first, end: Math.min(indexOfFirst(starts, isWhole ? end : end + 1), atoms.length) };
  };
}

/** Index of the first of increasing numbers that is at least `least`; their count where none is. */
function indexOfFirst(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
