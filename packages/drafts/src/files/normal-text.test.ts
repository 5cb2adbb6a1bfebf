import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalText } from './normal-text.js';

const of = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));
const utf32 = (text: string): Uint8Array => {
  const points = Array.from(`\uFEFF${text}`, (character) => character.codePointAt(0) ?? 0);
  return new Uint8Array(new Uint32Array(points).buffer);
};
const longText = 'some text that is long enough to be recognised without a mark\r\n';

describe('text', () => {
  it.each([
    ['a byte order mark goes', of('\uFEFFa\n'), 'a\n'],
    ['CR LF and CR become LF', of('a\r\nb\rc\n'), 'a\nb\nc\n'],
    ['UTF-16 with a mark becomes UTF-8', of('\uFEFFé\r\n', 'utf16le'), 'é\n'],
    [
      'UTF-16 in which a page speaks of UTF-8',
      of('\uFEFF<meta charset="utf-8">\r\n', 'utf16le'),
      '<meta charset="utf-8">\n',
    ],
    ['UTF-32 becomes UTF-8', utf32('a😀\r\n'), 'a😀\n'],
    ['a file of a mark alone becomes empty', of('\uFEFF'), ''],
    ['a last line stays without an end', of('a\r\nb'), 'a\nb'],
    ['decomposed letters stay as they are', of('e\u0301\n'), 'e\u0301\n'],
  ])('%s', (_, given, normal) => expect(Buffer.from(normalText(given)).toString()).toBe(normal));

  it.each([
    ['plain text', of('a\nb\n')],
    ['nothing', of('')],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
    ['an encoding that is not known', of('caf\xe9\r\n', 'latin1')],
    ['UTF-16 without a mark', of(longText, 'utf16le')],
    ['samples of 16 bits', new Uint8Array(Uint16Array.from({ length: 64 }, (_, at) => 100 + (at % 50) * 2).buffer)],
    ['XML that says it is UTF-16', of('\uFEFF<?xml version="1.0" encoding="UTF-16"?>\r\n<a/>', 'utf16le')],
    ['a page that says it is UTF-16', of('\uFEFF<meta charset=utf-16>\r\n', 'utf16le')],
    ['a style sheet that says it is UTF-16', of('\uFEFF@charset "utf-16";\r\n', 'utf16le')],
    ['half of a surrogate pair', of('\uFEFFa\ud800b\r\n', 'utf16le')],
  ])('%s stays, the very same bytes', (_, given) => expect(normalText(given)).toBe(given));

  it('is not changed by normalising it again', () => {
    const pieces = fc.constantFrom('\r', '\n', '\r\n', 'a', 'é', '\uFEFF', '\0', '😀', '\t', '\x01', 'plain words ');
    const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
    const encoded = fc
      .tuple(texts, fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'))
      .map(([given, encoding]) => of(given, encoding));
    fc.assert(
      fc.property(fc.oneof(encoded, texts.map(utf32), fc.uint8Array({ maxLength: 60 })), (given) => {
        const once = normalText(given);
        expect(normalText(once)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that would be taken for something else afterwards stays', () => {
    const given = of(`${'\r\n'.repeat(8_192)}${'\0a'.repeat(8_192)}`);
    expect(normalText(normalText(given))).toEqual(normalText(given));
  });
});
