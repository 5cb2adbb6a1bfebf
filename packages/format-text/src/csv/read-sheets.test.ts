import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../../test/bytes.js';
import type { Side } from '../cut-file.js';
import { detectEncoding } from '../encoding.js';
import { readSheets } from './read-sheets.js';

const sideOf = (bytes: Uint8Array): Side => ({ bytes, encoding: detectEncoding(bytes) });

function read(before: string, after = before) {
  const sheets = readSheets(sideOf(utf8(before)), sideOf(utf8(after)));
  if ('unfit' in sheets) throw new Error(sheets.unfit);
  return sheets;
}

function unfitOf(before: Uint8Array, after = before): string | undefined {
  const sheets = readSheets(sideOf(before), sideOf(after));
  return 'unfit' in sheets ? sheets.unfit : undefined;
}

const signsOf = (text: string): string => {
  const { delimiter, quote } = read(text).before.table.dialect;
  return String.fromCharCode(delimiter, quote);
};

describe('the dialect', () => {
  test.each([
    ['a,b\n1,2\n', ',"'],
    ['a;b\n1,5;2,5\n', ';"'],
    ['a\tb, c\n1\t2, 3\n', '\t"'],
    ['a|b\n1|2\n', '|"'],
    ['sep=;\na,b;c\n', ';"'],
    ['sep=|\r\na\r\n', '|"'],
    ['name\nAnna\n', ',"'],
    ["a,b\n'x, y',2\n'z',3\n", ",'"],
    ["a,b\nit's,2\n", ',"'],
    ['"a; b","c; d"\n"e; f",g\n', ',"'],
    ['Emma,"love;wit",4\nUbik,"sf;time",5\n', ',"'],
    ['Lamp;12" wide\nDesk;60" wide\n', ';"'],
    ['a\the said, "hi"\nb\tshe said, "no"\n', '\t"'],
  ])('of %j is %j', (text, signs) => {
    expect(signsOf(text)).toBe(signs);
  });

  test('of before holds for after, as long as after is written in it', () => {
    const sheets = read('a,b\n1,2\n', 'a,b;c\n1,2;3\n');
    expect(sheets.after.table.dialect).toEqual(sheets.before.table.dialect);
    expect(read('a,b\n1,2\n', 'a;b\n1;2\n').after.table.dialect.delimiter).toBe(';'.charCodeAt(0));
  });

  test('of the other side serves where one is empty, or is one column', () => {
    expect(read('', 'a;b\n1;2\n').before.table.dialect.delimiter).toBe(';'.charCodeAt(0));
    expect(read('a\n1\n', 'a;b\n1;2\n').before.table.dialect.delimiter).toBe(';'.charCodeAt(0));
  });
});

describe('the header', () => {
  test.each([
    ['a row of names', 'id,name\n1,Anna\n', true],
    ['names that are years', 'city,1990,1991\nRome,1,2\n', true],
    ['an empty name', ',name\n1,Anna\n', true],
    ['a row with a number', 'Anna,1\nBen,2\n', false],
    ['a row that is longer than the others', 'a,b,c\n1,2\n3,4\n', false],
  ])('is %s: %j is %s', (_name, text, hasHeader) => {
    expect(read(text).hasHeader).toBe(hasHeader);
  });

  test('is none where one side lost it', () => {
    expect(read('name,city\nAnna,Rome\nBen,Paris\n', 'Anna,Rome\nBen,Paris\n').hasHeader).toBe(false);
  });
});

describe('what is no table says so', () => {
  test.each([
    ['UTF-16', utf16('\ufeffa,b\n1,2\n'), 'Tables in utf-16le are compared line by line.'],
    [
      'ISO-2022-JP',
      latin1('a,b\n\x1b$B\x22\x2c\x1b(B,c\n'),
      'The file has escape characters, so commas may be halves of ISO-2022 characters.',
    ],
    ['malformed quoting', utf8('a;b\n"x";"y"\n"q"z;1\n'), 'Row 3 of the old version has text behind a closing quote.'],
    ['a quote without end', utf8('a,b\n1,"2\n'), 'A quote that opens in row 2 of the old version is never closed.'],
    [
      'quoted cells behind a sign that is no delimiter',
      utf8('a^"x;y"\nb^"z;w"\n'),
      'A cell in row 1 of the old version holds a quote without its other half.',
    ],
    ['prose', utf8('a\nb, c\nd, e, f\ng, h, i, j\n'), 'Most rows of the old version have different numbers of fields.'],
    [
      'CR beside blank rows with LF',
      utf8('a,b\rc,d\r\n\n\r'),
      'Rows end with CR in some places, and blank ones with LF in others.',
    ],
    [
      'a second mark before a quote',
      utf8('a,b\n\ufeff"c",d\n'),
      'A row of the old version begins with a byte order mark before a quote.',
    ],
  ])('%s', (_name, bytes, sentence) => {
    expect(unfitOf(bytes)).toBe(sentence);
  });

  test('a bar in an unknown encoding may be half a letter; a comma is not', () => {
    const sheets = readSheets(sideOf(latin1('\x83|,b\n1,2\n')), sideOf(latin1('\x83|,b\n1,3\n')));
    expect('unfit' in sheets ? sheets.unfit : sheets.before.table.dialect.delimiter).toBe(','.charCodeAt(0));
    const bars = readSheets(sideOf(latin1('\xe9|b\n1|2\n')), sideOf(latin1('\xe9|b\n1|3\n')));
    expect('unfit' in bars ? bars.unfit : bars.before.width).toBe(1);
  });
});
