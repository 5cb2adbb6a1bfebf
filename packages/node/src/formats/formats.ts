/** The format port: what a file is, and what differs. Whatever the bytes, at least one change is shown where they differ. */
import type { Changes, FormatPort } from '@verbatim/review';
import { mayBeOffice } from './may-be-office.js';
import { shownWords } from './shown-words.js';
import { blockedTextChanges, composeText, composeTextAround, textChanges, textDiff } from './text-changes.js';
import { type Side, wholeFile } from './whole-file.js';

/**
 * Content beats name for Office and binary files; the name picks among the text formats, and says what a file is meant to be
 * that its bytes are not (design section 6, "Any bytes"). Never throws: a format that fails shows the file as one change.
 */
export const formats: FormatPort = {
  async changes(path, before, after) {
    const found = { ...(await look(path, before, after)), ...(await brokenBy(path, before, after)) };
    if (found.changes.length > 0 || isSame(before, after)) return found;
    return { ...found, decidedBy: 'whole-file', changes: [wholeFile('whole file', before, after)] };
  },
  compose: composeText,
  composeAround: composeTextAround,
  blockedBy: blockedTextChanges,
  diff: textDiff,
  words: shownWords,
  async problemOf(path, bytes) {
    if (!mayBeOffice(path, bytes)) return undefined;
    const { officeProblem } = await import('./office-changes.js');
    return officeProblem(path, bytes);
  },
};

async function look(path: string, before: Side, after: Side): Promise<Changes> {
  try {
    const isOffice = [after, before].some((side) => side !== undefined && mayBeOffice(path, side));
    if (!isOffice) return textChanges(path, before, after);
    const { officeChanges } = await import('./office-changes.js');
    return officeChanges(path, before, after) ?? textChanges(path, before, after);
  } catch (error) {
    // Whatever is wrong in a format must not stand between a person and the original bytes.
    const why = error instanceof Error ? error.message : String(error);
    const reason = `The changes of this file could not be worked out (${why}), so it is shown and decided as a whole.`;
    return { format: await formatOf(path, after ?? before), decidedBy: 'whole-file', reason, changes: [] };
  }
}

/** An edit that makes a file that would not open is shown as one that does; whoever made the file so before is not blamed. */
async function brokenBy(path: string, before: Side, after: Side): Promise<Pick<Changes, 'problem'>> {
  if (after === undefined || isSame(before, after)) return {};
  const problem = await formats.problemOf?.(path, after);
  if (problem === undefined) return {};
  const earlier = before === undefined ? undefined : await formats.problemOf?.(path, before);
  return earlier === undefined ? { problem } : {};
}

/** What the file is, where its changes could not be worked out. */
async function formatOf(path: string, bytes: Side = new Uint8Array()): Promise<Changes['format']> {
  if (mayBeOffice(path, bytes)) {
    const { officeFormat } = await import('./office-changes.js');
    const format = officeFormat(path, bytes);
    if (format !== undefined) return format;
  }
  return textChanges(path, undefined, bytes).format;
}

function isSame(before: Side, after: Side): boolean {
  return before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
}
