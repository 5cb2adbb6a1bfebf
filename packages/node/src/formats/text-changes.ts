/** What differs in text, line by line; a file that is no text is one change. */
import { type Change, type ChangeSet, type EncodingName, findChanges, recognizeText } from '@verbatim/format-text';
import type { ShownChange } from '@verbatim/review';
import { shownPartsMax } from '../limits.js';
import { encodingOf, showText } from './shown-bytes.js';
import { type Changes, oneSided, type Side, wholeFile } from './whole-file.js';

const binaryReason = 'This file is not text, so it is decided as a whole.';

export function textChanges(path: string, before: Side, after: Side): Changes {
  if (before === undefined || after === undefined) {
    const format = recognizeText(path, after ?? before ?? new Uint8Array());
    const reason = format === 'binary' ? { reason: binaryReason } : {};
    return { format, decidedBy: 'whole-file', ...reason, changes: [oneSided(before, after)] };
  }
  const set = findChanges(before, after, { fileName: path });
  if (set.format === 'binary') {
    const changes = set.changes.length === 0 ? [] : [wholeFile('binary file', before, after)];
    return { format: 'binary', decidedBy: 'whole-file', reason: binaryReason, changes };
  }
  const show = changeShower(set);
  const shown = { format: set.format, decidedBy: 'whole-file' as const, changes: set.changes.map(show) };
  return set.reason === undefined ? shown : { ...shown, reason: set.reason };
}

/** Decodes a change only when somebody looks at its parts: a status counts changes and shows none. */
function changeShower(set: ChangeSet): (change: Change) => ShownChange {
  let found: { before: EncodingName; after: EncodingName } | undefined;
  const encodings = () => {
    found ??= {
      before: encodingOf(set.before.length === 0 ? set.after : set.before),
      after: encodingOf(set.after.length === 0 ? set.before : set.after),
    };
    return found;
  };
  return ({ id, kind, label, parts }) => {
    const shown = parts.slice(0, shownPartsMax);
    return {
      id,
      kind,
      label: shown.length === parts.length ? label : `${label} (${shown.length} of ${parts.length} places shown)`,
      get parts() {
        return shown.map(({ before, after }) => ({
          before: showText(set.before.subarray(before.start, before.end), encodings().before),
          after: showText(set.after.subarray(after.start, after.end), encodings().after),
        }));
      },
    };
  };
}
