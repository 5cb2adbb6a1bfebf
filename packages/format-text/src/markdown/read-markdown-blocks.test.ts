import { describe, expect, test } from 'vitest';
import { utf8 } from '../../test/bytes.js';
import { cutLines } from '../cut-lines.js';
import { readMarkdownBlocks } from './read-markdown-blocks.js';

/** Kind and lines of each block but blank ones, as `heading 1` or `fence 3-5`. */
function blocksOf(text: string): string[] {
  return read(text).flatMap(({ kind, name, start, end }) => {
    if (kind === 'blank') return [];
    return [`${name ?? kind} ${start + 1 === end ? end : `${start + 1}-${end}`}`];
  });
}

function read(text: string) {
  const side = { bytes: utf8(text), encoding: { name: 'utf-8', bomBytes: 0, unitBytes: 1 } } as const;
  return [...readMarkdownBlocks({ ...side, atoms: cutLines(side, 1_000_000)! })];
}

describe('headings', () => {
  test.each([
    ['# A\n## B ##\n#C\n####### D\n', ['heading 1', 'heading 2', 'paragraph 3-4']],
    ['A\n===\nB\nC\n---\n', ['heading 1-2', 'heading 3-5']],
    ['a\n# A\nb\n', ['paragraph 1', 'heading 2', 'paragraph 3']],
    ['    # code\n', ['indented code 1']],
    ['===\n', ['paragraph 1']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });

  test('give the path of what stands below, and not their own', () => {
    const paths = read('a\n# A\nb\n### C\nc\n## B [x](y)\nd\n# E\ne\n').map(({ path }) => path.join(' > '));
    expect(paths).toEqual(['', '', 'A', 'A', 'A > C', 'A', 'A > B x', '', 'E']);
  });
});

describe('fences', () => {
  test.each([
    ['```\na\n\n# b\n```\nc\n', ['fence 1-5', 'paragraph 6']],
    ['````\n```\n````\n', ['fence 1-3']],
    ['~~~ js\n```\n~~~\n', ['fence 1-3']],
    ['```\nnever closed\n\n- x\n', ['fence 1-4']],
    ['a\n```\nb\n```\n', ['paragraph 1', 'fence 2-4']],
    ['``` a`b\n', ['paragraph 1']],
    ['- a\n  ```\n  b\n  ```\n- c\n', ['list-item 1', 'fence 2-4', 'list-item 5']],
    ['- a\n  ```\n  b\nout\n', ['list-item 1', 'fence 2-3', 'paragraph 4']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});

describe('front matter', () => {
  test.each([
    ['---\na: 1\n---\nb\n', ['front-matter 1-3', 'paragraph 4']],
    ['+++\na = 1\n+++\n', ['front-matter 1-3']],
    ['---\nnot closed\n', ['thematic break 1', 'paragraph 2']],
    ['a\n\n---\nb\n---\n', ['paragraph 1', 'thematic break 3', 'heading 4-5']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});

describe('lists', () => {
  test.each([
    ['- a\n- b\n  goes on\nlazily\n', ['list-item 1', 'list-item 2-4']],
    ['- a\n  - b\n    1. c\n- d\n', ['list-item 1', 'list-item 2', 'list-item 3', 'list-item 4']],
    ['1. a\n\n   second paragraph\n\n2. b\n', ['list-item 1', 'paragraph 3', 'list-item 5']],
    ['- a\n\n      code\n', ['list-item 1', 'indented code 3']],
    ['text\n1986. not a list\n', ['paragraph 1-2']],
    ['text\n1. a list\n', ['paragraph 1', 'list-item 2']],
    ['- - -\n*a*\n-b\n', ['thematic break 1', 'paragraph 2-3']],
    ['- [ ] a\n- [x] b\n', ['list-item 1', 'list-item 2']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});

describe('tables', () => {
  test.each([
    ['| a | b |\n|---|:-:|\n| 1 | 2 |\nx\n\ny | z\n', ['table-row 1-2', 'table-row 3', 'table-row 4', 'paragraph 6']],
    ['text\na | b\n- | -\n1 | 2\n> quote\n', ['paragraph 1', 'table-row 2-3', 'table-row 4', 'quote 5']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});

describe('quotes, HTML and definitions', () => {
  test.each([
    ['> a\n> b\nlazy\n>\n> c\n', ['quote 1-4', 'quote 5']],
    ['<div>\n\ntext\n\n</div>\n', ['html 1', 'paragraph 3', 'html 5']],
    ['<!-- a\n\n# b\n-->\nc\n', ['html 1-4', 'paragraph 5']],
    ['<pre>\n\nx\n</pre>\n', ['html 1-4']],
    ['a <b>c</b>\n<i>d</i> e\n', ['paragraph 1-2']],
    ['<x-y z="1">\nin it\n\nout\n', ['html 1-2', 'paragraph 4']],
    ['[a]: /b\n  "title"\n[^1]: note\n', ['definition 1-2', 'definition 3']],
    ['text\n[a]: /b\n', ['paragraph 1-2']],
  ])('%j', (text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});

test.each([
  ['deep lists', (at: number) => `${' '.repeat(at < 4_000 ? at : at % 40)}- x\n`],
  ['lines in a deep item', (at: number) => (at < 4_000 ? `${' '.repeat(at)}- x\n` : 'goes on\n')],
  ['open brackets', () => '['.repeat(100)],
  ['pipes and dashes', () => '|-'.repeat(50) + '\n'],
  ['open comments', () => '<!--\n'],
  ['open fences', (at: number) => '`'.repeat(3 + (at % 90)) + '\n'],
  ['paragraphs', () => 'some words that stand on a line\n'],
  ['headings', (at: number) => `${'#'.repeat(1 + (at % 6))} title\n`],
])('reading does not get slower and slower: %s', { timeout: 60_000 }, (_name, line) => {
  // Anything that looks at all lines again for each line would run into the timeout.
  const count = 100_000;
  const blocks = read(Array.from({ length: count }, (_, at) => line(at)).join(''));
  expect(blocks.length).toBeGreaterThan(0);
});
