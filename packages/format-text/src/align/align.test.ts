import type * as jsdiff from 'diff';
import { diffArrays } from 'diff';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../limits.js';
import { type Alignment, align } from './align.js';

// jsdiff itself, watched: its time grows with the square of the edits it may look for.
vi.mock('diff', async (importOriginal) => {
  const original = await importOriginal<typeof jsdiff>();
  return { ...original, diffArrays: vi.fn(original.diffArrays) };
});
const searches = vi.mocked(diffArrays);
beforeEach(() => {
  searches.mockClear();
});

/** Aligns two lists of lines; an empty line is blank. */
function alignLines(before: readonly string[], after: readonly string[]): Alignment {
  const numbers = new Map<string, number>();
  const intern = (line: string): number => {
    if (!numbers.has(line)) numbers.set(line, numbers.size);
    return numbers.get(line)!;
  };
  const keys = { before: Int32Array.from(before.map(intern)), after: Int32Array.from(after.map(intern)) };
  const blank = intern('');
  const alignment = align({ ...keys, keyCount: numbers.size, isBlank: (key) => key === blank });
  checkRuns(alignment, before, after);
  return alignment;
}

/** What lies outside of the runs must pair up and be equal; runs must not be empty and must not touch. */
function checkRuns({ runs }: Alignment, before: readonly string[], after: readonly string[]): void {
  let [from, to] = [0, 0];
  const ends = { before: { start: before.length, end: 0 }, after: { start: after.length, end: 0 } };
  for (const run of [...runs, ends]) {
    const kept = { before: before.slice(from, run.before.start), after: after.slice(to, run.after.start) };
    const isSound = kept.before.join('\n') === kept.after.join('\n') && kept.before.length === kept.after.length;
    if (!isSound) expect(kept.after).toEqual(kept.before);
    if (run !== runs[0] && run !== ends && run.before.start === from) expect.fail('runs touch');
    from = run.before.end;
    to = run.after.end;
  }
}

function shape({ runs }: Alignment): string[] {
  return runs.map(({ before, after }) => `${before.start}-${before.end} ${after.start}-${after.end}`);
}

const lines = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at));
const numbered = (count: number) => lines(count, (at) => `line ${at}`);

