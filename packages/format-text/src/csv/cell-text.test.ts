import { expect, test } from 'vitest';
import { canonicalField, cellDifference } from './cell-text.js';

const dialect = { delimiter: 0x2c, quote: 0x22 };

test.each([
  ['a', '"a"', 'quoting-only'],
  ['"a"', 'a', 'quoting-only'],
  ['a"b', '"a""b"', 'quoting-only'],
  ['1.0', '"1.0"', 'quoting-only'],
  // A reader may take the one for missing and the other for empty.
  ['', '""', 'cell'],
  ['""', '', 'cell'],

  ['1.0', '1', 'number-spelling'],
  ['1e3', '1000', 'number-spelling'],
  ['1E+03', '1000', 'number-spelling'],
  ['.5', '0.50', 'number-spelling'],
  ['-93.083523', '-93.0835230', 'number-spelling'],
  ['0.0', '0', 'number-spelling'],
  ['"1.0"', '1', 'number-spelling'],
  ['12345678901234567890.0', '12345678901234567890', 'number-spelling'],

  // All digits count, and zeros and signs in front may belong to codes.
  ['12345678901234567890', '12345678901234567891', 'cell'],
  ['08', '8', 'cell'],
  ['+43', '43', 'cell'],
  ['-0', '0', 'cell'],
  ['1,0', '1', 'cell'],
  ['1.0 ', '1', 'cell'],
  ['1.', '.', 'cell'],
  ['e1', 'e2', 'cell'],
  ['', '0', 'cell'],
  ['a', 'b', 'cell'],
] as const)('%s to %s is %s', (before, after, difference) => {
  expect(cellDifference(before, after, dialect)).toBe(difference);
});

test('quotings of one value have one spelling, others have not', () => {
  const spelled = (raw: string) => canonicalField(raw, dialect);
  expect(spelled('"a"')).toBe(spelled('a'));
  expect(spelled('"a""b"')).toBe(spelled('a"b'));
  expect(spelled('""')).not.toBe(spelled(''));
  expect(spelled('"a,b"')).toBe('"a,b"');
  expect(spelled('"a\nb"')).toBe('"a\nb"');
  expect(spelled('"""a"')).toBe('"""a"');
});
