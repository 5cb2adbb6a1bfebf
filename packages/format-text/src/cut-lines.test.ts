import { expect, test } from 'vitest';
import { latin1, utf8, utf16, utf32 } from '../test/bytes.js';
import { linesOf } from '../test/lines.js';
import type { Atoms } from './atoms.js';
import { cutLines, cutWholeLines } from './cut-lines.js';
import { detectEncoding, type TextEncoding } from './encoding.js';
import { countLines, endsWithLineEnd, isAllCrlf } from './line-ends.js';

const plain: TextEncoding = { name: 'utf-8', bomBytes: 0, unitBytes: 1 };

test.each([
  ['', []],
  ['a', ['a']],
  ['a\nb', ['a\n', 'b']],
  ['a\r\nb\rc\n\r', ['a\r\n', 'b\r', 'c\n', '\r']],
  ['\r\r\n\n', ['\r', '\r\n', '\n']],
  ['a\x85b\x0bc\x0cd\x1ce', ['a\x85b\x0bc\x0cd\x1ce']],
])('%j is cut at CR LF, LF and a lone CR, and nowhere else', (text, lines) => {
  expect(linesOf(latin1(text), plain)).toEqual(lines);
  expect(countLines(latin1(text), plain)).toBe(lines.length);
});

function rangesOf(atoms: Atoms): number[][] {
  return Array.from(atoms, ({ start, end }) => [start, end]);
}

test('16- and 32-bit text is cut on code units', () => {
  for (const bytes of [utf16('\ufeffĊ਍\r\nഊ\n\r'), utf16('\ufeffĊ਍\r\nഊ\n\r', true)]) {
    expect(rangesOf(cutLines({ bytes, encoding: detectEncoding(bytes) }, 9)!)).toEqual([
      [2, 10],
      [10, 14],
      [14, 16],
    ]);
  }
  for (const bytes of [utf16('\ufeffਁĀਁ\nb'), utf16('\ufeffਁĀਁ\nb', true)]) {
    expect(rangesOf(cutLines({ bytes, encoding: detectEncoding(bytes) }, 9)!)).toEqual([
      [2, 10],
      [10, 12],
    ]);
  }
  for (const bytes of [utf32('\ufeffĊ\nb'), utf32('\ufeffĊ\nb', true)]) {
    expect(rangesOf(cutLines({ bytes, encoding: detectEncoding(bytes) }, 9)!)).toEqual([
      [4, 12],
      [12, 16],
    ]);
  }
});

test('the body is the text without line end, or the whole line', () => {
  const bytes = utf8('\ufeffa\r\n');
  const encoding = detectEncoding(bytes);
  expect([...cutLines({ bytes, encoding }, 9)!]).toEqual([{ start: 3, bodyEnd: 4, end: 6 }]);
  expect([...cutWholeLines({ bytes, encoding }, 9)!]).toEqual([{ start: 0, bodyEnd: 6, end: 6 }]);
});

test('more atoms than allowed are no cut', () => {
  expect(cutLines({ bytes: utf8('a\nb\nc'), encoding: plain }, 3)).toHaveLength(3);
  expect(cutLines({ bytes: utf8('a\nb\nc'), encoding: plain }, 2)).toBeUndefined();
  expect(cutLines({ bytes: utf8('a\nb\nc\n'), encoding: plain }, 2)).toBeUndefined();
});

test('line ends of a file are told', () => {
  const file = (text: string) => [endsWithLineEnd(utf8(text), plain), isAllCrlf(utf8(text), plain)];
  expect(file('')).toEqual([true, false]);
  expect(file('a')).toEqual([false, false]);
  expect(file('a\r\nb')).toEqual([false, true]);
  expect(file('a\r\nb\r\n')).toEqual([true, true]);
  expect(file('a\r\nb\n')).toEqual([true, false]);
  expect(file('a\nb\r\n')).toEqual([true, false]);
  expect(file('a\r')).toEqual([true, false]);
  expect(endsWithLineEnd(utf16('ab\n'), { name: 'utf-16le', bomBytes: 0, unitBytes: 2 })).toBe(true);
  expect(endsWithLineEnd(utf16('abഊ', true), { name: 'utf-16be', bomBytes: 0, unitBytes: 2 })).toBe(false);
});
