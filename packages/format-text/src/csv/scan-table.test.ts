import { describe, expect, test } from 'vitest';
import { asLatin1, latin1 } from '../../test/bytes.js';
import { limits } from '../limits.js';
import { scanTable } from './scan-table.js';
import type { Table } from './table.js';

function scanned(text: string, sign = ',') {
  const bytes = latin1(text);
  return scanTable(bytes, { start: 0, end: bytes.length }, { delimiter: sign.charCodeAt(0), quote: 0x22 });
}

function fieldsOf(table: Table): string[][] {
  return Array.from({ length: table.rowCount }, (_row, row) =>
    Array.from({ length: table.fieldCount(row) }, (_field, column) => table.text(table.field(row, column))),
  );
}

describe('fields', () => {
  test.each([
    [
      'plain ones',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty ones, at the end too',
      ',\na,\n',
      [
        ['', ''],
        ['a', ''],
      ],
    ],
    ['an empty one at the end of the file', 'a,', [['a', '']]],
    ['quoted delimiters and line breaks', '"a,b","c\r\nd"\n', [['"a,b"', '"c\r\nd"']]],
    ['doubled quotes', '"""a""",""\n', [['"""a"""', '""']]],
    ['quotes inside of bare fields', '5" pipe,b\n', [['5" pipe', 'b']]],
    ['a blank in front of a quote, which makes the field bare', ' "a",b\n', [[' "a"', 'b']]],
    [
      'NUL, 0xFF and a mark that is not at the start',
      'a\0,\xff\n\xef\xbb\xbfa,b\n',
      [
        ['a\0', '\xff'],
        ['\xef\xbb\xbfa', 'b'],
      ],
    ],
    ['a blank row, which has one', 'a\n\nb\n', [['a'], [''], ['b']]],
  ])('are raw bytes: %s', (_name, text, fields) => {
    const { table, problem } = scanned(text);
    expect(problem).toBeUndefined();
    expect(fieldsOf(table)).toEqual(fields);
  });

  test('with their delimiters and line ends tile the file, whatever the line ends', () => {
    const text = 'a,"x\ry"\r\nb,\rc\n\nd,"e"';
    const { table } = scanned(text);
    let rebuilt = '';
    for (let row = 0; row < table.rowCount; row++) {
      rebuilt += fieldsOf(table)[row]!.join(',') + table.text(table.lineEnd(row));
    }
    expect(rebuilt).toBe(text);
    expect(asLatin1(table.bytes)).toBe(text);
    expect(Array.from({ length: table.rowCount }, (_, row) => table.text(table.lineEnd(row)))).toEqual([
      '\r\n',
      '\r',
      '\n',
      '\n',
      '',
    ]);
  });
});

describe('a file that is no table', () => {
  test.each([
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'quote-open', 1],
    ['a lone quote at the end', 'a,"', 'quote-open', 0],
    ['text behind a closing quote', 'a,b\n1,2\n"x" ,3\n', 'text-behind-quote', 2],
    ['backslashes in front of quotes', '"a\\"b"\n', 'text-behind-quote', 0],
    ['too many columns', ','.repeat(limits.csvColumnsMax), 'columns-max', 0],
    ['too many rows', '\n'.repeat(limits.atomsMax + 1), 'rows-max', limits.atomsMax],
    [
      'too many fields',
      `${','.repeat(19)}\n`.repeat(limits.csvFieldsMax / 20 + 1),
      'fields-max',
      limits.csvFieldsMax / 20,
    ],
  ])('is told, with the row: %s', (_name, text, cause, row) => {
    const { table, problem } = scanned(text);
    expect(problem).toEqual({ cause, row });
    expect(table.rowCount).toBe(row);
  });
});
