import { describe, expect, test } from 'vitest';
import { asLatin1, latin1, utf8, utf16 } from '../../test/bytes.js';
import { checkExact, verdictsOf } from '../../test/promises.js';
import { findChanges } from '../find-changes.js';
import { type ChangeSet, compose } from '../index.js';
import { limits } from '../limits.js';

function changesOf(before: string | Uint8Array, after: string | Uint8Array): ChangeSet {
  const bytes = (file: string | Uint8Array) => (typeof file === 'string' ? utf8(file) : file);
  const set = findChanges(bytes(before), bytes(after), { fileName: 'table.csv' });
  checkExact(set);
  return set;
}

const summary = (before: string | Uint8Array, after: string | Uint8Array): string[] =>
  changesOf(before, after).changes.map(({ kind, label }) => `${kind}: ${label}`);

/** The file when only the changes at these places are accepted. */
function accepting(set: ChangeSet, ...places: number[]): string {
  return asLatin1(
    compose(
      set,
      verdictsOf(set.changes, (at) => places.includes(at)),
    ),
  );
}

const table = 'id,name,amount\nA1,Anna,10\nA2,Ben,20\nA3,Cleo,30\n';

describe('a cell', () => {
  test('is named by row, key and column, as a spreadsheet counts rows', () => {
    expect(summary(table, table.replace('20', '25'))).toEqual(['cell: row 3 (id=A2) > amount']);
  });

  test('is decided alone, also beside another one', () => {
    const set = changesOf(table, table.replace('Ben,20', 'Bea,25'));
    expect(set.changes.map(({ label }) => label)).toEqual(['row 3 (id=A2) > name', 'row 3 (id=A2) > amount']);
    expect(accepting(set, 0)).toContain('A2,Bea,20\n');
    expect(accepting(set, 1)).toContain('A2,Ben,25\n');
  });

  test('of lists between semicolons is not cut inside its quotes', () => {
    const before = 'Dune,"sf;epic;desert;war",5\nEmma,"love;wit;village;1815",4\nUbik,"sf;time;death;spray",5\n';
    expect(summary(before, before.replace('"love;wit;village;1815"', 'love;wit;village;1815'))).toEqual([
      'quoting-only: row 2 "Emma" > column 2',
    ]);
  });

  test('without a header is named by what its row says first, and the number of its column', () => {
    expect(summary('1,2,3\n4,5,6\n', '1,2,3\n4,7,6\n')).toEqual(['cell: row 2 "4" > column 2']);
  });

  test('under a name that occurs twice, or is empty, has a number too', () => {
    expect(summary('id,x,x,\nk1,1,2,3\n', 'id,x,x,\nk1,1,9,8\n')).toEqual([
      'cell: row 2 (id=k1) > column 3',
      'cell: row 2 (id=k1) > column 4',
    ]);
  });

  test('keeps quotes, line breaks and multi-byte text of both sides', () => {
    const set = changesOf('id,note\nk1,"a, ""b""\nc"\nk2,é\n', 'id,note\nk1,"a, ""b""\nd"\nk2,漢字\n');
    expect(set.changes).toHaveLength(2);
    expect(accepting(set, 1)).toBe(asLatin1(utf8('id,note\nk1,"a, ""b""\nc"\nk2,漢字\n')));
  });

  test.each([
    ['quoting-only', 'Anna', '"Anna"'],
    ['number-spelling', '10', '10.0'],
    ['cell', 'A1', 'A01'],
  ])('that differs in spelling only says so: %s', (kind, before, after) => {
    expect(changesOf(table, table.replace(before, after)).changes.map((change) => change.kind)).toEqual([kind]);
  });

  test('that names its row is named by another one when it changes', () => {
    expect(summary(table, table.replace('A2', 'B2'))).toEqual(['cell: row 3 (name=Ben) > id']);
  });

  test('that is hidden text is shown as such in the label', () => {
    const before = 'id,name\na\u202eb,1\nc,2\n';
    expect(summary(before, before.replace(',1', ',9'))).toEqual(['cell: row 2 (id=a\\u{202E}b) > name']);
  });

  test('of rows that only the quotes tell apart is still found by row', () => {
    const before = 'a,b\n1,x\n2,y\n';
    expect(summary(before, 'a,b\n"1","x"\n"2","z"\n')).toEqual([
      'quoting-only: row 2 (a=1) > a',
      'quoting-only: row 2 (a=1) > b',
      'quoting-only: row 3 (a=2) > a',
      'cell: row 3 (a=2) > b',
    ]);
  });
});

