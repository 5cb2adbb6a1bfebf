/** Bytes as people can read them. */

import { createHash } from 'node:crypto';
import { detectEncoding, displayText, type EncodingName } from '@verbatim/format-text';
import { shownCharsMax } from '../limits.js';

export function showText(bytes: Uint8Array, encoding: EncodingName): string {
  return displayText(bytes, encoding, { charsMax: shownCharsMax });
}

export function encodingOf(bytes: Uint8Array): EncodingName {
  return detectEncoding(bytes).name;
}

/** `1,204 bytes, SHA-256 3fa9c01d22ab…`. */
export function describeBytes(bytes: Uint8Array): string {
  const size = bytes.length.toLocaleString('en-US');
  return `${size} ${bytes.length === 1 ? 'byte' : 'bytes'}, SHA-256 ${sha256(bytes).slice(0, 12)}…`;
}

/** An id of the same form as those of text changes: the same difference always has the same one. */
export function idOf(kind: string, before: Uint8Array, after: Uint8Array): string {
  const hash = createHash('sha256')
    .update(`${kind}\0${sha256(before)}\0${sha256(after)}`)
    .digest('hex');
  return `c${hash.slice(0, 12)}`;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
