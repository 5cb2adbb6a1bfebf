import { expect, test } from 'vitest';
import { shownBlocks } from '../../test/blocks.js';
import { readLatex } from './read-latex.js';

const show = (lines: readonly string[]): string[] => shownBlocks(readLatex, lines.join('\n'));

test('an entry is its first line, its fields and its last line', () => {
  expect(
    show([
      '@Book{smith2020,',
      '  title = {A {B}',
      '    C},',
      '',
      '  year = 2020,',
      '  note = "a {"} b" # jan}',
      '@misc{x, title={y}}',
    ]),
  ).toEqual([
    'entry 1 smith2020',
    'field 2-3 smith2020.title, within 1',
    'blank 4',
    'field 5 smith2020.year, within 1',
    'field 6 smith2020.note, within 1',
    'entry 7 x',
  ]);
  expect(show(['@article(k,', '  a = {)},', ')']).slice(1)).toEqual(['field 2 k.a, within 1', 'entry 3 k, within 1']);
});

test('fields on one line are one block, and a comma may be missing', () => {
  expect(show(['@misc{k, a = 1,', '  b = 2, c = 3', '  d = 4', '}'])).toEqual([
    'entry 1 k',
    'field 2 k.b, within 1',
    'field 3 k.d, within 1',
    'entry 4 k, within 1',
  ]);
});

test('what stands between entries is a comment and is kept', () => {
  expect(
    show(['Made by hand.', '', '@string{a = "b",', '  c = "d"}', '@preamble{ "x" }', '% note', '@comment{x,', '', '}']),
  ).toEqual([
    'comment 1 by lines',
    'blank 2',
    'entry 3-4 @string a, c',
    'entry 5 @preamble',
    'comment 6 by lines',
    'comment 7 by lines',
    'blank 8',
    'comment 9 by lines',
  ]);
});

test('an entry that is not closed is decided by lines, and the next one is found', () => {
  expect(show(['@misc{a,', '  b = {c', '', '@misc{d,', '  e = 1', '}'])).toEqual([
    'entry 1-2 a by lines',
    'blank 3',
    'entry 4 d',
    'field 5 d.e, within 4',
    'entry 6 d, within 4',
  ]);
});

test('a file is BibTeX where an entry comes before a command of TeX', () => {
  expect(show(['\ufeff@misc{a}'])).toEqual(['entry 1 a']);
  expect(show(['\\section{a}', '@misc{a}'])[0]).toBe('heading 1 heading "a"');
  expect(show(['mail me @ home'])).toEqual(['paragraph 1']);
});
