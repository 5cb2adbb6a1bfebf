import { expect, test } from 'vitest';
import { utf8, utf16 } from '../../test/bytes.js';
import { checkExact } from '../../test/promises.js';
import { findChanges } from '../find-changes.js';

function summary(before: string, after: string, encode: (text: string) => Uint8Array = utf8): string[] {
  const set = findChanges(encode(before), encode(after), { format: 'text' });
  checkExact(set);
  return set.changes.map(({ kind, label }) => `${kind}: ${label}`);
}

test('a change is a stretch of lines, with the first of them, or the first words that changed in a long one', () => {
  expect(summary('a\nThe red fox runs.\nc\n', 'a\nThe brown fox runs.\nc\n')).toEqual([
    'lines: line 2 "The brown fox runs."',
  ]);
  expect(
    summary(
      'The quick red fox runs away from the sleepy dog.\n',
      'The quick brown fox runs away from the sleepy dog.\n',
    ),
  ).toEqual(['lines: line 1 "…brown fox runs away from the sleepy dog."']);
  expect(
    summary('The quick brown fox runs away from the lazy dog.\n', 'The quick brown fox runs away from the lazy cat.\n'),
  ).toEqual(['lines: line 1 "…brown fox runs away from the lazy cat."']);
  expect(summary('a\nb\nc\n', 'a\nx\ny\nc\n')).toEqual(['lines: lines 2-3 "x"']);
  expect(summary('a\nb\nc\n', 'a\nc\n')).toEqual(['lines: line 2 "b" removed']);
});

test('a change never goes across a blank line where both sides have one', () => {
  expect(summary('a\n\nb\n', 'A\n\nB\n')).toEqual(['lines: line 1 "A"', 'lines: line 3 "B"']);
});

test('a form feed starts something new', () => {
  expect(summary('a\n\fb\n', 'A\n\fB\n')).toEqual(['lines: line 1 "A"', 'lines: line 2 "B"']);
});

test('lines of one stretch are decided apart where equal lines lie between them', () => {
  expect(summary('a\nb\nc\n', 'A\nb\nC\n')).toEqual(['lines: line 1 "A"', 'lines: line 3 "C"']);
});

test('a stretch with the same words in other lines is re-wrapped', () => {
  expect(summary('one two\nthree four\n', 'one\ntwo three\nfour\n')).toEqual([
    'reflow: lines 1-3 "one two three four" re-wrapped',
  ]);
  expect(summary('one  two\nx\n', 'one two\nx\n')).toEqual(['format-only: line 1 "one two", white space only']);
});

test('in 16 bits lines are told by their blanks too, and letters are never taken for white space', () => {
  const encode = (text: string) => utf16(`\ufeff${text}`);
  expect(summary('a\n \nb\n', 'A\n \nB\n', encode)).toEqual(['lines: line 1 "A"', 'lines: line 3 "B"']);
  expect(summary('ab\n', 'a b\n', encode)).toEqual(['lines: line 1 "a b"']);
});
