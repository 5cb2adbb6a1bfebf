import { describe, expect, test } from 'vitest';
import { latin1, utf8 } from '../test/bytes.js';
import { checkExact, checkSubsets } from '../test/promises.js';
import { type Change, type ChangeSet, compose, findChanges } from './index.js';

function changesOf(before: string, after: string): ChangeSet {
  const set = findChanges(utf8(before), utf8(after), { format: 'markdown' });
  checkExact(set);
  checkSubsets(set, { name: 'utf-8', bomBytes: 0, unitBytes: 1 });
  return set;
}

const summary = (before: string, after: string) =>
  changesOf(before, after).changes.map(({ kind, label }) => `${kind}: ${label}`);

function textOf(set: ChangeSet, { parts }: Change, side: 'before' | 'after'): string[] {
  return parts.map((part) => new TextDecoder().decode(set[side].subarray(part[side].start, part[side].end)));
}

function rejecting(set: ChangeSet, index: number): string {
  return new TextDecoder().decode(compose(set, new Map([[set.changes[index]!.id, 'reject']])));
}

const guide =
  '# Guide\n\nHow to begin.\n\n## Install\n\nRun the tool once.\nThen run it again.\nThat is all.\n\n### Linux\n\nUse a package.\n';

describe('a change is what a reader would name', () => {
  test('a paragraph, with its headings and first words, of which only the edited lines change', () => {
    const set = changesOf(guide, guide.replace('run it again', 'run it thrice').replace('once', 'one time'));
    expect(set.changes.map(({ label }) => label)).toEqual([
      'Guide > Install: paragraph "Run the tool one time. Then run it…"',
    ]);
    expect(textOf(set, set.changes[0]!, 'before')).toEqual(['Run the tool once.\nThen run it again.\n']);
  });

  test('two places of one paragraph are one change, and the line between them stays', () => {
    const set = changesOf(guide, guide.replace('once', 'one time').replace('all.', 'everything.'));
    expect(set.changes).toHaveLength(1);
    expect(textOf(set, set.changes[0]!, 'after')).toEqual(['Run the tool one time.\n', 'That is everything.\n']);
  });

  test('a heading, below the headings above it', () => {
    expect(summary(guide, guide.replace('### Linux', '### Linux and BSD'))).toEqual([
      'heading: Guide > Install: heading "Linux and BSD"',
    ]);
    expect(summary('Old\n===\n\ntext\n', 'New\n===\n\ntext\n')).toEqual(['heading: heading "New"']);
  });

  test.each([
    ['- a\n- b\n- c\n', '- a\n- B\n- c\n', ['list-item: list item "B"']],
    [
      '- one thing\n- another thing\n',
      '- one thing!\n- another thing!\n',
      ['list-item: list item "one thing!"', 'list-item: list item "another thing!"'],
    ],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n',
      '| a | b |\n|---|---|\n| 1 | 5 |\n| 3 | 6 |\n',
      ['table-row: table row "1 | 5"', 'table-row: table row "3 | 6"'],
    ],
    ['> one\n> two\n', '> one\n> TWO\n', ['quote: quote "one TWO"']],
    ['<div>\nx\n</div>\n', '<div>\ny\n</div>\n', ['html: HTML line 2 "y"']],
    [
      '---\ntitle: One\ntags: a\n---\n\nText\n',
      '---\ntitle: Two\ntags: a\n---\n\nText\n',
      ['front-matter: front matter line 2 "title: Two"'],
    ],
    ['text\n\n[a]: /b\n[c]: /d\n', 'text\n\n[a]: /B\n[c]: /d\n', ['definition: definition "[a]: /B"']],
    ['a\n\n---\n\nb\n', 'a\n\n***\n\nb\n', ['lines: thematic break']],
    ['    code\n    more\n', '    code\n    other\n', ['fence: indented code line 2 "other"']],
  ])('%j to %j', (before, after, labels) => {
    expect(summary(before, after)).toEqual(labels);
  });

  test('each stretch of a code fence alone, with its lines', () => {
    const fence = (first: string, last: string) => `# A\n\n\`\`\`js\n${first}\nsame();\n${last}\n\`\`\`\n`;
    expect(summary(fence('let a = 1;', 'end();'), fence('let a = 2;', 'finish();'))).toEqual([
      'fence: A: code fence line 4 "let a = 2;"',
      'fence: A: code fence line 6 "finish();"',
    ]);
  });

  test('several things that were added together are one change, as no byte of before lies between them', () => {
    const after = guide.replace('### Linux', '### Mac\n\nUse brew.\n\n- or not\n\n### Linux');
    expect(summary(guide, after)).toEqual(['lines: Guide > Install: heading "Mac" and 2 more blocks added']);
    expect(summary(after, guide)).toEqual(['lines: Guide > Install: heading "Mac" and 2 more blocks removed']);
    expect(summary('- a\n', '- a\n- b\n- c\n')).toEqual(['list-item: 2 list items "b" added']);
    expect(summary('a\n', 'a\n\n## Mac\n\n- b\n- c\n')).toEqual(['lines: heading "Mac" and 2 list items added']);
  });

  test('a section with an anchor above its heading has the name of the heading', () => {
    expect(summary('a\n', 'a\n\n<a name="mac"></a>\n\n## Mac\n')).toEqual([
      'lines: heading "Mac" and 1 paragraph added',
    ]);
  });

  test('the marks of a heading are not read out, and what only looks like them is', () => {
    expect(summary('x\n', '## C# ##\n')).toEqual(['heading: heading "C#"']);
    expect(summary('### C#\n\na\n', '### C#\n\nb\n')).toEqual(['paragraph: C#: paragraph "b"']);
    expect(summary('x\n', '#tag\n')).toEqual(['paragraph: paragraph "#tag"']);
  });

  test('line ends of two characters are not read out', () => {
    expect(summary('- a\r\n  b\r\n- c\r\n', '- A\r\n  B\r\n- c\r\n')).toEqual(['list-item: list item "A B"']);
  });

  test('a paragraph between others can be rejected and leaves them as they are', () => {
    const set = changesOf('The first.\n\nThe third.\n', 'The first!\n\nA second.\n\nThe third!\n');
    expect(set.changes.map(({ label }) => label)).toEqual([
      'paragraph "The first!"',
      'paragraph "A second." added',
      'paragraph "The third!"',
    ]);
    expect(rejecting(set, 1)).toBe('The first!\n\nThe third!\n');
    expect(rejecting(set, 2)).toBe('The first!\n\nA second.\n\nThe third.\n');
  });

  test('an item put into a list stands apart from the item behind it that changed too', () => {
    const set = changesOf('- one\n- three things\n', '- one\n- two\n- three other things\n');
    expect(set.changes.map(({ label }) => label)).toEqual(['list item "two" added', 'list item "three other things"']);
    expect(rejecting(set, 0)).toBe('- one\n- three other things\n');
    expect(rejecting(set, 1)).toBe('- one\n- two\n- three things\n');
  });

  test('blocks find each other by their words where their numbers differ', () => {
    const before = '# Pets\n\nCats sleep most of the day.\n\nDogs bark at the moon.\n\nBirds sing in the morning.\n';
    const after = '# Pets\n\nDogs bark at the full moon.\n\nBirds sing early in the morning.\n';
    expect(summary(before, after)).toEqual([
      'paragraph: Pets: paragraph "Cats sleep most of the day." removed',
      'paragraph: Pets: paragraph "Dogs bark at the full moon."',
      'paragraph: Pets: paragraph "Birds sing early in the morning."',
    ]);
  });

  test('links, tags and bold marks are not read out', () => {
    const after = 'See the **[manual](https://example.org/a/very/long/address)** <b>now</b>.\n';
    expect(summary('x\n', after)).toEqual(['paragraph: paragraph "See the manual now."']);
  });

  test('what is hidden in a label is made visible', () => {
    expect(summary('a\n', '# a\u202eb\n\ntext\n')).toEqual(['lines: heading "a\\u{202E}b" and 1 paragraph']);
  });
});

