import { asciiOffset, type TextEncoding } from './encoding.js';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Calls `onLineEnd` with the byte range of every line end, in order: CR LF, LF or a lone CR, on whole code units, longest
 * first. NEL, LS, PS, VT and FF end no line: other tools do not cut there, and in 8-bit encodings those bytes are letters.
 * Stops early when the callback returns false.
 */
export function eachLineEnd(bytes: Uint8Array, encoding: TextEncoding, onLineEnd: OnLineEnd): void {
  if (encoding.unitBytes === 1) eachNarrowLineEnd(bytes, onLineEnd);
  else eachWideLineEnd(bytes, encoding, onLineEnd);
}

type OnLineEnd = (start: number, end: number) => boolean;

/** The same as for wide units, in a loop of its own: every byte of most files goes through it, and it is twice as fast. */
function eachNarrowLineEnd(bytes: Uint8Array, onLineEnd: OnLineEnd): void {
  const { length } = bytes;
  for (let at = 0; at < length; at++) {
    const value = bytes[at]!;
    if (value > CR || (value !== LF && value !== CR)) continue;
    const start = at;
    if (value === CR && bytes[at + 1] === LF) at++;
    if (!onLineEnd(start, at + 1)) return;
  }
}

function eachWideLineEnd(bytes: Uint8Array, encoding: TextEncoding, onLineEnd: OnLineEnd): void {
  const { unitBytes } = encoding;
  const low = asciiOffset(encoding);
  const isUnit = (at: number, value: number): boolean => {
    if (bytes[at + low] !== value) return false;
    for (let k = 0; k < unitBytes; k++) if (k !== low && bytes[at + k] !== 0) return false;
    return true;
  };
  for (let at = 0; at + unitBytes <= bytes.length; at += unitBytes) {
    const value = bytes[at + low];
    if (value !== LF && value !== CR) continue;
    if (!isUnit(at, value)) continue;
    const isPair = value === CR && isUnit(at + unitBytes, LF);
    const end = at + (isPair ? 2 : 1) * unitBytes;
    if (!onLineEnd(at, end)) return;
    at = end - unitBytes;
  }
}

/** Names a line end by its bytes: `LF`, `CRLF`, `CR`, or `none` for no bytes. */
export function lineEndName(bytes: Uint8Array, encoding: TextEncoding): 'LF' | 'CRLF' | 'CR' | 'none' {
  if (bytes.length === 0) return 'none';
  if (bytes.length > encoding.unitBytes) return 'CRLF';
  return bytes[asciiOffset(encoding)] === LF ? 'LF' : 'CR';
}

/** Counts lines; the last one counts without a line end too, and an empty file has none. */
export function countLines(bytes: Uint8Array, encoding: TextEncoding): number {
  let lines = 0;
  let lastEnd = 0;
  eachLineEnd(bytes, encoding, (_start, end) => {
    lines++;
    lastEnd = end;
    return true;
  });
  return lastEnd < bytes.length ? lines + 1 : lines;
}

/** Whether the last line is ended; an empty file counts as ended. */
export function endsWithLineEnd(bytes: Uint8Array, encoding: TextEncoding): boolean {
  let isEnded = false;
  eachLineEnd(bytes.subarray(Math.max(0, bytes.length - encoding.unitBytes)), encoding, () => (isEnded = true));
  return isEnded || bytes.length === 0;
}

/** Whether there are line ends and every one is CR LF. */
export function isAllCrlf(bytes: Uint8Array, encoding: TextEncoding): boolean {
  let isCrlf = false;
  eachLineEnd(bytes, encoding, (start, end) => (isCrlf = end - start > encoding.unitBytes));
  return isCrlf;
}
