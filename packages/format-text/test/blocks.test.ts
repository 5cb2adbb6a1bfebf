import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockReader } from '../src/blocks.js';
import { cutLines } from '../src/cut-lines.js';
import { findInBlocks } from '../src/find-by-blocks.js';
import { changeSetOf } from '../src/find-changes.js';
import { type ChangeSet, findChanges, type TextEncoding } from '../src/index.js';
import { readMarkdownBlocks } from '../src/markdown/read-markdown-blocks.js';
import { readTextBlocks } from '../src/text/read-text-blocks.js';
import { asLatin1, utf16 } from './bytes.js';
import { corpusFiles, hasCorpus } from './corpus.js';
import { checkExact, checkSubsets, must, same } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;

/** Starts and pieces of lines that mean something to Markdown, bytes that break tools, and letters of several bytes. */
const markdownPieces =
  '# ·## ·- ·  - ·1. ·2. ·10) ·> ·| a | b |·| --- | --- |·|-|-|·```·~~~·---·===·+++·<div>·<!--·-->·<pre>·</pre>·[x]: y·    ·' +
  '\t· ·word·other words·é·漢字·𝄞·   \n·\n·\n·\n·\n\n·\r\n·\r·\f·\0·\ufeff';
const pieces = markdownPieces.split('·');
const encode = (text: string) => new TextEncoder().encode(text);
const markdown = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join(''));
const stray = fc.array(fc.constantFrom(...pieces.map(encode), Uint8Array.of(0xff), Uint8Array.of(0xe6, 0xbc)), {
  maxLength: 30,
});

/** Documents of a few blocks, and another one that shares most of them: what an edit looks like. */
const documentPieces =
  '# One\n·## Two\n·A paragraph of words\nin two lines.\n·A paragraph\nof words in two lines.\n·- item\n·- item\n  goes on\n·' +
  '1. first\n·2. first\n·2. second\n·| a | b |\n|---|---|\n·| 1 | 2 |\n·|  1 |  2 |\n·```\ncode\n```\n·> quote\n·\n·\n·\n·\r\n·' +
  'last·---\ntitle: x\n---\n·T\n===\n·  \n';
const blockTexts = documentPieces.split('·');
const edit = fc
  .tuple(
    fc.array(fc.constantFrom(...blockTexts), { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.nat(2), fc.array(fc.constantFrom(...blockTexts), { maxLength: 2 })), {
      maxLength: 4,
    }),
  )
  .map(([blocks, edits]) => {
    const edited = [...blocks];
    for (const [at, removed, added] of edits) edited.splice(at, removed, ...added);
    return [blocks.join(''), edited.join('')] as const;
  });

const readers: readonly BlockReader[] = [readMarkdownBlocks, readTextBlocks];

test('blocks tile the lines of any file, in order', () => {
  fc.assert(
    fc.property(fc.oneof(markdown.map(encode), stray.map(joined)), fc.constantFrom(...readers), (bytes, reader) => {
      expectTiles(bytes, reader);
    }),
    { numRuns: 2_000 },
  );
});

test.skipIf(!hasCorpus)('blocks tile the lines of real files', () => {
  for (const { bytes } of corpusFiles) for (const reader of readers) expectTiles(bytes, reader);
});

test('any two Markdown files come apart and together exactly, and no subset glues or tears a line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(markdown, markdown), edit), ([one, other]) => {
      checkAll(inBlocks(encode(one), encode(other), readMarkdownBlocks));
    }),
    { numRuns: isLong ? 20_000 : 2_000 },
  );
});

test('so do files with stray bytes, in either reader', () => {
  fc.assert(
    fc.property(stray, stray, fc.constantFrom(...readers), (one, other, reader) => {
      checkAll(inBlocks(joined(one), joined(other), reader));
    }),
    { numRuns: isLong ? 10_000 : 1_000 },
  );
});

test('so do plain text files in 16 bits', () => {
  fc.assert(
    fc.property(edit, ([one, other]) => {
      const [before, after] = [utf16(`\ufeff${one}`), utf16(`\ufeff${other}`)];
      const set = findChanges(before, after, { format: 'text' });
      checkExact(set);
      checkSubsets(set, { name: 'utf-16le', bomBytes: 2, unitBytes: 2 });
    }),
    { numRuns: 1_000 },
  );
});

test('the same two files give the same changes, ids and labels', () => {
  fc.assert(
    fc.property(edit, ([one, other]) => {
      const find = () => findChanges(encode(one), encode(other), { format: 'markdown' }).changes;
      expect(find()).toEqual(find());
    }),
    { numRuns: 500 },
  );
});

test('every paragraph of a long document edited is a change for each, whatever the alignment of lines gave up on', () => {
  const document = (words: string, isLeftOut: (at: number) => boolean) =>
    Array.from({ length: 2_000 }, (_, at) => (isLeftOut(at) ? '' : `Paragraph ${at} says ${words}.\n\n`)).join('');
  const before = encode(document('so', () => false));
  const all = findChanges(before, encode(document('no', () => false)), { format: 'markdown' });
  checkExact(all);
  expect(all).toMatchObject({ coarse: false, decidedBy: 'per-change' });
  expect(all.changes).toHaveLength(2_000);

  const fewer = findChanges(before, encode(document('so', (at) => at % 9 === 4)), { format: 'markdown' });
  expect(fewer.changes).toHaveLength(222);
});

