import { asciiOffset, type EncodingName } from './encoding.js';

/** One step of decoding: the character at an offset, or none where the bytes make no character, and the bytes it takes. */
export interface DecodedStep {
  readonly codePoint: number | undefined;
  readonly byteCount: number;
}

/**
 * Decodes the character at `at`, for display only: what is decoded is never written back. Anything of 8 bits is read as
 * UTF-8; bytes that are none come back one by one, a broken unit of UTF-16 or UTF-32 as a whole.
 */
export function decodeAt(bytes: Uint8Array, at: number, encoding: EncodingName): DecodedStep {
  switch (encoding) {
    case 'utf-16le':
    case 'utf-16be':
      return decodeUtf16(bytes, at, asciiOffset({ name: encoding, bomBytes: 0, unitBytes: 2 }));
    case 'utf-32le':
    case 'utf-32be':
      return decodeUtf32(bytes, at, encoding === 'utf-32le');
    case 'utf-8':
    case 'unknown-8bit':
    case 'binary':
      return decodeUtf8(bytes, at);
  }
}

function decodeUtf8(bytes: Uint8Array, at: number): DecodedStep {
  const first = bytes[at]!;
  if (first < 0x80) return { codePoint: first, byteCount: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let codePoint = first & (0x7f >> length);
  for (let k = 1; k < length; k++) {
    const next = bytes[at + k] ?? 0;
    if ((next & 0xc0) !== 0x80) return undecodable(1);
    codePoint = (codePoint << 6) | (next & 0x3f);
  }
  // Overlong forms, surrogates and what lies behind the last plane are not UTF-8 (RFC 3629).
  const smallest = [0x80, 0x800, 0x10000][length - 2]!;
  const isValid = first >= 0xc2 && first <= 0xf4 && codePoint >= smallest && isScalar(codePoint);
  return isValid ? { codePoint, byteCount: length } : undecodable(1);
}

function decodeUtf16(bytes: Uint8Array, at: number, low: number): DecodedStep {
  const unitAt = (offset: number) => (bytes[offset + low]! | (bytes[offset + 1 - low]! << 8)) >>> 0;
  if (at + 2 > bytes.length) return undecodable(bytes.length - at);
  const first = unitAt(at);
  if (isScalar(first)) return { codePoint: first, byteCount: 2 };
  const second = at + 4 <= bytes.length ? unitAt(at + 2) : 0;
  const isPair = first < 0xdc00 && second >= 0xdc00 && second <= 0xdfff;
  if (!isPair) return undecodable(2);
  return { codePoint: 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), byteCount: 4 };
}

function decodeUtf32(bytes: Uint8Array, at: number, isLittle: boolean): DecodedStep {
  if (at + 4 > bytes.length) return undecodable(bytes.length - at);
  const codePoint = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, isLittle);
  return isScalar(codePoint) ? { codePoint, byteCount: 4 } : undecodable(4);
}

function undecodable(byteCount: number): DecodedStep {
  return { codePoint: undefined, byteCount };
}

function isScalar(codePoint: number): boolean {
  return codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
}
