import { VerbatimError } from '@verbatim/core';
import { encodeText } from './encode-text.js';
import { detectEncoding, type TextEncoding } from './encoding.js';
import { findBytes } from './find-bytes.js';
import { isAllCrlf } from './line-ends.js';

export interface ReplaceTextOptions {
  /** Replace every match, from left to right without overlap, instead of exactly one. */
  readonly all?: boolean;
}

export type ReplaceTextResult =
  /** The new bytes. `eolAdapted`: LF in the texts was taken as CR LF, as every line end of the file is. */
  | { readonly kind: 'replaced'; readonly bytes: Uint8Array; readonly count: number; readonly eolAdapted: boolean }
  /** Nothing to replace, or nothing that could be replaced safely; `reason` is a sentence for people. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** More than one match, overlapping ones included, and `all` was not asked for. */
  | { readonly kind: 'ambiguous'; readonly count: number };

/**
 * Replaces text in the bytes of a file, in the file's own encoding: UTF-8, UTF-16 and UTF-32 on whole code units; in an
 * unknown 8-bit encoding only ASCII for ASCII. Bytes outside of the matches stay as they are. Where every line end of the
 * file is CR LF, an LF of the texts is taken as CR LF, and the result says so; not where the old text has line ends and all are
 * CR LF. Throws `VERBATIM_OLD_TEXT_EMPTY`.
 */
export function replaceText(
  bytes: Uint8Array,
  oldText: string,
  newText: string,
  options: ReplaceTextOptions = {},
): ReplaceTextResult {
  if (oldText === '') throw new VerbatimError('VERBATIM_CALL_INVALID', 'The text to replace is empty.');
  const encoding = detectEncoding(bytes);
  // In such a file a lone LF could only match the second half of a line end, and would leave the first. Whoever names the
  // line ends as they are means the new ones as they are too.
  const meansLineEnds = hasBareLf(oldText) || (hasBareLf(newText) && !oldText.includes('\n'));
  const eolAdapted = meansLineEnds && isAllCrlf(bytes, encoding);
  const texts = eolAdapted ? { oldText: withCrlf(oldText), newText: withCrlf(newText) } : { oldText, newText };
  const result = replaceOnce(bytes, encoding, { ...texts, all: options.all === true });
  return result.kind === 'replaced' ? { ...result, eolAdapted } : result;
}

interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

function replaceOnce(
  bytes: Uint8Array,
  encoding: TextEncoding,
  { oldText, newText, all }: Replacement,
): ReplaceTextResult {
  const oldBytes = encodeText(oldText, encoding);
  const newBytes = encodeText(newText, encoding);
  if (oldBytes === undefined || newBytes === undefined) return { kind: 'absent', reason: reasonNotEncoded(encoding) };

  const found = findBytes(bytes, oldBytes).filter((at) => at % encoding.unitBytes === 0);
  if (found.length === 0) return { kind: 'absent', reason: 'The text is not in the file.' };
  if (found.length > 1 && !all) return { kind: 'ambiguous', count: found.length };
  const matches = withoutOverlap(found, oldBytes.length);
  if (encoding.name === 'unknown-8bit' && matches.some((at) => mayStartInsideCharacter(bytes, at))) {
    return { kind: 'absent', reason: 'In this file’s unknown encoding the match may start inside another character.' };
  }
  const replaced = splice(bytes, matches, oldBytes.length, newBytes);
  return { kind: 'replaced', bytes: replaced, count: matches.length, eolAdapted: false };
}

function reasonNotEncoded({ name }: TextEncoding): string {
  if (name === 'binary') return 'This file is not text.';
  if (name === 'unknown-8bit') return 'The encoding of this file is unknown; only ASCII can be replaced by ASCII.';
  return 'Half of a surrogate pair is no text and cannot be written.';
}

/** In Shift-JIS, GBK and Big5 the second byte of a character can look like ASCII from 0 to ~; its first byte never does. */
function mayStartInsideCharacter(bytes: Uint8Array, at: number): boolean {
  const previous = bytes[at - 1] ?? 0;
  const first = bytes[at]!;
  return previous >= 0x80 && first >= 0x30 && first <= 0x7e;
}

function withoutOverlap(found: readonly number[], length: number): number[] {
  let end = 0;
  return found.filter((at) => {
    if (at < end) return false;
    end = at + length;
    return true;
  });
}

function splice(bytes: Uint8Array, matches: readonly number[], oldLength: number, newBytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length + matches.length * (newBytes.length - oldLength));
  let from = 0;
  let to = 0;
  for (const at of matches) {
    result.set(bytes.subarray(from, at), to);
    result.set(newBytes, to + at - from);
    to += at - from + newBytes.length;
    from = at + oldLength;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

function hasBareLf(text: string): boolean {
  return /(?<!\r)\n/.test(text);
}

function withCrlf(text: string): string {
  return text.replaceAll(/(?<!\r)\n/g, '\r\n');
}
