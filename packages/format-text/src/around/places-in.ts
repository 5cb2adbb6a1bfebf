import type { Run } from '../align/align.js';
import type { ChangeId, ChangeSet, Verdict } from '../change.js';
import { type Comparison, compare } from '../compare.js';
import { compose, partsInOrder } from '../compose.js';
import type { CutFile } from '../cut-file.js';
import { cutWholeLines } from '../cut-lines.js';
import type { Unfit } from '../finder.js';
import type { Range } from '../range.js';
import { linesOfParts, linesTakenBy } from './lines-taken.js';
import { whereReadingsAgree } from './readings.js';

/** An edit of a person, in whole lines: what should be on disk, and what they put in its place. */
export interface PersonsEdit {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Where a part of a change lies in a file that a person edited. */
export interface Place {
  readonly id: ChangeId;
  readonly isTouched: boolean;
  /** The edits that overlap or touch it; none where it is only unclear where it lies. */
  readonly touchedBy: readonly PersonsEdit[];
  /** Byte range of the edited file; of no meaning where it is touched. */
  readonly range: Range;
  /** The bytes that stand there, and those of the other side. */
  readonly present: Uint8Array;
  readonly other: Uint8Array;
}

/**
 * Finds all parts of all changes, in order, in what a person made of `compose(set, verdicts)`. The person's edits are a
 * comparison of their own, in whole lines, that moves or touches parts. A part that some reading of these edits puts
 * elsewhere counts as touched.
 */
export function placesIn(
  current: Uint8Array,
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
): readonly Place[] | Unfit {
  if (set.decidedBy === 'whole-file') return { unfit: 'This file can only be decided as a whole.' };
  const edits = compare(compose(set, verdicts), current, cutWholeLines);
  if (edits.kind === 'whole') return { unfit: edits.reason };
  const { runs } = edits;
  const taken = runs.map((_, at) => linesTakenBy(at, edits));
  const shown = runs.map((run) => linesOfRun(edits, run));
  const isAgreed = whereReadingsAgree(edits);
  const linesOf = linesOfParts(edits.before);

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
    while (next < runs.length && runs[next]!.before.end < lines.start) next++;
    const touchedBy = touching(taken, { start: lines.start, end: lines.lowestEnd }, next).map((at) => shown[at]!);
    const isFree =
      touchedBy.length === 0 &&
      isAgreed(lines.start, lines.start + linesGained(edits, next)) &&
      isAgreed(lines.end, lines.end + linesGained(edits, next));
    const moved = bytesGained(edits, next);
    return { id, isTouched: !isFree, touchedBy, range: { start: start + moved, end: end + moved }, present, other };
  });
}

/** Which edits reach a part: the one above it, which may have slid down to it, and those from the first below it on. */
function touching(taken: readonly Range[], { start, end }: Range, next: number): number[] {
  const found: number[] = [];
  for (let at = Math.max(next - 1, 0); at < taken.length; at++) {
    const range = taken[at]!;
    if (at >= next && range.start > end) break;
    if (range.start <= end && start <= range.end) found.push(at);
  }
  return found;
}

function linesOfRun({ before, after }: Comparison, run: Run): PersonsEdit {
  const bytesOf = (file: CutFile, { start, end }: Range): Uint8Array =>
    file.bytes.subarray(startOfLine(file, start), startOfLine(file, end));
  return { before: bytesOf(before, run.before), after: bytesOf(after, run.after) };
}

/** How many lines the first edits made the file longer. */
function linesGained({ runs }: Comparison, count: number): number {
  const last = runs[count - 1];
  return last === undefined ? 0 : last.after.end - last.before.end;
}

/** How many bytes the first edits made the file longer. */
function bytesGained({ before, after, runs }: Comparison, count: number): number {
  const last = runs[count - 1];
  return last === undefined ? 0 : startOfLine(after, last.after.end) - startOfLine(before, last.before.end);
}

function startOfLine({ bytes, atoms }: CutFile, index: number): number {
  return index < atoms.length ? atoms.starts[index]! : bytes.length;
}
