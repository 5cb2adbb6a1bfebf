import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from './align.js';
import { PairBudget, pairUp } from './pair-up.js';

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

test('an alignment is in order, pairs equal keys, and its gaps are all the rest', () => {
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      const { equal, gaps, isCoarse } = align(before, after);
      expect(isCoarse).toBe(false);
      for (const [one, other] of equal) expect(before[one]).toBe(after[other]);
      const places = [
        ...equal.map(([one, other]) => [one, one + 1, other, other + 1] as const),
        ...gaps.map((gap) => [gap.before.start, gap.before.end, gap.after.start, gap.after.end] as const),
      ].sort((a, b) => a[0] - b[0] || a[2] - b[2] || a[1] - b[1]);
      let at = [0, 0];
      for (const [start, end, from, to] of places) {
        expect([start, from]).toEqual(at);
        at = [end, to];
      }
      expect(at).toEqual([before.length, after.length]);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('as many keys are kept as can be', () => {
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      expect(align(before, after).equal).toHaveLength(longestCommon(before, after));
    }),
    { numRuns: 500, seed: 2 },
  );
});

/** The textbook table. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  const table = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      table[i]![j] =
        before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table[0]![0]!;
}

test('lists of any size are aligned with bounded work, and what was not searched is told', () => {
  const big = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  const edited = big.flatMap((key, at) => (at % 20 === 0 ? [`new ${at}`] : [key]));
  const { equal, isCoarse } = align(big, edited);
  expect(isCoarse).toBe(false);
  expect(equal).toHaveLength(95_000);
  let state = 1;
  const other = Array.from({ length: 50_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return ['x', 'y', 'z'][state % 3]!;
  });
  expect(align(big, other).isCoarse).toBe(true);
  expect(align(other, [...other].reverse()).isCoarse).toBe(true);
});

test('texts are paired with what they became', () => {
  const budget = () => new PairBudget();
  const one = ['The first paragraph of the memo', 'Numbers and figures', 'The end of it'];
  expect(pairUp(one, ['The first paragraph of this memo', 'The very end of it'], budget())).toEqual([
    [0, 0],
    [1, undefined],
    [2, 1],
  ]);
  expect(pairUp([], ['a'], budget())).toEqual([[undefined, 0]]);
  expect(pairUp(['a', 'b'], ['c', 'd'], budget())).toEqual([
    [0, 0],
    [1, 1],
  ]);
  const many = Array.from({ length: 1_000 }, (_, at) => `${at}`);
  expect(pairUp(many, many.slice(1), budget()).at(-1)).toEqual([999, undefined]);
});
