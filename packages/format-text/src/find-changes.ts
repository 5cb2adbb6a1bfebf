import type { Change, ChangePart, ChangeSet } from './change.js';
import { ChangeIds } from './change-id.js';
import { type Comparison, compare } from './compare.js';
import { assertKeptBytesAgree } from './compose.js';
import { lineCutter } from './cut-lines.js';
import type { Cutter } from './cutter.js';
import { cutters } from './cutters.js';
import { type Difference, differencesOf, joinTouching } from './differences.js';
import { describeBom, describeContent, describeLineEnds } from './labels.js';
import { type RecognizedFormat, recognizeText, type TextFormat } from './recognize-text.js';
import { sameBytes } from './same-bytes.js';

/** The format, or the file's name, by which (and by the content) it is recognised. */
export type FindChangesOptions = { readonly format: TextFormat } | { readonly fileName: string };

/**
 * Finds what an edit changed, as changes that can be accepted or rejected one by one, for any bytes. Accepting all gives
 * `after`, rejecting all gives `before`, and every choice between gives a file of which each line, with its line end, is a
 * line of before or after (P10). The same bytes give the same changes and ids on every machine. Binary files, changes of
 * the encoding and files over the limits are one `whole-file` change, with the reason. Throws only `VERBATIM_BUG`.
 */
export function findChanges(before: Uint8Array, after: Uint8Array, options: FindChangesOptions): ChangeSet {
  const format = 'format' in options ? options.format : recognizePair(options.fileName, before, after);
  const facts = { format, before, after };
  if (sameBytes(before, after)) return { ...facts, changes: [], coarse: false, decidedBy: 'per-change' };

  const cutter = format === 'binary' ? lineCutter : cutters[format];
  const comparison = compare(before, after, cutter);
  if (comparison.kind === 'whole') {
    const { cause, reason } = comparison;
    return {
      ...facts,
      changes: [wholeFile(before, after)],
      coarse: cause === 'limit',
      decidedBy: 'whole-file',
      reason,
    };
  }
  const set: ChangeSet = {
    ...facts,
    changes: changesOf(comparison, cutter),
    coarse: comparison.runs.some(({ isCoarse }) => isCoarse),
    decidedBy: 'per-change',
  };
  assertKeptBytesAgree(set);
  return set;
}

/** Binary on either side is binary; an empty side says nothing. */
function recognizePair(fileName: string, before: Uint8Array, after: Uint8Array): RecognizedFormat {
  const formatBefore = recognizeText(fileName, before);
  return formatBefore === 'binary' ? 'binary' : recognizeText(fileName, after);
}

function wholeFile(before: Uint8Array, after: Uint8Array): Change {
  const parts = [{ before: { start: 0, end: before.length }, after: { start: 0, end: after.length } }];
  return { id: new ChangeIds(before, after).idOf('whole-file', parts), kind: 'whole-file', label: 'whole file', parts };
}

/** Each group of touching differences is one change, but the groups that are only line ends are one change together. */
export function changesOf(comparison: Comparison, cutter: Cutter): Change[] {
  const ids = new ChangeIds(comparison.before.bytes, comparison.after.bytes);
  const lineEnds: Difference[][] = [];
  const changes: Omit<Change, 'id'>[] = [];
  for (const group of joinTouching(differencesOf(comparison))) {
    const causes = new Set(group.map(({ cause }) => cause));
    const parts = [spanOf(group)];
    if (causes.size > 1 || causes.has('content'))
      changes.push({ ...describeContent(group, comparison, cutter), parts });
    else if (causes.has('bom')) changes.push({ ...describeBom(comparison), parts });
    else lineEnds.push(group);
  }
  if (lineEnds.length > 0) {
    changes.push({ ...describeLineEnds(lineEnds.flat(), comparison), parts: lineEnds.map(spanOf) });
  }
  changes.sort((one, other) => startOf(one) - startOf(other));
  return changes.map(({ kind, label, parts }) => ({ id: ids.idOf(kind, parts), kind, label, parts }));
}

function spanOf(group: readonly Difference[]): ChangePart {
  const first = group[0]!.bytes;
  const last = group.at(-1)!.bytes;
  return {
    before: { start: first.before.start, end: last.before.end },
    after: { start: first.after.start, end: last.after.end },
  };
}

/** Parts never touch, so no two changes start at the same byte of before. */
function startOf({ parts }: Omit<Change, 'id'>): number {
  return parts[0]!.before.start;
}
