import { limits } from './limits.js';

/**
 * What the bytes of a file are written in. `unknown-8bit` is anything that keeps line ends at the bytes 0A and 0D but is
 * not UTF-8 (Latin-1, Shift-JIS, GB18030 …): which one is not guessed. `binary` is not text.
 */
export type EncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | 'unknown-8bit' | 'binary';

export interface TextEncoding {
  readonly name: EncodingName;
  /** Bytes of the byte order mark at offset 0; 0 = none. UTF-8 with a mark is `utf-8` with 3. */
  readonly bomBytes: 0 | 2 | 3 | 4;
  /** Bytes of one code unit. Line ends and matches are looked for at multiples of it. */
  readonly unitBytes: 1 | 2 | 4;
}

/**
 * Says how a file is encoded: by its byte order mark, else by the NULs of UTF-16, else strict UTF-8, else unknown.
 * It reads the whole file once. The answer picks a cutter and a decoder for display; no byte is ever written by it.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const wide = markedWide(bytes) ?? unmarkedUtf16(bytes);
  if (wide !== undefined) return looksBinary(bytes, wide) ? { name: 'binary', bomBytes: 0, unitBytes: 1 } : wide;

  const bomBytes = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  const narrow = (name: EncodingName): TextEncoding => ({ name, bomBytes, unitBytes: 1 });
  if (looksBinary(bytes, narrow('utf-8'))) return narrow('binary');
  return narrow(isUtf8(bytes) ? 'utf-8' : 'unknown-8bit');
}

/** Says whether the start of a file shows that it is no text; cheap whatever the size. */
export function isBinary(bytes: Uint8Array): boolean {
  const wide = markedWide(bytes) ?? unmarkedUtf16(bytes);
  return looksBinary(bytes, wide ?? { name: 'utf-8', bomBytes: 0, unitBytes: 1 });
}

/** Offset, inside one code unit, of the byte that holds an ASCII character; the unit's other bytes are then zero. */
export function asciiOffset({ name, unitBytes }: TextEncoding): number {
  return name.endsWith('be') ? unitBytes - 1 : 0;
}

function markedWide(bytes: Uint8Array): TextEncoding | undefined {
  // FF FE 00 00 is also UTF-16 that starts with NUL, which no text does.
  const isWhole32 = bytes.length % 4 === 0;
  if (isWhole32 && startsWith(bytes, [0xff, 0xfe, 0, 0])) return { name: 'utf-32le', bomBytes: 4, unitBytes: 4 };
  if (isWhole32 && startsWith(bytes, [0, 0, 0xfe, 0xff])) return { name: 'utf-32be', bomBytes: 4, unitBytes: 4 };
  if (startsWith(bytes, [0xff, 0xfe])) return { name: 'utf-16le', bomBytes: 2, unitBytes: 2 };
  if (startsWith(bytes, [0xfe, 0xff])) return { name: 'utf-16be', bomBytes: 2, unitBytes: 2 };
  return undefined;
}

/** UTF-16 without a mark: mostly ASCII, so that every other byte is NUL and hardly any of the rest. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  const end = Math.min(bytes.length, limits.sniffedBytesMax);
  if (bytes.length % 2 !== 0 || end < 8) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) evenNuls++;
    if (bytes[at + 1] === 0) oddNuls++;
  }
  const units = end / 2;
  const isUtf16 = (low: number, high: number) => high >= 0.4 * units && low <= 0.05 * units;
  if (isUtf16(evenNuls, oddNuls)) return { name: 'utf-16le', bomBytes: 0, unitBytes: 2 };
  if (isUtf16(oddNuls, evenNuls)) return { name: 'utf-16be', bomBytes: 0, unitBytes: 2 };
  return undefined;
}

/** A NUL character, or too many control characters, among the first ones (tab, line ends, form feed and escape are text). */
function looksBinary(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const { unitBytes } = encoding;
  const low = asciiOffset(encoding);
  const end = Math.min(bytes.length, limits.sniffedBytesMax);
  let units = 0;
  let controls = 0;
  for (let at = 0; at + unitBytes <= end; at += unitBytes) {
    units++;
    let isAscii = true;
    for (let k = 0; k < unitBytes; k++) if (k !== low && bytes[at + k] !== 0) isAscii = false;
    const value = bytes[at + low]!;
    if (!isAscii || (value >= 0x20 && value !== 0x7f)) continue;
    if (value === 0) return true;
    if (!textControls.has(value)) controls++;
  }
  return controls > units * limits.controlShareMax;
}

const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** ASCII is looked at in words of four bytes; only what is not is decoded, as that makes strings of it all. */
function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const step = 1 << 14;
  const words = new Int32Array(step / 4);
  const copy = new Uint8Array(words.buffer);
  try {
    let isInCharacter = false;
    for (let at = 0; at < bytes.length; at += step) {
      const piece = bytes.subarray(at, at + step);
      copy.set(piece);
      copy.fill(0, piece.length);
      if (!isInCharacter && isAscii(words)) continue;
      decoder.decode(piece, { stream: true });
      isInCharacter = piece.at(-1)! >= 0x80;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isAscii(words: Int32Array): boolean {
  let all = 0;
  for (let at = 0; at < words.length; at++) all |= words[at]!;
  return (all & 0x80808080) === 0;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((value, at) => bytes[at] === value);
}