describe('a row', () => {
  test('that came or went takes its line end along', () => {
    expect(summary(table, `${table}A4,Dora,40\n`)).toEqual(['row: row 5 (id=A4) added']);
    expect(summary(table, table.replace('A2,Ben,20\n', ''))).toEqual(['row: row 3 (id=A2) removed']);
  });

  test('behind a last row without line end takes that line end along', () => {
    const set = changesOf('a,b\n1,2', 'a,b\n1,2\n3,4');
    expect(set.changes.map(({ label }) => label)).toEqual(['row 3 (a=3) added']);
    expect(set.changes[0]!.parts).toEqual([{ before: { start: 7, end: 7 }, after: { start: 7, end: 11 } }]);
    expect(summary('a,b\n1,2\n3,4', 'a,b\n1,2')).toEqual(['row: row 3 (a=3) removed']);
  });

  test('that was put in its place has nothing in common with the old one', () => {
    expect(summary(table, table.replace('A2,Ben,20', 'B7,Xenia,99'))).toEqual([
      'row: row 3 (id=A2) replaced by row 3 (id=B7)',
    ]);
  });

  test('that moved is one change of two parts', () => {
    const set = changesOf(table, 'id,name,amount\nA2,Ben,20\nA3,Cleo,30\nA1,Anna,10\n');
    expect(set.changes.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
      'row-move: row 2 (id=A1) moved to row 4',
    ]);
    expect(set.changes[0]!.parts).toHaveLength(2);
  });

  test('that moved and was edited is one change too, and no mere move', () => {
    expect(summary(table, 'id,name,amount\nA2,Ben,20\nA3,Cleo,30\nA1,Anna,11\n')).toEqual([
      'row: row 2 (id=A1) moved to row 4 and edited',
    ]);
  });

  test('of a list of one column is named by what it says, and several by the first and the last', () => {
    expect(summary('fruit\nApple\nFig\nPear\n', 'fruit\nApple\nPear\n')).toEqual(['row: row 3 "Fig" removed']);
    expect(summary('a,b\n1,2\n', 'a,b\n1,2\n3,4\n5,6\n7,8\n')).toEqual(['row: rows 3-5 (a=3 to 7) added']);
  });

  test('is known by the column that tells most: running numbers are not it', () => {
    const before = 'no,name,amount\n1,Anna,10\n2,Ben,20\n3,Cleo,30\n';
    expect(summary(before, 'no,name,amount\n1,Xenia,99\n2,Anna,10\n3,Ben,20\n4,Cleo,30\n')).toEqual([
      'row: row 2 (name=Xenia) added; row 3 (name=Anna) > no',
      'cell: row 4 (name=Ben) > no',
      'cell: row 5 (name=Cleo) > no',
    ]);
  });

  test('without a key is known by most of its cells', () => {
    const before = 'a,b,c\nx,1,1\nx,1,1\ny,2,3\ny,2,4\n';
    expect(summary(before, 'a,b,c\nx,1,1\nx,1,1\ny,2,5\ny,2,4\n')).toEqual(['cell: row 4 > c']);
  });

  test('that got more fields is one change', () => {
    expect(summary(table, table.replace('Ben,20', 'Ben,20,x'))).toEqual(['row: row 3, 3 to 4 fields']);
  });
});

