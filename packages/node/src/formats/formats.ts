/** The format port: what a file is, and what differs. Whatever the bytes, at least one change is shown where they differ. */
import type { Format } from '@verbatim/core';
import { recognizeOffice } from '@verbatim/format-ooxml';
import { recognizeText } from '@verbatim/format-text';
import type { FormatPort } from '@verbatim/review';
import { officeChanges, officeProblem } from './office-changes.js';
import { textChanges } from './text-changes.js';
import { type Changes, type Side, wholeFile } from './whole-file.js';

/**
 * Content beats name for Office and binary files; the name picks among the text formats, and says what a file is meant to be
 * that its bytes are not (design section 6, "Any bytes"). Never throws: a format that fails shows the file as one change.
 */
export const formats: FormatPort = {
  changes(path, before, after) {
    const found = look(path, before, after);
    if (found.changes.length > 0 || isSame(before, after)) return found;
    return { ...found, changes: [wholeFile('whole file', before, after)] };
  },
  problemOf: officeProblem,
};

function look(path: string, before: Side, after: Side): Changes {
  try {
    const isOffice = [after, before].some((side) => side !== undefined && recognizeOffice(side, path) !== undefined);
    return isOffice ? officeChanges(path, before, after) : textChanges(path, before, after);
  } catch (error) {
    // Whatever is wrong in a format must not stand between a person and the original bytes.
    const why = error instanceof Error ? error.message : String(error);
    const reason = `The changes of this file could not be worked out (${why}), so it is shown and decided as a whole.`;
    return { format: formatOfName(path, after ?? before), decidedBy: 'whole-file', reason, changes: [] };
  }
}

function formatOfName(path: string, bytes: Side): Format {
  const nothing = new Uint8Array();
  return recognizeOffice(nothing, path) ?? recognizeText(path, bytes ?? nothing);
}

function isSame(before: Side, after: Side): boolean {
  return before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
}
