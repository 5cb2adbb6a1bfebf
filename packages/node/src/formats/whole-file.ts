/** A file as one change: it came, it went, or nobody can look into it. */
import { recognizeText } from '@verbatim/format-text';
import type { ShownChange } from '@verbatim/review';
import { describeBytes, encodingOf, idOf, showText } from './shown-bytes.js';

/** The bytes of one side; undefined where there is no file on it. */
export type Side = Uint8Array | undefined;

/** `label` is part of the id, so that an empty new file and an empty deleted one are not the same change. */
export function wholeFile(label: string, before: Side, after: Side): ShownChange {
  const nothing = new Uint8Array();
  return {
    id: idOf(label, before ?? nothing, after ?? nothing),
    kind: isText(before ?? nothing) && isText(after ?? nothing) ? 'whole-file' : 'binary',
    label,
    // Decoded only when somebody looks: a status counts changes and shows none.
    get parts() {
      return [showWhole(before, after)];
    },
  };
}

/** A file that only one side has. Also where it is empty: that it came or went is a change. */
export function oneSided(before: Side, after: Side): ShownChange {
  return wholeFile(before === undefined ? 'new file' : 'deleted file', before, after);
}

/** Text as text, all else as its size and hash. */
export function showWhole(before: Side, after: Side): ShownChange['parts'][number] {
  return { before: showSide(before), after: showSide(after) };
}

export function isText(bytes: Uint8Array): boolean {
  return recognizeText('', bytes) !== 'binary';
}

function showSide(bytes: Side): string {
  if (bytes === undefined) return '';
  return isText(bytes) ? showText(bytes, encodingOf(bytes)) : describeBytes(bytes);
}
