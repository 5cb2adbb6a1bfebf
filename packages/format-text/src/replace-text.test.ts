import { describe, expect, test } from 'vitest';
import { asLatin1, latin1, utf8, utf16, utf32 } from '../test/bytes.js';
import { replaceText } from './replace-text.js';

const replaced = (bytes: Uint8Array, oldText: string, newText: string, all = false) => {
  const result = replaceText(bytes, oldText, newText, { all });
  return result.kind === 'replaced' ? asLatin1(result.bytes) : result;
};

describe('replaceText', () => {
  test('replaces the one match and leaves every other byte', () => {
    const before = utf8('\ufeffone\r\ntwo \xff three');
    const result = replaceText(before, 'two', 'zwei');
    expect(result).toEqual({
      kind: 'replaced',
      bytes: utf8('\ufeffone\r\nzwei \xff three'),
      count: 1,
      eolAdapted: false,
    });
    expect(before).toEqual(utf8('\ufeffone\r\ntwo \xff three'));
  });

  test('is absent where there is no match', () => {
    expect(replaceText(utf8('one'), 'two', '2')).toEqual({ kind: 'absent', reason: 'The text is not in the file.' });
    expect(replaceText(utf8(''), 'two', '2').kind).toBe('absent');
  });

  test('is ambiguous where there are several, overlapping ones too', () => {
    expect(replaceText(utf8('a-a-a'), 'a', 'b')).toEqual({ kind: 'ambiguous', count: 3 });
    expect(replaceText(utf8('aaa'), 'aa', 'b')).toEqual({ kind: 'ambiguous', count: 2 });
  });

  test('replaces all from left to right without overlap when asked', () => {
    expect(replaceText(utf8('aaaaa'), 'aa', 'b', { all: true })).toMatchObject({ count: 2, bytes: utf8('bba') });
    expect(replaced(utf8('x.x.x'), 'x', 'xx', true)).toBe('xx.xx.xx');
    expect(replaced(utf8('x.x.x'), 'x', '', true)).toBe('..');
  });

  test('takes the texts as they are: no patterns, no normalisation', () => {
    expect(replaced(utf8('a.c'), '.', '$&')).toBe('a$&c');
    expect(replaceText(utf8('caf\u00e9'), 'cafe\u0301', 'x').kind).toBe('absent');
  });

  test.each([
    ['UTF-16LE', (text: string) => utf16(`\ufeff${text}`)],
    ['UTF-16BE', (text: string) => utf16(`\ufeff${text}`, true)],
    ['UTF-16LE without mark', (text: string) => utf16(text)],
    ['UTF-32LE', (text: string) => utf32(`\ufeff${text}`)],
    ['UTF-32BE', (text: string) => utf32(`\ufeff${text}`, true)],
  ])('matches in %s', (_name, encode) => {
    const result = replaceText(encode('one plus two 🎈\n'), 'two 🎈', '2 é');
    expect(result).toMatchObject({ kind: 'replaced', bytes: encode('one plus 2 é\n') });
  });

  test('matches on code units only', () => {
    // The bytes of U+4100 U+0042 hold those of U+0041 (LE: 41 00) at an odd offset.
    expect(replaceText(utf16('\ufeff\u4100\u0042'), 'A', 'x').kind).toBe('absent');
    expect(replaceText(utf16('\ufeff\u0041\u4142', true), '\u4141', 'x').kind).toBe('absent');
  });

  test('takes LF as CR LF where every line end of the file is CR LF, and says so', () => {
    expect(replaceText(utf8('a\r\nb\r\nc'), 'a\nb', 'x\ny\n')).toEqual({
      kind: 'replaced',
      bytes: utf8('x\r\ny\r\n\r\nc'),
      count: 1,
      eolAdapted: true,
    });
    expect(replaceText(utf8('a\r\nb\r\n'), 'a\r\nb', 'x\r\ny')).toMatchObject({ eolAdapted: false });
    expect(replaceText(utf8('a\r\nb\r\nc\r\n'), 'a\r\nb\nc', 'x\r\ny\nz')).toMatchObject({
      bytes: utf8('x\r\ny\r\nz\r\n'),
      eolAdapted: true,
    });
    expect(replaceText(utf16('\ufeffa\r\nb'), 'a\nb', 'c\n')).toMatchObject({ bytes: utf16('\ufeffc\r\n') });
  });

  test('does so too where only the new text has lines', () => {
    expect(replaceText(utf8('a\r\nb\r\n'), 'a', 'x\ny')).toMatchObject({
      bytes: utf8('x\r\ny\r\nb\r\n'),
      eolAdapted: true,
    });
    expect(replaceText(utf8('a\r\nb\n'), 'a', 'x\ny')).toMatchObject({ bytes: utf8('x\ny\r\nb\n'), eolAdapted: false });
  });

  test('writes LF for CR LF where the texts say so', () => {
    expect(replaceText(utf8('a\r\nb\r\n'), '\r\n', '\n', { all: true })).toMatchObject({
      bytes: utf8('a\nb\n'),
      eolAdapted: false,
    });
  });

  test('never leaves half of a CR LF behind in such a file', () => {
    expect(replaced(utf8('a\r\nb\r\n'), '\nb', '')).toBe('a\r\n');
    expect(replaced(utf8('a\r\nb'), '\n', '\n\n')).toBe('a\r\n\r\nb');
  });

  test('takes LF as LF in a file of mixed line ends', () => {
    expect(replaceText(utf8('a\r\nb\nc'), 'a\nb', 'x').kind).toBe('absent');
    expect(replaced(utf8('a\r\nb\nc'), 'b\nc', 'b\nd')).toBe('a\r\nb\nd');
    expect(replaceText(utf8('a\r\nb\rc'), 'a\nb', 'x').kind).toBe('absent');
    expect(replaceText(utf8('a b'), 'a\nb', 'x').kind).toBe('absent');
  });

  test('replaces only ASCII by ASCII in an unknown encoding', () => {
    expect(replaced(latin1('caf\xe9 noir'), 'noir', 'creme')).toBe('caf\xe9 creme');
    const reason = 'The encoding of this file is unknown; only ASCII can be replaced by ASCII.';
    expect(replaceText(latin1('caf\xe9'), 'café', 'x')).toEqual({ kind: 'absent', reason });
    expect(replaceText(latin1('caf\xe9'), 'caf', 'é')).toEqual({ kind: 'absent', reason });
  });

  test('leaves the second half of a character alone in an unknown encoding', () => {
    // Shift-JIS: 83 5C is one character; its second byte is a backslash.
    const shiftJis = latin1('\x83\x5c\n\\x\n');
    expect(replaceText(shiftJis, '\\', '/', { all: true })).toMatchObject({ kind: 'absent' });
    expect(replaced(shiftJis, '\\x', '/x')).toBe('\x83\x5c\n/x\n');
    expect(replaced(latin1('\x83\x5c(\n'), '(', '[')).toBe('\x83\x5c[\n');
  });

  test('does not touch what is not text', () => {
    expect(replaceText(utf8('text\0text'), 'text', 'x', { all: true })).toEqual({
      kind: 'absent',
      reason: 'This file is not text.',
    });
    expect(replaceText(utf8('\ufffd'), '\ud800', 'x').kind).toBe('absent');
    expect(replaceText(utf8('x'), 'x', '\udc00').kind).toBe('absent');
  });

  test('refuses an empty text', () => {
    expect(() => replaceText(utf8('a'), '', 'b')).toThrow(expect.objectContaining({ code: 'VERBATIM_CALL_INVALID' }));
  });

  test('looks at each byte a bounded number of times', () => {
    const bytes = utf8(`${'a'.repeat(200_000)}b`);
    expect(replaceText(bytes, `${'a'.repeat(100_000)}b`, 'x')).toMatchObject({ kind: 'replaced', count: 1 });
  });
});