describe('layout is told from words', () => {
  const prose = 'The quick brown fox jumps\nover the lazy dog and\nruns away.\n';

  test('a paragraph with the same words in other lines is one change of all of it', () => {
    const set = changesOf(`a\n\n${prose}`, 'a\n\nThe quick brown fox\njumps over the lazy dog and\nruns away.\n');
    expect(set.changes).toMatchObject([
      { kind: 'reflow', label: 'paragraph "The quick brown fox jumps over the lazy…" re-wrapped' },
    ]);
    expect(textOf(set, set.changes[0]!, 'before')).toEqual([prose]);
  });

  test('so is a quote, whose marks come again with each line', () => {
    expect(summary('> one two\n> three\n', '> one\n> two three\n')).toEqual([
      'reflow: quote "one two three" re-wrapped',
    ]);
  });

  test('a paragraph that is wrapped anew and edited is one change of all of it', () => {
    const set = changesOf(prose, 'The quick brown fox\njumps over the crazy dog and\nruns away.\n');
    expect(set.changes).toMatchObject([{ kind: 'paragraph' }]);
    expect(textOf(set, set.changes[0]!, 'before')).toEqual([prose]);
  });

  test.each([
    ['a  b\n', 'a b\n', 'paragraph "a b", white space only'],
    ['# A\n\ntext  \n', '# A\n\ntext\n', 'A: paragraph "text", white space only'],
    ['* x\n* a\n* b\n', '* x\n    * a\n    * b\n', '2 list items "a", white space only'],
    ['- a\n- b\n', '* a\n* b\n', '2 list items "a", only another bullet'],
    ['1. a\n2. b\n', '1. a\n3. b\n', 'list item "b" renumbered'],
    ['a\n\nb\n', 'a\n\n\nb\n', 'blank line 3 added'],
    ['a\n\n\n\nb\n', 'a\n\nb\n', 'blank lines 3-4 removed'],
  ])('%j to %j', (before, after, label) => {
    expect(summary(before, after)).toEqual([`format-only: ${label}`]);
  });

  test('a table that is only padded is one change of all rows', () => {
    const set = changesOf('|a|b|\n|-|-|\n|1|2|\n|3|4|\n', '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n');
    expect(set.changes).toMatchObject([{ kind: 'format-only', label: '3 table rows "a | b" re-padded' }]);
    expect(set.changes[0]?.parts).toHaveLength(1);
  });

  test('a row with another value among rows that are only padded is a change of its own', () => {
    expect(
      summary('|a|b|\n|-|-|\n|1|2|\n|3|4|\n|5|6|\n', '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 40 |\n| 5 | 6 |\n'),
    ).toEqual(['format-only: 3 table rows "a | b" re-padded', 'table-row: table row "3 | 40"']);
  });

  test('an item put into a numbered list and the numbers behind it are two changes', () => {
    const set = changesOf('1. one\n2. three\n3. four\n', '1. one\n2. two\n3. three\n4. four\n');
    expect(set.changes.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
      'list-item: list item "two" added',
      'format-only: 2 list items "three" renumbered',
    ]);
    expect(rejecting(set, 0)).toBe('1. one\n3. three\n4. four\n');
    expect(rejecting(set, 1)).toBe('1. one\n2. two\n2. three\n3. four\n');
  });

  test('white space in code and front matter has a meaning', () => {
    expect(summary('```\nif x:\n  y\n```\n', '```\nif x:\n    y\n```\n')).toEqual(['fence: code fence line 3 "y"']);
    expect(summary('---\na:\n  b: 1\n---\n', '---\na:\nb: 1\n---\n')).toEqual([
      'front-matter: front matter line 3 "b: 1"',
    ]);
  });
});

