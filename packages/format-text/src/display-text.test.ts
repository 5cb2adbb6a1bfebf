import { describe, expect, test } from 'vitest';
import { latin1, utf8, utf16, utf32 } from '../test/bytes.js';
import { displayLine, displayText } from './display-text.js';
import { limits } from './limits.js';

describe('displayText', () => {
  test.each([
    ['plain text and tabs', 'a\tb\nc', 'a\tb\nc'],
    ['letters of all planes', 'é 漢 🎈 \ufffd', 'é 漢 🎈 \ufffd'],
    ['CR LF', 'a\r\nb', 'a␍\nb'],
    ['a lone CR', 'a\rb\r', 'a\\x0D\nb\\x0D\n'],
    ['a byte order mark, also inside', '\ufeffa\ufeff', '⟨BOM⟩a⟨BOM⟩'],
    ['control characters', '\0a\x1b[31m\x7f', '␀a␛[31m␡'],
    ['C1 controls and separators', '\x85\u2028', '\\u{0085}\\u{2028}'],
    ['bidi overrides and marks', 'if \u202e} \u2066x\u200f', 'if \\u{202E}} \\u{2066}x\\u{200F}'],
    ['invisible characters', 'a\u200bb\u00adc\u3164\u{e0041}', 'a\\u{200B}b\\u{00AD}c\\u{3164}\\u{E0041}'],
    [
      'joiners where a script needs them',
      'می\u200cخواهم 👩\u200d🚀 ❤\ufe0f\u200d🔥',
      'می\u200cخواهم 👩\u200d🚀 ❤\ufe0f\u200d🔥',
    ],
    ['joiners where none does', 'pass\u200dword\ufe0f', 'pass\\u{200D}word\\u{FE0F}'],
    ['a second joiner', '😀\ufe0f\ufe01\ufe02', '😀\ufe0f\\u{FE01}\\u{FE02}'],
    ['a backslash as it is', '\\section', '\\section'],
  ])('shows %s', (_name, text, shown) => {
    expect(displayText(utf8(text), 'utf-8')).toBe(shown);
    expect(displayText(utf16(text), 'utf-16le')).toBe(shown);
    expect(displayText(utf16(text, true), 'utf-16be')).toBe(shown);
    expect(displayText(utf32(text), 'utf-32le')).toBe(shown);
    expect(displayText(utf32(text, true), 'utf-32be')).toBe(shown);
  });

  test.each([
    ['a stray byte', latin1('caf\xe9!'), 'caf\\xE9!'],
    ['a character that is cut off', latin1('\xe2\x82'), '\\xE2\\x82'],
    ['an overlong form', latin1('\xc0\xaf\xe0\x80\xaf'), '\\xC0\\xAF\\xE0\\x80\\xAF'],
    ['a surrogate', latin1('\xed\xa0\x80'), '\\xED\\xA0\\x80'],
    ['a plane too far', latin1('\xf4\x90\x80\x80\xf8'), '\\xF4\\x90\\x80\\x80\\xF8'],
  ])('shows %s byte by byte', (_name, bytes, shown) => {
    expect(displayText(bytes, 'utf-8')).toBe(shown);
    expect(displayText(bytes, 'unknown-8bit')).toBe(shown);
    expect(displayText(bytes, 'binary')).toBe(shown);
  });

  test('shows broken units of 16 and 32 bits as bytes', () => {
    expect(displayText(utf16('a\ud83db'), 'utf-16le')).toBe('a\\x3D\\xD8b');
    expect(displayText(utf16('\udc00', true), 'utf-16be')).toBe('\\xDC\\x00');
    expect(displayText(utf16('ab').subarray(0, 3), 'utf-16le')).toBe('a\\x62');
    expect(displayText(latin1('\x00\x00\x11\x00\x41'), 'utf-32le')).toBe('\\x00\\x00\\x11\\x00\\x41');
  });

  test('decodes valid UTF-8 exactly as the platform does', () => {
    for (let codePoint = 0xa1; codePoint <= 0x10ffff; codePoint += 37) {
      const text = codePoint >= 0xd800 && codePoint <= 0xdfff ? 'x' : String.fromCodePoint(codePoint);
      const shown = displayText(utf8(text), 'utf-8');
      if (!/^\\u|⟨BOM⟩/.test(shown)) expect(shown).toBe(text);
    }
  });

  test('says how much it does not show', () => {
    expect(displayText(utf8('ééé'), 'utf-8', { charsMax: 2 })).toBe('éé… (2 more bytes)');
    expect(displayText(utf8('ééé'), 'utf-8', { charsMax: 3 })).toBe('ééé');
    const long = displayText(new Uint8Array(limits.displayCharsMax + 5).fill(0x61), 'utf-8');
    expect(long).toBe(`${'a'.repeat(limits.displayCharsMax)}… (5 more bytes)`);
  });
});

test('displayLine keeps a name on one line', () => {
  expect(displayLine('a\nb\t\u202e')).toBe('a␊b␉\\u{202E}');
});
