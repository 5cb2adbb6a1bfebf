import { expect, test } from 'vitest';
import { visible } from '../src/cli/visible.js';

test('what acts on a terminal is spelled out', () => {
  expect(visible('a\nb\r\t\u001b[2J\u0007\u007f')).toBe('a\\x0ab\\x0d\\x09\\x1b[2J\\x07\\x7f');
  expect(visible('\u009b31m \u0085')).toBe('\\x9b31m \\x85');
  expect(visible('\u202etxt.exe\u2066\u200f')).toBe('\\u{202e}txt.exe\\u{2066}\\u{200f}');
  expect(visible('\u2028\u200b\ufeff\u00ad\u{e0041}')).toBe('\\u{2028}\\u{200b}\\u{feff}\\xad\\u{e0041}');
  expect(visible('\ud800')).toBe('\\u{d800}');
});

test('what people read stays', () => {
  for (const text of ['notes.md', 'Käthe’s naïve résumé', '日本語', 'العربية', '🙂 👩‍💻 ❤️ 👨🏽‍🚀', 'a\\b']) {
    expect(visible(text)).toBe(text);
  }
});
