import { expect, test } from 'vitest';
import type { RangePair } from '../range.js';
import { slideRuns } from './slide.js';

/** Slides runs, written as `before start-end after start-end`, of two texts whose characters are the atoms. */
function slid(before: string, after: string, ...runs: string[]): string[] {
  const atoms = {
    countBefore: before.length,
    isSameBefore: (one: number, other: number) => before[one] === before[other],
    isSameAfter: (one: number, other: number) => after[one] === after[other],
    isBlankBefore: (at: number) => before[at] === ' ',
    isBlankAfter: (at: number) => after[at] === ' ',
  };
  const pairs = runs.map((run): RangePair => {
    const [from, fromEnd, to, toEnd] = run.split(/[- ]/).map(Number) as [number, number, number, number];
    return { before: { start: from, end: fromEnd }, after: { start: to, end: toEnd } };
  });
  return slideRuns(pairs, atoms).map(
    (run) => `${run.before.start}-${run.before.end} ${run.after.start}-${run.after.end}`,
  );
}

test('an addition goes to the lowest equal place', () => {
  expect(slid('abc', 'abbbc', '1-1 1-3')).toEqual(['2-2 2-4']);
  expect(slid('ab', 'abab', '0-0 0-2')).toEqual(['2-2 2-4']);
});

test('a removal goes to the lowest equal place', () => {
  expect(slid('abbc', 'abc', '1-2 1-1')).toEqual(['2-3 2-2']);
});

test('a blank end is better than a low place, above or below', () => {
  expect(slid('a b c', 'a x b c', '1-1 1-3')).toEqual(['2-2 2-4']);
  expect(slid('a b c', 'a x b c', '2-2 2-4')).toEqual(['2-2 2-4']);
  expect(slid('a ', 'a  ', '1-1 1-2')).toEqual(['2-2 2-3']);
});

test('a replacement stays', () => {
  expect(slid('aab', 'acb', '1-2 1-2')).toEqual(['1-2 1-2']);
});

test('a run that comes to touch the next becomes one with it', () => {
  expect(slid('aax', 'aaay', '1-1 1-2', '2-3 3-4')).toEqual(['2-3 2-4']);
  // The joined addition slides on.
  expect(slid('aab', 'aaaab', '0-0 0-1', '1-1 2-3')).toEqual(['2-2 2-4']);
});

test('a run does not come to touch the one above', () => {
  // Up by one it would end blank, but lie at the replacement.
  expect(slid('xzq', 'yz zq', '0-1 0-1', '2-2 2-4')).toEqual(['0-1 0-1', '2-2 2-4']);
  expect(slid('xxzq', 'yxz zq', '0-1 0-1', '3-3 3-5')).toEqual(['0-1 0-1', '2-2 2-4']);
});