/** The same numbers on every run and machine. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe('align', () => {
  test('finds nothing in equal lists', () => {
    expect(shape(alignLines(['a', 'b'], ['a', 'b']))).toEqual([]);
    expect(shape(alignLines([], []))).toEqual([]);
  });

  test('finds additions, removals and replacements with no line around them', () => {
    expect(shape(alignLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']))).toEqual(['1-2 1-2', '4-4 4-5']);
    expect(shape(alignLines(['a', 'b', 'c'], ['a', 'c']))).toEqual(['1-2 1-1']);
    expect(shape(alignLines([], ['a']))).toEqual(['0-0 0-1']);
    expect(shape(alignLines(['a'], []))).toEqual(['0-1 0-0']);
  });

  test('puts an ambiguous addition lowest', () => {
    expect(shape(alignLines(['a', 'b'], ['a', 'a', 'b']))).toEqual(['1-1 1-2']);
    expect(shape(alignLines(['{', 'a', '}'], ['{', 'a', '}', '{', 'b', '}']))).toEqual(['3-3 3-6']);
  });

  test('ends an ambiguous addition behind a blank line where it can', () => {
    const before = ['one', '', 'two', '', 'three'];
    expect(shape(alignLines(before, ['one', '', 'new', '', 'two', '', 'three']))).toEqual(['2-2 2-4']);
    expect(shape(alignLines(['one', '', 'new', '', 'two', '', 'three'], before))).toEqual(['2-4 2-2']);
  });

  test('makes an addition that can lie at the next change part of it', () => {
    expect(shape(alignLines(['a', 'a', 'x'], ['a', 'a', 'a', 'y']))).toEqual(['2-3 2-4']);
    expect(shape(alignLines(['b', 'a', 'x', 'c'], ['b', 'a', 'a', 'y', 'c']))).toEqual(['2-3 2-4']);
  });

  test('gives the same runs for the same lists', () => {
    const random = pseudoRandom(7);
    const before = lines(3_000, () => `${Math.floor(random() * 40)}`);
    const after = before.filter(() => random() > 0.2);
    expect(alignLines(before, after)).toEqual(alignLines([...before], [...after]));
  });
});

describe('work is bounded', () => {
  const random = pseudoRandom(42);
  const edited = (count: number, edits: number) => {
    const step = count / edits;
    return numbered(count).map((line, at) => (Math.floor(at % step) === 3 ? `${line} edited` : line));
  };
  const blocks = lines(10_000, (at) => `block line ${at % 5}`);
  const code = (name: string) => lines(10_000, (at) => ['', '}', `${name} ${at}`, `${name} ${at} more`][at % 4]!);

  /** The cases that were timed for the note (text-hunks, section 3). Runs: exactly, or at most. */
  const cases: [string, string[], string[], { runs?: number; coarse: boolean }][] = [
    ['10,000 lines, 10 edits', numbered(10_000), edited(10_000, 10), { runs: 10, coarse: false }],
    ['100,000 lines, 10 edits', numbered(100_000), edited(100_000, 10), { runs: 10, coarse: false }],
    ['10,000 lines, 500 edits', numbered(10_000), edited(10_000, 500), { runs: 500, coarse: false }],
    ['10,000 lines, 2,000 edits', numbered(10_000), edited(10_000, 2_000), { runs: 2_000, coarse: false }],
    ['200,000 lines, 50,000 edits', numbered(200_000), edited(200_000, 50_000), { runs: 50_000, coarse: false }],
    [
      'the first 2,000 of 10,000 lines moved to the end',
      numbered(10_000),
      [...numbered(10_000).slice(2_000), ...numbered(2_000)],
      { runs: 2, coarse: false },
    ],
    ['1 line against 13,000', ['line 6500'], numbered(13_000), { runs: 2, coarse: false }],
    ['10,000 lines rewritten', numbered(10_000), lines(10_000, (at) => `other ${at}`), { runs: 1, coarse: false }],
    ['rewritten around the same blank lines and braces', code('one'), code('other'), { coarse: true }],
    [
      '10,000 lines of 2 kinds',
      lines(10_000, () => `${Math.floor(random() * 2)}`),
      lines(10_000, () => `${Math.floor(random() * 2)}`),
      { coarse: true },
    ],
    [
      '10,000 lines of 8 kinds',
      lines(10_000, () => `${Math.floor(random() * 8)}`),
      lines(10_000, () => `${Math.floor(random() * 8)}`),
      { coarse: true },
    ],
    [
      '200,000 lines of 2 kinds',
      lines(200_000, () => `${Math.floor(random() * 2)}`),
      lines(200_000, () => `${Math.floor(random() * 2)}`),
      { coarse: true },
    ],
    [
      '2,000 equal blocks, 10 removed and 10 edited',
      blocks,
      blocks.filter((_, at) => at % 1_000 >= 5).map((line, at) => (at % 1_000 === 500 ? 'edited' : line)),
      // Each removal can lie at the next edit, which is fewer changes.
      { runs: 10, coarse: false },
    ],
    [
      'many gaps that all give up',
      lines(100_000, (at) => (at % 2_000 === 0 ? `anchor ${at}` : `${Math.floor(random() * 2)}`)),
      lines(100_000, (at) => (at % 2_000 === 0 ? `anchor ${at}` : `${Math.floor(random() * 2)}`)),
      { coarse: true },
    ],
  ];

  test.each(cases)('%s', (_name, before, after, expected) => {
    const { runs, effortSpent } = alignLines(before, after);
    if (expected.runs !== undefined) expect(runs).toHaveLength(expected.runs);
    expect(runs.some(({ isCoarse }) => isCoarse)).toBe(expected.coarse);
    expect(effortSpent).toBeLessThanOrEqual(limits.alignEffortMax);
    checkSearches();
  });

  test('an answer that gave up is still cut at the anchors', () => {
    const gaps = cases.at(-1)!;
    const { runs } = alignLines(gaps[1], gaps[2]);
    expect(runs.length).toBeGreaterThanOrEqual(50);
  });

  /** Adds up what jsdiff was allowed, from its own arguments: never unbounded, and all in all within the budget. */
  function checkSearches(): void {
    let allowed = 0;
    for (const [before, after, options] of searches.mock.calls) {
      const edits = (options as unknown as { maxEditLength: number }).maxEditLength;
      expect(edits).toBeLessThanOrEqual(limits.gapEditsMax);
      if (edits > limits.quickEditsMax) {
        const found = searches.mock.results[searches.mock.calls.findIndex((call) => call[0] === before)]?.value;
        const spent = found === undefined ? edits : 0;
        allowed += spent * spent + (spent * (before.length + after.length)) / 8;
      }
    }
    expect(allowed).toBeLessThanOrEqual(limits.alignEffortMax);
  }
});
