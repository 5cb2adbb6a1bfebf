/** The format port, filled with text formats. Whatever the bytes, at least one change is shown where they differ. */
import { type Change, type ChangeSet, type EncodingName, findChanges, recognizeText } from '@verbatim/format-text';
import type { FormatPort, ShownChange } from '@verbatim/review';
import { shownPartsMax } from '../limits.js';
import { describeBytes, encodingOf, idOf, showText } from './shown-bytes.js';

type Changes = ReturnType<FormatPort['changes']>;

export const textFormats: FormatPort = {
  changes(path, before, after) {
    if (before === undefined) return wholeSide(path, 'new file', new Uint8Array(), after ?? new Uint8Array());
    if (after === undefined) return wholeSide(path, 'deleted file', before, new Uint8Array());
    const set = findChanges(before, after, { fileName: path });
    if (set.format === 'binary') return binary(before, after, set.changes.length);
    const show = changeShower(set);
    const shown = { format: set.format, decidedBy: 'whole-file' as const, changes: set.changes.map(show) };
    return set.reason === undefined ? shown : { ...shown, reason: set.reason };
  },
};

const binaryReason = 'This file is not text, so it is decided as a whole.';

function binary(before: Uint8Array, after: Uint8Array, count: number): Changes {
  const parts = [{ before: describeBytes(before), after: describeBytes(after) }];
  const change = { id: idOf('binary', before, after), kind: 'binary', label: 'binary file', parts };
  return { format: 'binary', decidedBy: 'whole-file', reason: binaryReason, changes: count === 0 ? [] : [change] };
}

/** A file that one side does not have. Also where it is empty: that it appeared or went is a change. */
function wholeSide(path: string, label: string, before: Uint8Array, after: Uint8Array): Changes {
  const present = label === 'new file' ? after : before;
  const format = recognizeText(path, present);
  const encoding = encodingOf(present);
  const isText = format !== 'binary';
  const show = (bytes: Uint8Array): string => {
    if (bytes !== present) return '';
    return isText ? showText(bytes, encoding) : describeBytes(bytes);
  };
  const change: ShownChange = {
    id: idOf(label, before, after),
    kind: isText ? 'whole-file' : 'binary',
    label,
    get parts() {
      return [{ before: show(before), after: show(after) }];
    },
  };
  return { format, decidedBy: 'whole-file', ...(isText ? {} : { reason: binaryReason }), changes: [change] };
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
