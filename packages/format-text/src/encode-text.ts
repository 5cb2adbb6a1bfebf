import { asciiOffset, type TextEncoding } from './encoding.js';

/**
 * Encodes text as the bytes that a file in this encoding holds for it, without a byte order mark. `undefined` where that
 * cannot be said for sure: half of a surrogate pair anywhere, anything but ASCII in an unknown encoding, any text in binary.
 */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  if (/\p{Surrogate}/u.test(text)) return undefined;
  switch (encoding.name) {
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'unknown-8bit':
      return /^[\0-\x7f]*$/.test(text) ? new TextEncoder().encode(text) : undefined;
    case 'binary':
      return undefined;
    case 'utf-16le':
    case 'utf-16be':
      return widen(
        Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
        encoding,
      );
    case 'utf-32le':
    case 'utf-32be':
      return widen(
        Array.from(text, (character) => character.codePointAt(0)!),
        encoding,
      );
  }
}

function widen(units: readonly number[], encoding: TextEncoding): Uint8Array {
  const { unitBytes } = encoding;
  const isLittle = asciiOffset(encoding) === 0;
  const bytes = new Uint8Array(units.length * unitBytes);
  units.forEach((unit, index) => {
    for (let k = 0; k < unitBytes; k++) {
      const place = isLittle ? k : unitBytes - 1 - k;
      bytes[index * unitBytes + place] = (unit >>> (8 * k)) & 0xff;
    }
  });
  return bytes;
}
