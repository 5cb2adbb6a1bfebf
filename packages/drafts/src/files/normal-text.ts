/** Text in one form: UTF-8 without a byte order mark, lines ended by LF. */
import { detectEncoding, type EncodingName } from '@verbatim/format-text';
import { textHeadCharsMax } from '../limits.js';

/**
 * The normalised bytes; the same array where nothing needs to change. Binary files, and text whose encoding is not known
 * for sure, stay as they are; so does wide text without a byte order mark, which may be samples of 16 bits, and wide text that
 * names its encoding itself, which would no longer be true. Normalising twice gives the same as once.
 */
export function normalText(bytes: Uint8Array): Uint8Array {
  const encoding = detectEncoding(bytes);
  if (encoding.name === 'utf-8' && encoding.bomBytes === 0 && !bytes.includes(CR)) return bytes;
  const isWide = encoding.unitBytes > 1;
  if (isWide && encoding.bomBytes === 0) return bytes;
  const text = decode(bytes, encoding.name);
  if (text === undefined || (isWide && namesWideEncoding(text))) return bytes;
  const normal = new TextEncoder().encode(text.replace(/^\uFEFF+/, '').replace(/\r\n?/g, '\n'));
  // What would be taken for something else next time is left alone, or it would change again.
  const again = detectEncoding(normal);
  return again.name === 'utf-8' && again.bomBytes === 0 ? normal : bytes;
}

const CR = 0x0d;

/** As XML, HTML and style sheets do at their start. */
function namesWideEncoding(text: string): boolean {
  return /\b(?:encoding|charset)\s*=?\s*["']?(?:utf-?(?:16|32)|ucs-?[24]|iso-10646-ucs)/i.test(
    text.slice(0, textHeadCharsMax),
  );
}

/** Undefined where the bytes are no text, or no valid text, in a known encoding. */
function decode(bytes: Uint8Array, name: EncodingName): string | undefined {
  if (name === 'binary' || name === 'unknown-8bit') return undefined;
  if (name === 'utf-32le' || name === 'utf-32be') return decode32(bytes, name === 'utf-32le');
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `TextDecoder` knows no UTF-32. */
function decode32(bytes: Uint8Array, isLittle: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    characters.push(String.fromCodePoint(point));
  }
  return characters.join('');
}
