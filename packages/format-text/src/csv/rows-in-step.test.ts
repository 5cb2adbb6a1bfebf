import { expect, test } from 'vitest';
import { limits } from '../limits.js';
import { runsOutOfStep } from './rows-in-step.js';

/** The runs of two lists of one-letter rows, as the letters of both sides. */
function runs(before: string, after: string): string[] {
  const all = { before: { start: 0, end: before.length }, after: { start: 0, end: after.length } };
  return runsOutOfStep(all, (from, to) => before[from] === after[to]).map(
    (run) => `${before.slice(run.before.start, run.before.end)}:${after.slice(run.after.start, run.after.end)}`,
  );
}

const many = 'abcdefghijklmnopqrstuvwxyz';

test('equal tables have no runs', () => {
  expect(runs(many, many)).toEqual([]);
  expect(runs('', '')).toEqual([]);
});

test('rows that were edited are a run each', () => {
  expect(runs(many, many.replace('b', 'B').replace('pq', 'PQ'))).toEqual(['b:B', 'pq:PQ']);
  expect(runs('ab', 'aB')).toEqual(['b:B']);
});

test('rows that came or went are one run, however many follow', () => {
  expect(runs(many, many.replace('m', 'mM'))).toEqual([':M']);
  expect(runs(many, many.replace('m', ''))).toEqual(['m:']);
  expect(runs('', 'ab')).toEqual([':ab']);
});

test('between two rows that came and went all is one run', () => {
  expect(runs(many, many.replace('c', 'cC').replace('w', ''))).toEqual(['defghijklmnopqrstuvw:Cdefghijklmnopqrstuv']);
});

test('edited rows on both sides of a row that was put in are runs of their own', () => {
  expect(runs(many, many.replace('b', 'B').replace('m', 'mM').replace('x', 'X'))).toEqual(['b:B', ':M', 'x:X']);
});

test('more rows in one place than may differ are one run', () => {
  const letters = many.slice(2, 3 + limits.csvStepRowsMax);
  expect(runs(many, many.replace(letters, letters.toUpperCase()))).toEqual([`${letters}:${letters.toUpperCase()}`]);
});
