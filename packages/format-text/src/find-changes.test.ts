import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16 } from '../test/bytes.js';
import { checkExact } from '../test/promises.js';
import type { ChangeSet } from './change.js';
import { findChanges } from './find-changes.js';
import { limits } from './limits.js';

function changesOf(before: string | Uint8Array, after: string | Uint8Array): ChangeSet {
  const bytes = (file: string | Uint8Array) => (typeof file === 'string' ? utf8(file) : file);
  const set = findChanges(bytes(before), bytes(after), { format: 'text' });
  checkExact(set);
  return set;
}

const summary = ({ changes }: ChangeSet) => changes.map(({ kind, label }) => `${kind}: ${label}`);

describe('content', () => {
  test('is one change for each run of changed lines, labelled by lines of after', () => {
    expect(summary(changesOf('a\nb\nc\nd\ne\n', 'a\nB\nc\nd\ne\nf\ng\n'))).toEqual([
      'lines: line 2 "B"',
      'lines: lines 6-7 "f" added',
    ]);
    expect(summary(changesOf('a\nb\nc\nd\n', 'a\nx\ny\nz\nd\n'))).toEqual(['lines: lines 2-4 "x"']);
  });

  test('that was only removed is labelled by lines of before', () => {
    expect(summary(changesOf('a\nb\nc\nd\n', 'a\nd\n'))).toEqual(['lines: lines 2-3 "b" removed']);
    expect(summary(changesOf('a\n', ''))).toEqual(['lines: line 1 "a" removed']);
  });

  test('of a created file is one change', () => {
    expect(summary(changesOf('', 'a\nb\n'))).toEqual(['lines: lines 1-2 "a" added']);
  });

  test('behind a last line without line end takes that line end with it, so that nothing is glued', () => {
    const set = changesOf('a\nb', 'a\nb\nc');
    expect(summary(set)).toEqual(['lines: line 3 "c" added']);
    expect(set.changes[0]?.parts).toEqual([{ before: { start: 3, end: 3 }, after: { start: 3, end: 5 } }]);
    expect(summary(changesOf('a\nb\nc', 'a\nb'))).toEqual(['lines: line 3 "c" removed']);
  });

  test('of equal files is nothing', () => {
    expect(changesOf('a', 'a')).toMatchObject({ changes: [], coarse: false, decidedBy: 'per-change' });
  });

  test('that a search gave up on is told', () => {
    const file = (word: string) =>
      Array.from({ length: 3_000 }, (_, at) => (at % 2 ? '}' : `${word} ${at}`)).join('\n');
    const set = changesOf(file('one'), file('other'));
    expect(set.coarse).toBe(true);
    expect(summary(set)[0]).toMatch(/^lines: lines 1-\d+, rewritten$/);
  });
});

describe('line ends', () => {
  test('that flip are one change beside the content', () => {
    const set = changesOf('a\r\nb\r\nc\r\nd\r\ne\r\n', 'a\nb\nX\nd\ne\n');
    expect(summary(set)).toEqual(['eol: line ends CRLF to LF, 4 lines', 'lines: line 3 "X"']);
    expect(set.changes[1]?.parts).toEqual([{ before: { start: 6, end: 9 }, after: { start: 4, end: 6 } }]);
  });

  test.each([
    ['a\nb\n', 'a\r\nb\r\n', 'line ends LF to CRLF, 2 lines'],
    ['a\rb\r', 'a\nb\r', 'line ends CR to LF, 1 line'],
    ['a\nb\r\n', 'a\r\nb\n', 'line ends of several kinds, 2 lines'],
    ['a', 'a\n', 'final line end added'],
    ['a\n', 'a', 'final line end removed'],
    ['a\r\nb\r\n', 'a\nb', 'line ends CRLF to LF, 1 line; final line end removed'],
  ])('%j to %j: %s', (before, after, label) => {
    expect(summary(changesOf(before, after))).toEqual([`eol: ${label}`]);
  });

  test('next to each other are one part', () => {
    expect(changesOf('a\n\n\nb', 'a\r\n\r\n\r\nb').changes).toMatchObject([
      { kind: 'eol', parts: [{ before: { start: 1, end: 4 }, after: { start: 1, end: 7 } }] },
    ]);
  });

  test('never let a kept CR and an accepted LF make a new line end', () => {
    expect(summary(changesOf('a\rb\n', 'a\n\nb\n'))).toEqual(['format-only: blank line 2 added']);
  });
});