describe('a column', () => {
  test('that came is one change of all rows', () => {
    const after = 'id,vat,name,amount\nA1,2,Anna,10\nA2,4,Ben,20\nA3,6,Cleo,30\n';
    const set = changesOf(table, after);
    expect(set.changes.map(({ kind, label }) => `${kind}: ${label}`)).toEqual(['column: column "vat" added']);
    expect(set.changes[0]!.parts).toHaveLength(4);
  });

  test('that came first, or last, or went is one change too', () => {
    expect(summary('b,c\n1,2\n', 'a,b,c\n0,1,2\n')).toEqual(['column: column "a" added']);
    expect(summary('a,b\n1,2\n', 'a,b,c\n1,2,3\n')).toEqual(['column: column "c" added']);
    expect(summary('a,b,c\n1,2,3\n', 'a,c\n1,3\n')).toEqual(['column: column "b" removed']);
  });

  test('leaves edited cells of other columns alone', () => {
    const set = changesOf(table, 'id,name,amount,vat\nA1,Anna,10,2\nA2,Bea,20,4\nA3,Cleo,30,6\n');
    expect(set.changes.map(({ label }) => label)).toEqual(['column "vat" added', 'row 3 (id=A2) > name']);
    expect(accepting(set, 1)).toBe(table.replace('Ben', 'Bea'));
  });

  test('takes rows along that came or went, as they have the width of one side', () => {
    expect(summary(table, 'id,name\nA1,Anna\nA3,Cleo\nA4,Dora\n')).toEqual([
      'column: column "amount" removed, 1 row added, 1 row removed',
    ]);
  });

  test('that got another name is one cell', () => {
    expect(summary(table, table.replace('amount', 'net'))).toEqual(['column: column "amount" renamed to "net"']);
  });

  test('with another name and other values is another column', () => {
    expect(summary(table, 'id,name,city\nA1,Anna,Rome\nA2,Ben,Paris\nA3,Cleo,Oslo\n')).toEqual([
      'column: column "city" added, column "amount" removed',
    ]);
  });

  test('that moved is one change', () => {
    expect(summary(table, 'amount,id,name\n10,A1,Anna\n20,A2,Ben\n30,A3,Cleo\n')).toEqual([
      'column: column "amount" moved',
    ]);
  });

  test('that moved and was edited says so', () => {
    expect(summary(table, 'amount,id,name\n10,A1,Anna\n25,A2,Ben\n30,A3,Cleo\n')).toEqual([
      'column: column "amount" moved, 1 cell edited',
    ]);
  });

  test('of a table without names is found by its values', () => {
    expect(summary('1,x,5\n2,y,6\n3,z,7\n', '1,x,0,5\n2,y,0,6\n3,z,0,7\n')).toEqual(['column: column 3 added']);
  });

  test('and all others may be replaced at once', () => {
    expect(summary('a,b\n1,2\n', 'x,y,z\n7,8,9\n')).toHaveLength(1);
  });
});

describe('what is not content', () => {
  test('line ends are one change of all rows', () => {
    const set = changesOf(table, table.replace('20', '25').replaceAll('\n', '\r\n'));
    expect(set.changes.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
      'eol: line ends LF to CRLF, 4 lines',
      'cell: row 3 (id=A2) > amount',
    ]);
  });

  test('line ends stay apart from columns and from empty last cells', () => {
    expect(summary('a,b\n1,\n2,x\n', 'a,b\r\n1,y\r\n2,x\r\n')).toEqual([
      'eol: line ends LF to CRLF, 2 lines',
      'cell: row 2 (a=1) > b',
    ]);
    expect(summary('a,b\n1,2\n', 'a,b,c\r\n1,2,3\r\n')).toEqual(['column: column "c" added']);
  });

  test('the final line end, and the byte order mark', () => {
    expect(summary('a,b\n1,2', 'a,b\n1,2\n')).toEqual(['eol: final line end added']);
    expect(summary('a,b\n1,2', '\ufeffa,b\n1,2')).toEqual(['bom: byte order mark added']);
    expect(summary('a,b\n1,2', '\ufeffx,b\n1,2')).toEqual(['column: byte order mark added; column "a" renamed to "x"']);
  });

  test('another sign for quotes is one change, too', () => {
    expect(summary("a,b\n'1,5',2\n", 'a,b\n"1,5",2\n')).toEqual(['dialect: whole table: quotes \' to "']);
  });

  test('the line that names the delimiter counts as no row', () => {
    expect(summary('sep=;\na;b\n1;2\n', 'sep=;\na;b\n1;3\n')).toEqual(['cell: row 2 (a=1) > b']);
    expect(summary('a;b\n1;2\n', 'sep=;\na;b\n1;2\n')).toEqual(['row: separator line added']);
    expect(summary('sep=;', 'sep=;\na;b\n')).toEqual(['row: row 1 added']);
  });

  test('another delimiter is one change of the whole table', () => {
    expect(summary('a,b\n1,2\n', 'a;b\n1;2\n')).toEqual(['dialect: whole table: delimiter "," to ";"']);
  });
});