describe('line ends and marks stay changes of their own', () => {
  test('a flip of all line ends does not join two edited paragraphs', () => {
    expect(summary('One.\r\n\r\nTwo.\r\n\r\nThree.\r\n', 'One!\n\nTwo!\n\nThree.\n')).toEqual([
      'paragraph: paragraph "One!"',
      'eol: line ends CRLF to LF, 3 lines',
      'paragraph: paragraph "Two!"',
    ]);
  });

  test('a byte order mark goes with the first block only where that changes', () => {
    expect(summary('\ufeff# A\n', '# A\n')).toEqual(['bom: byte order mark removed']);
    expect(summary('\ufeff# A\n', '# B\n')).toEqual(['heading: byte order mark and heading "B"']);
  });

  test('a last line without line end is never glued to what was added behind it', () => {
    expect(summary('- a\n- b', '- A\n- b\n- c\n')).toEqual([
      'list-item: list item "A"',
      'list-item: list item "c" added',
    ]);
    expect(summary('a\n\nb', 'a\n\nB\n\nc')).toEqual(['paragraph: 2 paragraphs "B"']);
  });

  test('a lone CR among LF keeps together what touches, so that no new line end comes to be', () => {
    expect(changesOf('- a\r- b\n- c\n', '- A\r\n- B\n- C\n').changes).toHaveLength(1);
  });
});

test('a file that is not UTF-8 is compared line by line, and it is said', () => {
  const set = findChanges(latin1('# caf\xe9\n'), latin1('# th\xe9\n'), { format: 'markdown' });
  expect(set).toMatchObject({
    fallback: 'This file is not UTF-8, so it is compared line by line.',
    changes: [{ kind: 'lines', label: 'line 1 "# th\\xE9"' }],
  });
});
