import { describe, expect, test } from 'vitest';
import { columns, folded } from '../src/cli/print/words.js';

describe('a line that is too long for the terminal', () => {
  test('is folded behind spaces, and within words only where one is longer than the line', () => {
    expect(folded('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(folded('one two', 7)).toEqual(['one two']);
    expect(folded('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(folded('', 4)).toEqual(['']);
    expect(folded('any length', Number.POSITIVE_INFINITY)).toEqual(['any length']);
  });

  test('colours take no room, and nothing is lost but spaces at a fold', () => {
    const painted = 'one \u001b[4mtwo three\u001b[24m four';
    const pieces = folded(painted, 9);
    expect(pieces.join(' ').replaceAll(/\s+/g, ' ')).toBe(painted);
    for (const piece of pieces) expect(piece.replaceAll(/\u001b\[\d+m/g, '').length).toBeLessThanOrEqual(9);
  });

  test('in a table its last column is folded, the others stay', () => {
    expect(
      columns(
        [
          ['A', 'WHAT'],
          ['abc', 'one two three four five six seven'],
        ],
        26,
      ),
    ).toEqual(['A    WHAT', 'abc  one two three four', '     five six seven']);
  });
});
