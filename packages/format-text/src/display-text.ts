import { decodeAt } from './code-points.js';
import type { EncodingName } from './encoding.js';
import { limits } from './limits.js';

export interface DisplayTextOptions {
  /** Characters to show at most; the rest is counted. Default `displayCharsMax`. */
  readonly charsMax?: number;
}

/**
 * Shows bytes to a person, so that different bytes look different as far as that can be: undecodable bytes as `\xE9`, a
 * byte order mark as `⟨BOM⟩`, control characters as pictures (`␀`), characters that turn or hide text as `\u{202E}`.
 * Tab and LF stay, CR LF shows as `␍` and a new line, a lone CR as `\x0D` and a new line. One joiner or variation selector
 * stays behind a character that is not ASCII, as emoji and several scripts need it. Longer pieces end with `… (123 more bytes)`.
 * For reading only: nothing may be parsed out of it.
 */
export function displayText(bytes: Uint8Array, encoding: EncodingName, options: DisplayTextOptions = {}): string {
  const { text, bytesLeft } = displayPiece(bytes, encoding, options.charsMax ?? limits.displayCharsMax);
  return bytesLeft === 0 ? text : `${text}… (${bytesLeft} more bytes)`;
}

/** Shows up to `charsMax` characters and counts the bytes that it did not come to. */
export function displayPiece(
  bytes: Uint8Array,
  encoding: EncodingName,
  charsMax: number,
): { text: string; bytesLeft: number } {
  let text = '';
  let previous = 0;
  let at = 0;
  const isNarrow = encoding === 'utf-8' || encoding === 'unknown-8bit' || encoding === 'binary';
  for (let chars = 0; at < bytes.length && chars < charsMax; chars++) {
    const plainEnd = isNarrow
      ? endOfPlain(bytes, at, Math.min(bytes.length, at + charsMax - chars, at + plainMax))
      : at;
    if (plainEnd > at) {
      text += String.fromCharCode(...bytes.subarray(at, plainEnd));
      chars += plainEnd - at - 1;
      previous = bytes[plainEnd - 1]!;
      at = plainEnd;
      continue;
    }
    const { codePoint, byteCount } = decodeAt(bytes, at, encoding);
    const next = at + byteCount;
    if (codePoint === undefined) text += Array.from(bytes.subarray(at, next), escapedByte).join('');
    else if (codePoint === CR) text += isLineFeed(bytes, next, encoding) ? '␍' : '\\x0D\n';
    else text += visibleForm(codePoint, previous);
    previous = codePoint ?? 0;
    at = next;
  }
  return { text, bytesLeft: bytes.length - at };
}

/** Shows a name or another short text on one line, with the same marks. */
export function displayLine(text: string): string {
  return displayText(new TextEncoder().encode(text), 'utf-8').replaceAll('\n', '␊').replaceAll('\t', '␉');
}

/** Characters that become text at once; an engine takes them as so many arguments of a call. */
const plainMax = 1_024;

/** The end of the printable ASCII, tabs and line feeds from an offset on: most of any text, and shown as it is. */
function endOfPlain(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const value = bytes[at]!;
    const isPlain = (value >= 0x20 && value < 0x7f) || value === 0x09 || value === 0x0a;
    if (!isPlain) break;
  }
  return at;
}

const CR = 0x0d;
const BOM = 0xfeff;
const ZERO_WIDTH_JOINER = 0x200d;
const EMOJI_STYLE = 0xfe0f;

function isLineFeed(bytes: Uint8Array, at: number, encoding: EncodingName): boolean {
  return at < bytes.length && decodeAt(bytes, at, encoding).codePoint === 0x0a;
}

function visibleForm(codePoint: number, previous: number): string {
  if (codePoint === BOM) return '⟨BOM⟩';
  if (codePoint < 0x20 && codePoint !== 0x09 && codePoint !== 0x0a) return String.fromCodePoint(0x2400 + codePoint);
  if (codePoint === 0x7f) return '␡';
  const isSeen = !unseen.test(String.fromCodePoint(codePoint)) || isJoined(codePoint, previous);
  return isSeen ? String.fromCodePoint(codePoint) : `\\u{${codePoint.toString(16).toUpperCase().padStart(4, '0')}}`;
}

/** C1 controls, separators of lines and paragraphs, blank Braille, interlinear marks, and all that Unicode says to draw as nothing. */
const unseen = /[\u0080-\u009f\u2028\u2029\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/u;

/** Zero width joiners and variation selectors. */
const joining = /\u200c|\u200d|\p{Variation_Selector}/u;

/** One joiner or selector belongs to the character before it; more of them could carry hidden text. */
function isJoined(codePoint: number, previous: number): boolean {
  if (previous < 0x80 || !joining.test(String.fromCodePoint(codePoint))) return false;
  const isEmojiSequence = previous === EMOJI_STYLE && codePoint === ZERO_WIDTH_JOINER;
  return isEmojiSequence || !unseen.test(String.fromCodePoint(previous));
}

function escapedByte(value: number): string {
  return `\\x${value.toString(16).toUpperCase().padStart(2, '0')}`;
}
