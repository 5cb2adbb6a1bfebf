import { emptyHash, hashOfRange, mixByte, mixCodePoint } from './hash.js';

/** Reads scalars strictly as RFC 8259 spells them. */
export class TokenReader {
  /** Hashes of the token that was read last: of its bytes, and of what they mean. */
  text = 0;
  meaning = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Byte offset behind the string that begins at `start`; where it breaks off, the offset of the culprit, as `-1 - offset`. */
  string(start: number): number {
    const bytes = this.#bytes;
    let hash = emptyHash;
    for (let at = start + 1; ; at++) {
      const value = bytes[at];
      if (value === QUOTE) return this.#read(hash, hash, at + 1);
      if (value === BACKSLASH) return this.#stringWithEscapes(at, hash);
      if (value === undefined || value < 0x20) return -1 - at;
      hash = mixByte(hash, value);
    }
  }

  /** The same for a number. */
  number(start: number): number {
    const bytes = this.#bytes;
    let at = bytes[start] === MINUS ? start + 1 : start;
    if (!isDigit(bytes[at])) return -1 - at;
    at = bytes[at] === ZERO ? at + 1 : this.#behindDigits(at);

    let isPlain = true;
    let hasExponent = false;
    if (bytes[at] === DOT) {
      if (!isDigit(bytes[at + 1])) return -1 - (at + 1);
      at = this.#behindDigits(at + 1);
      isPlain = bytes[at - 1] !== ZERO;
    }
    if (bytes[at] === LOWER_E || bytes[at] === UPPER_E) {
      at += bytes[at + 1] === PLUS || bytes[at + 1] === MINUS ? 2 : 1;
      if (!isDigit(bytes[at])) return -1 - at;
      at = this.#behindDigits(at);
      isPlain = false;
      hasExponent = true;
    }
    const text = hashOfRange(bytes, start, at);
    return this.#read(text, isPlain ? text : hashOfAmount(bytes, start, at, hasExponent), at);
  }

  /** The same for `true`, `false` and `null`. */
  literal(start: number): number {
    const word = words.get(this.#bytes[start] ?? 0) ?? '?';
    for (let k = 0; k < word.length; k++) if (this.#bytes[start + k] !== word.charCodeAt(k)) return -1 - (start + k);
    const end = start + word.length;
    const text = hashOfRange(this.#bytes, start, end);
    return this.#read(text, text, end);
  }

  #stringWithEscapes(firstEscape: number, hash: number): number {
    const bytes = this.#bytes;
    let text = hash;
    let meaning = hash;
    for (let at = firstEscape; ; ) {
      const value = bytes[at];
      if (value === QUOTE) return this.#read(text, meaning, at + 1);
      if (value === undefined || value < 0x20) return -1 - at;
      if (value !== BACKSLASH) {
        text = mixByte(text, value);
        meaning = mixByte(meaning, value);
        at++;
        continue;
      }
      const { codePoint, end } = this.#escape(at);
      if (codePoint === -1) return -1 - end;
      meaning = mixCodePoint(meaning, codePoint);
      for (; at < end; at++) text = mixByte(text, bytes[at]!);
    }
  }

  /** The character that an escape stands for, two halves of a surrogate pair together; -1 where it is none. */
  #escape(at: number): { codePoint: number; end: number } {
    const letter = this.#bytes[at + 1] ?? 0;
    const short = shortEscapes.get(letter);
    if (short !== undefined) return { codePoint: short, end: at + 2 };
    const high = letter === LOWER_U ? this.#hex4(at + 2) : -1;
    if (high === -1) return { codePoint: -1, end: at };
    const end = at + 6;
    const mayBePair =
      high >= 0xd800 && high < 0xdc00 && this.#bytes[end] === BACKSLASH && this.#bytes[end + 1] === LOWER_U;
    const low = mayBePair ? this.#hex4(end + 2) : -1;
    if (low < 0xdc00 || low > 0xdfff) return { codePoint: high, end };
    return { codePoint: 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), end: end + 6 };
  }

  #hex4(start: number): number {
    let number = 0;
    for (let at = start; at < start + 4; at++) {
      const digit = hexDigit(this.#bytes[at] ?? 0);
      if (digit === -1) return -1;
      number = number * 16 + digit;
    }
    return number;
  }

  #behindDigits(start: number): number {
    let at = start;
    while (isDigit(this.#bytes[at])) at++;
    return at;
  }

  #read(text: number, meaning: number, end: number): number {
    this.text = text;
    this.meaning = meaning;
    return end;
  }
}

/** Bytes of a number, with its point, up to which a double holds all digits. */
const plainFractionBytesMax = 16;

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const UPPER_E = 0x45;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const LOWER_U = 0x75;

const words: ReadonlyMap<number, string> = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));

const shortEscapes: ReadonlyMap<number, number> = new Map(
  ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

function isDigit(value: number | undefined): boolean {
  return value !== undefined && value >= 0x30 && value <= 0x39;
}

function hexDigit(value: number): number {
  if (value >= 0x30 && value <= 0x39) return value - 0x30;
  const lower = value | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The same for `1`, `1.0` and `1e0`. It may be the same for numbers that differ too, in digits that a double cannot hold. */
function hashOfAmount(bytes: Uint8Array, start: number, end: number, hasExponent: boolean): number {
  // A short fraction is printed as it is spelled, but for zeros at its end.
  if (!hasExponent && end - start <= plainFractionBytesMax) {
    let last = end - 1;
    while (bytes[last] === ZERO) last--;
    const plainEnd = bytes[last] === DOT ? last : last + 1;
    // Zero has no sign, and a fraction that starts with many zeros is printed with an exponent.
    if (bytes[start] !== MINUS && bytes[start] !== ZERO) return hashOfRange(bytes, start, plainEnd);
  }
  const amount = String(Number(String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 1_000)))));
  let hash = emptyHash;
  for (let at = 0; at < amount.length; at++) hash = mixByte(hash, amount.charCodeAt(at));
  return hash;
}