describe('the byte order mark', () => {
  test.each([
    ['added', utf8('a\nb'), utf8('\ufeffa\nb')],
    ['removed', utf8('\ufeffa\nb'), utf8('a\nb')],
    ['removed', utf16('\ufeffa line\n'), utf16('a line\n')],
  ])('%s is a change of its own', (what, before, after) => {
    expect(summary(changesOf(before, after))).toEqual([`bom: byte order mark ${what}`]);
  });

  test('goes with the first line when that changes too', () => {
    expect(summary(changesOf('\ufeffa\nb\n', 'x\nb\n'))).toEqual(['lines: byte order mark and line 1 "x"']);
    expect(summary(changesOf('\ufeff\nb\n', '\r\nb\n'))).toEqual(['lines: byte order mark and line 1']);
    expect(summary(changesOf('\ufeffa\nb\n', 'a\nx\n'))).toEqual(['bom: byte order mark removed', 'lines: line 2 "x"']);
  });
});

describe('encodings', () => {
  test('of 16 bits are cut on code units: U+0A01, U+0D0A and U+010A are letters, in any company', () => {
    for (const isBig of [false, true]) {
      const file = (text: string) => utf16(`\ufeffone\n${text}\nthree\n`, isBig);
      expect(summary(changesOf(file('ਁĀਁ ഊ Ċ'), file('ਁĀਁ ഊ Ċ!')))).toEqual(['lines: line 2 "ਁĀਁ ഊ Ċ!"']);
    }
  });

  test.each([
    ['Latin-1', latin1('caf\xe9\nth\xe9\n'), latin1('caf\xe9\nth\xea\n'), 'th\\xEA'],
    ['a stray byte', latin1('a\n\xff\n'), latin1('a\n\xfe\n'), '\\xFE'],
    ['Latin-1 to UTF-8', latin1('a\ncaf\xe9\n'), utf8('a\ncafé\n'), 'café'],
  ])('of 8 bits are cut at bytes: %s', (_name, before, after, words) => {
    expect(summary(changesOf(before, after))).toEqual([`lines: line 2 "${words}"`]);
  });

  test.each([
    ['UTF-8 to UTF-16', utf8('one\ntwo\n'), utf16('\ufeffone\ntwo\n'), 'The encoding changed from utf-8 to utf-16le.'],
    [
      'the other byte order',
      utf16('\ufeffone\n'),
      utf16('\ufeffone\n', true),
      'The encoding changed from utf-16le to utf-16be.',
    ],
    [
      'half a code unit at the end',
      utf16('\ufeffone\n'),
      utf16('\ufeffone\n').subarray(0, 7),
      'This file ends inside a character of utf-16le.',
    ],
    ['a NUL', utf8('one\n'), utf8('one\0\n'), 'This file is not text.'],
  ])('%s is decided whole', (_name, before, after, reason) => {
    const set = changesOf(before, after);
    expect(set).toMatchObject({ decidedBy: 'whole-file', coarse: false, reason });
    expect(summary(set)).toEqual(['whole-file: whole file']);
  });
});

describe('limits', () => {
  test('too many lines are decided whole, and told', () => {
    const file = (last: string) => `${'\n'.repeat(limits.atomsMax)}${last}`;
    expect(changesOf(file('a'), file('b'))).toMatchObject({
      decidedBy: 'whole-file',
      coarse: true,
      reason: 'This file has more than 200000 lines.',
    });
  });

  test('too many bytes are decided whole, and told', () => {
    const before = new Uint8Array(limits.comparedBytesMax + 1).fill(0x61);
    const after = before.slice();
    after[100] = 0x62;
    const set = findChanges(before, after, { format: 'text' });
    expect(set).toMatchObject({ decidedBy: 'whole-file', coarse: true, reason: 'This file is larger than 16 MiB.' });
    expect(set.changes).toHaveLength(1);
  });
});

describe('a set', () => {
  test('has the format that was said or recognised', () => {
    const [before, after] = [utf8('{"a":1}'), utf8('{"a":2}')];
    expect(findChanges(before, after, { format: 'latex' }).format).toBe('latex');
    expect(findChanges(before, after, { fileName: 'x/package.JSON' }).format).toBe('json');
    expect(findChanges(before, utf8('a\0'), { fileName: 'package.json' }).format).toBe('binary');
    expect(findChanges(utf8('a\0'), before, { fileName: 'package.json' }).format).toBe('binary');
  });

  test('holds the very arrays that were given', () => {
    const [before, after] = [utf8('a'), utf8('b')];
    const set = findChanges(before, after, { format: 'text' });
    expect(set.before).toBe(before);
    expect(set.after).toBe(after);
  });

  test('has ids that are stored and must not change with the code', () => {
    const set = changesOf('\ufeffa\r\nb\r\nc\r\nd\r\n', 'a\nb\nX\nd\n');
    expect(set.changes.map(({ id, kind }) => `${id} ${kind}`)).toMatchInlineSnapshot(`
      [
        "cb5328676e003 bom",
        "c02581a6cf098 eol",
        "c3992af2d72ec lines",
      ]
    `);
  });
});