test('a paragraph that came or went among 100 edited ones does not hide them', () => {
  const words = (at: number) => `${(at * 7_919) % 104_729} and ${(at * 6_271) % 15_485}`;
  const document = (end: string, isLeftOut: (at: number) => boolean) =>
    Array.from({ length: 100 }, (_, at) => (isLeftOut(at) ? '' : `Of ${words(at)}, ${end}.\n\n`)).join('');
  const before = encode(`# Title\n\n${document('they say', () => false)}`);
  const after = encode(`# Title\n\n${document('we say', (at) => at === 50)}`);
  const set = findChanges(before, after, { format: 'markdown' });
  checkExact(set);
  expect(set.changes.filter(({ label }) => label.endsWith(' removed'))).toHaveLength(1);
  expect(set.changes).toHaveLength(100);
});

const repeated = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

test.each([
  ['10 MB in one line', () => ['word '.repeat(2_000_000), `${'word '.repeat(2_000_000)}!`]],
  ['2 MB of blanks in a line', () => [`a${' '.repeat(2_000_000)}b\n`, `a${' '.repeat(2_000_000)}c\n`]],
  ['2 MB of open brackets', () => ['['.repeat(2_000_000), '['.repeat(2_000_001)]],
  ['100,000 quotes in each other', () => [`${'> '.repeat(100_000)}a\n`, `${'> '.repeat(100_000)}b\n`]],
  ['100,000 lists in each other on a line', () => [`${'- '.repeat(100_000)}a\n`, `${'- '.repeat(100_000)}b\n`]],
  [
    '4,000 lists in each other',
    () => ['a', 'b'].map((word) => repeated(4_000, (at) => `${' '.repeat(at)}- ${word}\n`)),
  ],
  ['100,000 lines that all differ', () => ['a', 'b'].map((word) => repeated(100_000, (at) => `${word} ${at}\n`))],
])('%s: exact, by blocks, in bounded time', { timeout: 60_000 }, (_name, files) => {
  const [before, after] = files().map(encode);
  const set = findChanges(before!, after!, { fileName: 'a.md' });
  checkExact(set);
  expect(set).toMatchObject({ format: 'markdown', decidedBy: 'per-change' });
  must(
    set.changes.every(({ label }) => label.length < 400),
    'labels are short',
    set,
  );
});

test('what is too large or no text is decided whole under a Markdown name, and it is said why', () => {
  const lines = encode('\n'.repeat(200_001));
  const ofLines = findChanges(lines, encode('a'), { fileName: 'a.md' });
  expect(ofLines).toMatchObject({ decidedBy: 'whole-file', coarse: true });
  expect(ofLines.reason).toBe('This file has more than 200000 lines.');
  const ofBytes = findChanges(
    Uint8Array.from({ length: 5_000 }, (_, at) => at),
    encode('a'),
    { fileName: 'a.md' },
  );
  expect(ofBytes).toMatchObject({ format: 'binary', decidedBy: 'whole-file', reason: 'This file is not text.' });
  for (const set of [ofLines, ofBytes]) checkExact(set);
});

test('where too many lines changed to be aligned, a change says that it is coarse', () => {
  const before = encode(repeated(40_000, (at) => `some words ${at} a\nsame\n`));
  const set = findChanges(before, encode(repeated(40_000, (at) => `some words ${at} b\nsame\n`)), { format: 'text' });
  checkExact(set);
  expect(set).toMatchObject({ coarse: true, changes: [{ label: 'lines 1-79999, rewritten' }] });
});

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Bytes taken as UTF-8, also where a NUL or a stray byte would keep a file from its reader. */
function inBlocks(before: Uint8Array, after: Uint8Array, reader: BlockReader): ChangeSet {
  const facts = { format: 'markdown', before, after } as const;
  if (same(before, after)) return { ...facts, changes: [], coarse: false, decidedBy: 'per-change' };
  const found = findInBlocks(
    reader,
    { bytes: before, encoding: encodingOf(before) },
    { bytes: after, encoding: encodingOf(after) },
  );
  if ('unfit' in found) throw new Error(found.unfit);
  return changeSetOf(facts, found);
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { name: 'utf-8', bomBytes: isMarked ? 3 : 0, unitBytes: 1 };
}

function checkAll(set: ChangeSet): void {
  checkExact(set);
  checkSubsets(set, { name: 'utf-8', bomBytes: 0, unitBytes: 1 });
  must(
    set.changes.every(({ label }) => label !== '' && label.length < 400 && !/[\n\r]/.test(label)),
    'labels are one short line',
    set,
  );
  for (const { kind, parts } of set.changes) {
    if (kind !== 'reflow' && kind !== 'format-only') continue;
    const letters = (side: 'before' | 'after') =>
      parts.map((part) =>
        asLatin1(set[side].subarray(part[side].start, part[side].end)).replaceAll(/[^a-z\x80-\xff]/g, ''),
      );
    must(letters('before').join('') === letters('after').join(''), 'what is called layout has the same letters', set);
  }
}

function expectTiles(bytes: Uint8Array, reader: BlockReader): void {
  const encoding = encodingOf(bytes);
  const atoms = cutLines({ bytes, encoding }, Number.MAX_SAFE_INTEGER)!;
  const blocks = [...reader({ bytes, encoding, atoms })];
  expect(blocks.map(({ start }) => start)).toEqual([0, ...blocks.map(({ end }) => end)].slice(0, blocks.length));
  expect(blocks.at(-1)?.end ?? 0).toBe(atoms.length);
  expect(blocks.every(({ start, end }) => start < end)).toBe(true);
}
