import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Side } from '../src/cut-file.js';
import { findByLines } from '../src/find-by-lines.js';
import { changeSetOf } from '../src/find-changes.js';
import { finders } from '../src/finders.js';
import { type ChangeSet, compose, findChanges } from '../src/index.js';
import { checkExact, checkSubsets, must, same, spliceByHand, verdictsOf } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const pairsPerFormat = isLong ? 12_000 : 200;

/** What breaks tools that work on text: line ends, NUL, byte order marks, bytes that are no UTF-8, letters of several bytes. */
const hostile = [
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\0',
  '\ufeff',
  [0xff],
  [0xe6, 0xbc],
  'é',
  '漢字',
  '𝄞',
  'a',
  'two words',
  ' ',
  '  ',
];

/** What means something to each format. */
const syntax = {
  markdown: [
    '# ',
    '- ',
    '  - ',
    '1. ',
    '> ',
    '```\n',
    '---\n',
    '===\n',
    '| a | b |\n',
    '|---|---|\n',
    '<div>',
    '<!--',
    '[x]: y',
  ],
  latex: [
    '\\section{',
    '\\begin{a}',
    '\\end{a}',
    '\\begin{verbatim}\n',
    '\\end{verbatim}\n',
    '\\item ',
    '%',
    '\\\\',
    '{',
    '}',
    '$',
    '@book{b,\n',
    'year = {1},\n',
  ],
  text: ['\f', '\v', '\t', '}\n', 'same\n', 'same\n', '\u2028', '\u0085'],
  csv: [',', ';', '\t', '"', '""', 'a,b\n', '1,2\n', '1,3\n', '"x,\ny",2\n', 'sep=;\n', '1.0', '1'],
  json: ['{', '}', '[', ']', ',', ':', '"a"', '"b": 1', '1', '1.0', 'null', '\\u00e9', '"', '// c', '{"a": [1, 2]}\n'],
} as const;

/** Pieces that are whole by themselves, of which files are made that their format can read. */
const wholes = {
  markdown: ['# One\n\n', 'Some words\nin two lines.\n\n', '- item\n', '| 1 | 2 |\n', '```\ncode\n```\n', '\n', '\r\n'],
  latex: [
    '\\section{One}\n',
    'Some words\nin two lines.\n\n',
    '\\begin{a}\nx\n\\end{a}\n',
    '\\item y\n',
    '% z\n',
    '\r\n',
  ],
  text: ['some words\n', 'in two\nlines\n', '\n', '\r\n', '\f\n', '漢字\n'],
  csv: ['a,b\n', '1,2\n', '1,3\n', '"x,\ny",2\n', '漢字,\r\n', ',""\n', '1.0,2\r\n'],
  json: [
    '{"a": [1, 2], "b": "é漢"}\n',
    '{"a": [1], "b": "\\u00e9"}\n',
    '[1.0, {"a": null}]\n',
    '[1, {"a": {}}]\r\n',
    '12345678901234567890\n',
    '\n',
  ],
} as const;

type Format = keyof typeof syntax;
type Piece = string | readonly number[];

const encoder = new TextEncoder();

function bytesOf(pieces: readonly Piece[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...(typeof piece === 'string' ? encoder.encode(piece) : piece)]));
}

/** Two files of one format: one and an edit of it, or two that have nothing to do with each other. */
function anyPair(format: Format): fc.Arbitrary<readonly [Uint8Array, Uint8Array]> {
  const broken = fc.constantFrom<Piece>(...hostile, ...syntax[format], ...syntax[format]);
  const whole = fc.constantFrom<Piece>(...wholes[format]);
  return fc.oneof({ weight: 2, arbitrary: pairsOf(broken) }, { weight: 1, arbitrary: pairsOf(whole) });
}

function pairsOf(piece: fc.Arbitrary<Piece>): fc.Arbitrary<readonly [Uint8Array, Uint8Array]> {
  const file = fc.array(piece, { maxLength: 40 });
  const splice = fc.tuple(fc.nat(40), fc.nat(3), fc.array(piece, { maxLength: 4 }));
  const edited = fc.tuple(file, fc.array(splice, { minLength: 1, maxLength: 4 })).map(([before, splices]) => {
    const after = [...before];
    for (const [at, removed, added] of splices) after.splice(at, removed, ...added);
    return [before, after] as const;
  });
  return fc
    .oneof({ weight: 3, arbitrary: edited }, { weight: 1, arbitrary: fc.tuple(file, file) })
    .map(([before, after]) => [bytesOf(before), bytesOf(after)] as const);
}

/** Changes as the finder of the format makes them, also where a NUL would keep so small a file from it. */
function found(before: Uint8Array, after: Uint8Array, format: Format): ChangeSet {
  const facts = { format, before, after };
  if (same(before, after)) return { ...facts, changes: [], coarse: false, decidedBy: 'per-change' };
  const sides = [sideOf(before), sideOf(after)] as const;
  const inFormat = finders[format](...sides);
  if (!('unfit' in inFormat)) return changeSetOf(facts, inFormat);
  const inLines = findByLines(...sides);
  if ('unfit' in inLines) throw new Error(inLines.unfit);
  return changeSetOf(facts, inLines, inFormat.unfit);
}

function sideOf(bytes: Uint8Array): Side {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { bytes, encoding: { name: 'utf-8', bomBytes: isMarked ? 3 : 0, unitBytes: 1 } };
}

function checkChoices(set: ChangeSet, choice: readonly boolean[]): void {
  const subsets = 2 ** Math.min(set.changes.length, 5);
  for (let subset = 0; subset < subsets; subset++) {
    const isAccepted = (at: number): boolean =>
      at < 5 ? (subset & (1 << at)) !== 0 : choice[at % choice.length] === true;
    const verdicts = verdictsOf(set.changes, isAccepted);
    const result = compose(set, verdicts);
    must(same(result, spliceByHand(set, verdicts)), 'composition is slices', set);
    must(same(result, compose(set, new Map([...verdicts].reverse()))), 'the order of decisions is nothing', set);
  }
}

test.each(Object.keys(syntax) as Format[])(
  '%s: hostile files come apart and together exactly, whatever is chosen, the same every time',
  { timeout: 1_800_000 },
  (format) => {
    const choices = fc.array(fc.boolean(), { minLength: 13, maxLength: 13 });
    const seen = { inFormat: 0, inLines: 0, binary: 0 };
    fc.assert(
      fc.property(anyPair(format), choices, ([before, after], choice) => {
        const set = found(before, after, format);
        seen[set.fallback === undefined ? 'inFormat' : 'inLines']++;
        checkExact(set);
        checkChoices(set, choice);
        must(
          set.changes.every(({ label }) => label !== '' && !/[\r\n]/.test(label)),
          'labels are one line',
          set,
        );
        const areLines = format === 'markdown' || format === 'latex' || format === 'text' || set.fallback !== undefined;
        if (areLines) checkSubsets(set, { name: 'utf-8', bomBytes: 0, unitBytes: 1 });
        expect(found(before.slice(), after.slice(), format).changes).toEqual(set.changes);

        const whole = findChanges(before, after, { format });
        if (whole.decidedBy === 'whole-file') seen.binary++;
        checkExact(whole);
        checkChoices(whole, choice);
      }),
      { numRuns: pairsPerFormat },
    );
    if (isLong) console.log(`${format}: ${pairsPerFormat} pairs`, seen);
    expect(seen.inFormat).toBeGreaterThan(pairsPerFormat / 10);
  },
);
