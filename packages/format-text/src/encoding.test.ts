import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16, utf32 } from '../test/bytes.js';
import { detectEncoding, isBinary } from './encoding.js';

describe('detectEncoding', () => {
  test.each([
    ['nothing', utf8(''), 'utf-8', 0],
    ['ASCII', utf8('plain\n'), 'utf-8', 0],
    ['UTF-8', utf8('café 漢字 🎈\n'), 'utf-8', 0],
    ['UTF-8 with a mark', utf8('\ufeffcafé'), 'utf-8', 3],
    ['a mark alone', utf8('\ufeff'), 'utf-8', 3],
    ['UTF-16LE with a mark', utf16('\ufeff漢字'), 'utf-16le', 2],
    ['UTF-16BE with a mark', utf16('\ufeff漢字', true), 'utf-16be', 2],
    ['UTF-16LE without', utf16('plain text\n'), 'utf-16le', 0],
    ['UTF-16BE without', utf16('plain text\n', true), 'utf-16be', 0],
    ['UTF-32LE with a mark', utf32('\ufeffa🎈'), 'utf-32le', 4],
    ['UTF-32BE with a mark', utf32('\ufeffa🎈', true), 'utf-32be', 4],
    ['UTF-16 that ends inside a unit', utf16('\ufeffab').subarray(0, 5), 'utf-16le', 2],
    ['Latin-1', latin1('caf\xe9\n'), 'unknown-8bit', 0],
    ['UTF-8 with one bad byte', latin1('caf\xc3\xa9\xff\n'), 'unknown-8bit', 0],
    ['an overlong form', latin1('\xc0\xaf'), 'unknown-8bit', 0],
    ['a surrogate in UTF-8', latin1('\xed\xa0\x80'), 'unknown-8bit', 0],
    ['a NUL', latin1('text\0text'), 'binary', 0],
    ['a NUL behind a mark', latin1('\xef\xbb\xbftext\0'), 'binary', 3],
    ['a NUL character in UTF-16', utf16('\ufefftext\0text'), 'binary', 0],
    ['mostly control characters', latin1('ab\x01\x02\x03'), 'binary', 0],
    ['escape sequences', latin1('\x1b[1mbold\x1b[0m\f\n'), 'utf-8', 0],
  ])('%s', (_name, bytes, name, bomBytes) => {
    expect(detectEncoding(bytes)).toMatchObject({ name, bomBytes });
  });

  test('looks for NUL among the first 8 KB only', () => {
    expect(detectEncoding(utf8(`${'a'.repeat(8_191)}\0`)).name).toBe('binary');
    expect(detectEncoding(utf8(`${'a'.repeat(8_192)}\0`)).name).toBe('utf-8');
  });

  test('finds a bad byte anywhere, also where the file is read in pieces', () => {
    const bytes = utf8(`${'a'.repeat((1 << 20) - 1)}é${'a'.repeat(10)}`);
    expect(detectEncoding(bytes).name).toBe('utf-8');
    bytes[bytes.length - 1] = 0xc3;
    expect(detectEncoding(bytes).name).toBe('unknown-8bit');
  });

  test('and the quick look agree on what is binary', () => {
    for (const bytes of [utf8('a\0'), utf8('a'), utf16('\ufeffa'), utf16('\ufeff\0'), latin1('\xff')]) {
      expect(isBinary(bytes)).toBe(detectEncoding(bytes).name === 'binary');
    }
  });
});