describe('encodings and bad input', () => {
  test.each([';', '\t', '|', ','])('tables with the delimiter %j are cut at it alone', (delimiter) => {
    const before = 'id,note\nk1,x y\nk2,z\n'.replaceAll(',', delimiter);
    expect(summary(before, before.replace('x y', 'x:y'))).toEqual(['cell: row 2 (id=k1) > note']);
  });

  test('rows that end with CR alone, and NULs, are read too', () => {
    expect(summary('a,b\r1,2\r3,4\r', 'a,b\r1,2\r3,5\r')).toEqual(['cell: row 3 (a=3) > b']);
    const long = `a,b\n${'1,2\n'.repeat(limits.sniffedBytesMax / 4)}`;
    expect(summary(`${long}x,\0\n`, `${long}y,\0\n`)).toHaveLength(1);
  });

  test('a header that changes while a column is put in leaves names and cells apart', () => {
    expect(summary(table, 'id,full name,vat,amount\nA1,Anna,3,10\nA2,Ben,4,25\nA3,Cleo,5,30\n')).toEqual([
      'column: column "name" renamed to "full name"',
      'column: column "vat" added',
      'cell: row 3 (id=A2) > amount',
    ]);
  });

  test('8-bit text is cut at commas, and a table in UTF-16 by lines', () => {
    expect(summary(latin1('a,b\n\xe9,1\n'), latin1('a,b\n\xe9,2\n'))).toEqual(['cell: row 2 (a=\\xE9) > b']);
    const wide = changesOf(utf16('\ufeffa,b\n1,2\n'), utf16('\ufeffa,b\n1,3\n'));
    expect(wide.fallback).toBe('Tables in utf-16le are compared line by line.');
  });

  test('malformed quoting is compared line by line, and that is said', () => {
    const set = changesOf('a,b\n"x"y,1\n', 'a,b\n"x"y,2\n');
    expect(set.fallback).toBe('Row 2 of the old version has text behind a closing quote.');
    expect(set.changes).toHaveLength(1);
  });

  test('a line of 10 MB, and one of as many commas, are one change', () => {
    const line = new Uint8Array(10_000_000).fill(0x61);
    expect(changesOf(line, line.with(5_000_000, 0x62)).changes).toHaveLength(1);
    const commas = line.fill(0x2c);
    expect(changesOf(commas, commas.with(5_000_000, 0x62)).fallback).toBe(
      'Row 1 of the old version has more than 16384 fields.',
    );
  });

  test('too many cells are put together by column, and that is said', () => {
    const rows = (value: (row: number) => string) =>
      `id,amount\n${Array.from({ length: limits.csvCellChangesMax + 1 }, (_, row) => `k${row},${value(row)}\n`).join('')}`;
    const set = changesOf(
      rows(String),
      rows((row) => `${row}x`),
    );
    expect(set.coarse).toBe(true);
    expect(set.changes.map(({ label }) => label)).toEqual(['column "amount", 10001 cells']);
  });

  test('too many rows to compare each with each are compared at the same place, and that is said', () => {
    const rows = (sign: string) =>
      `a,b,c\n${Array.from({ length: 3_000 }, (_, row) => `x,${row % 7},${sign}${row % 11}\n`).join('')}`;
    const set = changesOf(rows('p'), rows('q'));
    expect(set.coarse).toBe(true);
    expect(set.changes).toHaveLength(3_000);
  });

  test('many moved rows are counted', () => {
    const rows = Array.from({ length: 50 }, (_, row) => `k${(row * 7) % 50},${row}\n`);
    const sorted = rows.toSorted();
    const [change, ...others] = changesOf(`id,n\n${rows.join('')}`, `id,n\n${sorted.join('')}`).changes;
    expect(others.length).toBeLessThan(10);
    expect(change).toMatchObject({ kind: 'row-move', label: '41 rows moved' });
  });
});
