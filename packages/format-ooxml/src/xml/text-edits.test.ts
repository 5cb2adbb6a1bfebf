import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackageError } from '../problem.js';
import { decodeXml, encodeXml } from './encoding.js';
import { escapeXml, forbiddenCharacter } from './escape.js';
import { applySplices } from './splice.js';
import { removeAttribute, setAttribute, tagEndingAt } from './start-tag.js';

test('decoding and encoding is the identity on valid text, in every form', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'), fc.boolean(), (value, encoding, hasBom) => {
      const bomBytes = encoding === 'utf-8' ? (hasBom ? 3 : 0) : 2;
      const bytes = encodeXml(value, { encoding, bomBytes } as Parameters<typeof encodeXml>[1]);
      const decoded = decodeXml(bytes, 'p');
      if (bomBytes === 0 && value.startsWith('\ufeff')) return;
      expect(decoded.text).toBe(value);
      expect(encodeXml(decoded.text, decoded)).toEqual(bytes);
    }),
  );
});

test.each([[[0x3c, 0xff]], [[0xc3]], [[0xff, 0xfe, 0x3c]], [[0xff, 0xfe, 0x00, 0xd8]]])(
  'bytes that are no text are refused: %j',
  (bytes) => {
    expect(() => decodeXml(Uint8Array.from(bytes), 'p')).toThrow(PackageError);
  },
);

test('splices are applied at their places in the old text', () => {
  const splices = [
    { start: 5, end: 5, text: 'E' },
    { start: 0, end: 2, text: '' },
    { start: 2, end: 3, text: 'X' },
    { start: 5, end: 5, text: 'F' },
  ];
  expect(applySplices('abcde', splices)).toBe('XdeEF');
  expect(applySplices('abc', [])).toBe('abc');
});

test.each([
  ['<c r="A1" s="2">', 's', '<c r="A1" s="9">'],
  ["<c r='A1' s = '2' />", 's', "<c r='A1' s = '9' />"],
  ['<c r="A1"/>', 's', '<c r="A1" s="9"/>'],
  ['<c>', 's', '<c s="9">'],
  ['<x:c xs="1" x:s="2">', 's', '<x:c xs="1" x:s="2" s="9">'],
  ['<c t=" s=&quot;1&quot; " s="3">', 's', '<c t=" s=&quot;1&quot; " s="9">'],
  [`<c a='s="1"' s="3">`, 's', `<c a='s="1"' s="9">`],
])('an attribute is set in place: %s', (tag, name, wanted) => {
  const place = tagEndingAt(`<a>${tag}`, 3 + tag.length);
  expect(place.start).toBe(3);
  expect(applySplices(`<a>${tag}`, [setAttribute(`<a>${tag}`, place, name, '9')])).toBe(`<a>${wanted}`);
});

test('an attribute is taken out with the space before it', () => {
  const tag = '<row r="1" spans="1:3" ht="5">';
  const splice = removeAttribute(tag, { start: 0, end: tag.length }, 'spans');
  expect(applySplices(tag, [splice!])).toBe('<row r="1" ht="5">');
  expect(removeAttribute(tag, { start: 0, end: tag.length }, 'span')).toBeUndefined();
});

test('text is escaped, and characters that XML has no place for are named', () => {
  expect(escapeXml(`a & b < c > "d" 'e' ]]>`)).toBe(`a &amp; b &lt; c &gt; &quot;d&quot; 'e' ]]&gt;`);
  expect(['a\tb\nc\r', '\ud7ff\ue000\ufffd🦓'].map(forbiddenCharacter)).toEqual([undefined, undefined]);
  expect(['\0', 'a\u000b', '\ufffe', '\uffff', '\ud800', 'a\udc00b'].map(forbiddenCharacter)).toEqual([
    'U+0000',
    'U+000B',
    'U+FFFE',
    'U+FFFF',
    'U+D800',
    'U+DC00',
  ]);
});
