import type { Change, ChangeSet } from './change.js';
import { ChangeIds } from './change-id.js';
import { comparableSides } from './compare.js';
import { assertKeptBytesAgree } from './compose.js';
import { findByLines } from './find-by-lines.js';
import type { Found } from './finder.js';
import { finders } from './finders.js';
import { type RecognizedFormat, recognizeText, type TextFormat } from './recognize-text.js';
import { sameBytes } from './same-bytes.js';

/** The format, or the file's name, by which (and by the content) it is recognised. */
export type FindChangesOptions = { readonly format: TextFormat } | { readonly fileName: string };

/**
 * Finds what an edit changed, as changes that can be accepted or rejected one by one, for any bytes. Accepting all gives
 * `after`, rejecting all gives `before`, and every choice between is slices of the two and nothing else (P10): of lines in
 * Markdown, LaTeX and plain text, of cells in a table, and always valid JSON in JSON. The same bytes give the same changes and ids on every machine. Binary files, changes of
 * the encoding and files over the limits are one `whole-file` change, with the reason. Throws only `VERBATIM_BUG`.
 */
export function findChanges(before: Uint8Array, after: Uint8Array, options: FindChangesOptions): ChangeSet {
  const format = 'format' in options ? options.format : recognizePair(options.fileName, before, after);
  const facts = { format, before, after };
  if (sameBytes(before, after)) return { ...facts, changes: [], coarse: false, decidedBy: 'per-change' };

  const sides = comparableSides(before, after);
  if (sides.kind === 'whole') return wholeFile(facts, sides.reason, sides.cause === 'limit');
  const found = format === 'binary' ? undefined : finders[format](sides.before, sides.after);
  if (found !== undefined && !('unfit' in found)) return changeSetOf(facts, found);
  const lines = findByLines(sides.before, sides.after);
  if ('unfit' in lines) return wholeFile(facts, lines.unfit, true);
  return changeSetOf(facts, lines, found?.unfit);
}

type Facts = Pick<ChangeSet, 'format' | 'before' | 'after'>;

/** Gives ids to found changes and checks them. Throws `VERBATIM_BUG` where they break a promise of `Found`. */
export function changeSetOf(facts: Facts, { changes, coarse }: Found, fallback?: string): ChangeSet {
  const ids = new ChangeIds(facts.before, facts.after);
  const set: ChangeSet = {
    ...facts,
    changes: changes.map(({ kind, label, parts }) => ({ id: ids.idOf(kind, parts), kind, label, parts })),
    coarse,
    decidedBy: 'per-change',
    ...(fallback === undefined ? {} : { fallback }),
  };
  assertKeptBytesAgree(set);
  return set;
}

function wholeFile(facts: Facts, reason: string, coarse: boolean): ChangeSet {
  const { before, after } = facts;
  const parts = [{ before: { start: 0, end: before.length }, after: { start: 0, end: after.length } }];
  const id = new ChangeIds(before, after).idOf('whole-file', parts);
  const changes: Change[] = [{ id, kind: 'whole-file', label: 'whole file', parts }];
  return { ...facts, changes, coarse, decidedBy: 'whole-file', reason };
}

/** Binary on either side is binary; an empty side says nothing. */
function recognizePair(fileName: string, before: Uint8Array, after: Uint8Array): RecognizedFormat {
  const formatBefore = recognizeText(fileName, before);
  return formatBefore === 'binary' ? 'binary' : recognizeText(fileName, after);
}
