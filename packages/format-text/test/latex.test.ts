import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChangeSet, compose, findChanges } from '../src/index.js';
import { readLatex } from '../src/latex/read-latex.js';
import { readTiles } from './blocks.js';
import { asLatin1, latin1, utf8 } from './bytes.js';
import { corpusFiles, corpusPairs, hasCorpus } from './corpus.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';

const changesOf = (before: readonly string[], after: readonly string[], fileName = 'a.tex'): ChangeSet => {
  const set = findChanges(utf8(before.join('\n')), utf8(after.join('\n')), { fileName });
  checkExact(set);
  return set;
};
const summary = ({ changes }: ChangeSet): string[] => changes.map(({ kind, label }) => `${kind}: ${label}`);
const partsOf = ({ changes }: ChangeSet): number[] => changes.map(({ parts }) => parts.length);

const paper = [
  '\\section{Soils}',
  'Sand drains fast,',
  'clay does not.',
  '',
  '\\begin{itemize}',
  '\\item Sand',
  '\\item Clay,',
  '  wet',
  '\\end{itemize}',
  '',
  'Chalk is in between.',
  '',
];

function edited(edits: Readonly<Record<number, readonly string[]>>, lines: readonly string[] = paper): string[] {
  return lines.flatMap((line, at) => edits[at + 1] ?? [line]);
}

describe('a change is what a reader would name', () => {
  test('a paragraph, an item, a heading, each with its place', () => {
    const after = edited({
      1: ['\\section{Earths}'],
      2: ['Sand drains quickly,'],
      7: ['\\item Loam,'],
      11: ['Chalk is.'],
    });
    expect(summary(changesOf(paper, after))).toEqual([
      'heading: heading "Earths"',
      'paragraph: Earths: paragraph "Sand drains quickly, clay does not."',
      'item: Earths > itemize: item "\\item Loam, wet"',
      'paragraph: Earths: paragraph "Chalk is."',
    ]);
  });

  test('an environment that came whole, by its name and label', () => {
    const figure = ['\\begin{figure}', '\\includegraphics{a}', '\\caption{A}\\label{fig:a}', '\\end{figure}', ''];
    expect(summary(changesOf(paper, edited({ 11: [...figure, paper[10]!] })))).toEqual([
      'environment: Soils: figure fig:a added',
    ]);
  });

  test('a definition', () => {
    const style = ['\\ProvidesPackage{x}', '', '\\newcommand{\\a}[1]{%', '  #1}', '\\newcommand{\\b}{c}', ''];
    expect(summary(changesOf(style, edited({ 4: ['  (#1)}'] }, style), 'a.sty'))).toEqual(['definition: \\a']);
  });

  test('lines of a verbatim environment, in which spaces count', () => {
    const code = ['\\begin{verbatim}', 'if a:', '  b', '  c', '  d', '\\end{verbatim}'];
    expect(summary(changesOf(code, edited({ 3: ['    b'], 5: ['  e'] }, code)))).toEqual([
      'fence: verbatim line 3 "b"',
      'fence: verbatim line 5 "e"',
    ]);
  });

  test('a field of an entry', () => {
    const library = ['@book{a,', '  title = {T},', '  year = 2020', '}', '', '@misc{b, year = 1}', ''];
    expect(summary(changesOf(library, edited({ 2: ['  title = {U},'] }, library), 'a.bib'))).toEqual([
      'field: a.title',
    ]);
    expect(
      summary(changesOf(library, edited({ 4: ['}', '', '@misc{c,', '  year = 2', '}'] }, library), 'a.bib')),
    ).toEqual(['entry: c added']);
  });
});

describe('commenting out', () => {
  test.each([['%'], ['% '], ['%% ']])('with "%s" is a kind, and back', (mark) => {
    const after = edited({ 11: [`${mark}Chalk is in between.`] });
    expect(changesOf(paper, after).changes.map(({ kind }) => kind)).toEqual(['comment-out']);
    expect(changesOf(after, paper).changes.map(({ kind }) => kind)).toEqual(['uncomment']);
  });

  test('takes in all lines of a paragraph, and an indented one', () => {
    const after = edited({ 2: ['% Sand drains fast,'], 3: ['% clay does not.'], 8: ['  % wet'] });
    expect(changesOf(paper, after).changes.map(({ kind }) => kind)).toEqual(['comment-out', 'comment-out']);
  });

  test('with another word changed is not only that', () => {
    expect(changesOf(paper, edited({ 11: ['% Chalk is.'] })).changes[0]!.kind).not.toBe('comment-out');
  });
});

describe('halves are decided together', () => {
  test('of an environment that got another name', () => {
    const set = changesOf(paper, edited({ 5: ['\\begin{enumerate}'], 9: ['\\end{enumerate}'] }));
    expect(summary(set)).toEqual(['environment: Soils: enumerate']);
    expect(partsOf(set)).toEqual([2]);
  });

  test('of an environment, of braces or of a condition around what stood there', () => {
    for (const [open, close] of [
      ['\\begin{quote}', '\\end{quote}'],
      ['{\\small', '}'],
      ['\\iffalse', '\\fi'],
      ['\\[', '\\]'],
    ] as const) {
      const set = changesOf(paper, edited({ 2: [open, paper[1]!], 11: [paper[10]!, close] }));
      expect(partsOf(set)).toEqual([2]);
    }
  });

  test('of a list, with the items that have no meaning without it', () => {
    const bare = edited({ 5: [], 9: [] });
    const list = edited({ 6: ['\\item Sand, dry'] });
    expect(changesOf(bare, list).changes).toHaveLength(1);
  });

  test('of a field and the comma before it', () => {
    const library = ['@book{a,', '  title = {T},', '  year = 2020', '}', ''];
    const after = edited({ 3: ['  year = 2020,', '  note = {n}'] }, library);
    expect(summary(changesOf(library, after, 'a.bib'))).toEqual(['field: a.year; a.note added']);
  });

  test('but not where each is whole', () => {
    expect(changesOf(paper, edited({ 6: ['\\item {Sand}'], 11: ['{\\small Chalk}'] })).changes).toHaveLength(2);
  });
});

describe('only layout', () => {
  test('is broken lines with the same words', () => {
    const after = edited({ 2: ['Sand drains'], 3: ['fast, clay does not.'] });
    expect(changesOf(paper, after).changes.map(({ kind }) => kind)).toEqual(['reflow']);
  });

  test('is not where a comment swallows other words', () => {
    const before = edited({ 2: ['Sand drains % why'], 3: ['fast, clay does not.'] });
    const after = edited({ 2: ['Sand drains % why fast,'], 3: ['clay does not.'] });
    expect(summary(changesOf(before, after))).toEqual([
      'paragraph: Soils: paragraph "Sand drains % why fast, clay does not."',
    ]);
  });

  test('is more blank lines, but not the first one between two lines', () => {
    expect(changesOf(paper, edited({ 4: ['', ''] })).changes.map(({ kind }) => kind)).toEqual(['format-only']);
    expect(changesOf(paper, edited({ 2: [paper[1]!, ''] })).changes.map(({ kind }) => kind)).not.toContain(
      'format-only',
    );
  });

  test('is not a dash for another one in a table', () => {
    const table = ['\\begin{tabular}{l}', 'pages 1-2 \\\\', '\\end{tabular}'];
    expect(changesOf(table, edited({ 2: ['pages 1--2 \\\\'] }, table)).changes.map(({ kind }) => kind)).toEqual([
      'table-row',
    ]);
  });
});

/** Pieces of TeX and BibTeX that fit together by chance, and bytes that fit nowhere. */
const pieces = [
  [
    '\\begin{x}',
    '\\end{x}',
    '\\begin{tabular}',
    '\\end{tabular}',
    '\\begin{verbatim}',
    '\\end{verbatim}',
    '\\[',
    '\\]',
  ],
  [
    '{',
    '}',
    '%',
    '\\item',
    '&',
    '\\\\',
    '\\iffalse',
    '\\fi',
    '\\section{',
    '\\newcommand\\a{',
    '\\verb|',
    '\\par',
    '\\label{l}',
  ],
  ['@a{k,', '@string(', '=', '"', '#', ',', ')', '\\documentclass', '\\begin{document}'],
  ['a', ' ', '\t', '\n', '\n', '\n\n', '\r\n', '\r', '\\', '\xc3\xa9', '\xff', '\0', '\xef\xbb\xbf'],
].flat();
const anyLatex = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((found) => latin1(found.join('')));

test('blocks tile any bytes', () => {
  fc.assert(
    fc.property(anyLatex, (bytes) => {
      readTiles(readLatex, bytes);
    }),
    { numRuns: 5_000 },
  );
});

test('any choice of the changes of two files is exact', () => {
  fc.assert(
    fc.property(anyLatex, anyLatex, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
      const set = findChanges(before, after, { fileName: 'a.tex' });
      checkExact(set);
      const verdicts = verdictsOf(set.changes, () => choices.next().value === true);
      must(same(compose(set, verdicts), spliceByHand(set, verdicts)), 'composition is slices', set);
    }),
    { numRuns: 3_000 },
  );
});

test('every choice of the changes of two balanced files is balanced: environments, braces, conditions', () => {
  const inner = fc.constantFrom('a\n', 'b\n', '\n', '\\item c\n', 'd & e \\\\\n');
  const { balanced } = fc.letrec<{ balanced: string; bracketed: string }>((tie) => ({
    balanced: fc
      .array(fc.oneof({ maxDepth: 3 }, inner, tie('bracketed')), { maxLength: 5 })
      .map((found) => found.join('')),
    bracketed: fc
      .tuple(fc.constantFrom(...brackets), tie('balanced'))
      .map(([[open, close], text]) => `${open}\n${text}${close}\n`),
  }));
  fc.assert(
    fc.property(balanced, balanced, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
      const set = findChanges(utf8(before), utf8(after), { fileName: 'a.tex' });
      checkExact(set);
      const result = compose(
        set,
        verdictsOf(set.changes, () => choices.next().value === true),
      );
      must(isBalanced(asLatin1(result)), `not balanced: ${asLatin1(result)}`, set);
    }),
    { numRuns: 2_000 },
  );
});

const brackets = [
  ...['quote', 'itemize', 'tabular'].map((name) => [`\\begin{${name}}`, `\\end{${name}}`] as const),
  ['{\\small', '}'],
  ['\\iffoo', '\\fi'],
] as const;

/** Whether each environment ends inside the one in which it began, and braces and conditions count up. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [, edge, name] of text.matchAll(/\\(begin|end)\{(\w+)\}/g)) {
    if (edge === 'begin') open.push(name!);
    else if (open.pop() !== name) return false;
  }
  const count = (token: string): number => text.split(token).length;
  return open.length === 0 && count('{') === count('}') && count('\\iffoo') === count('\\fi');
}

const hostile: readonly (readonly [string, string])[] = [
  ['100,000 nested environments', '\\begin{a}\n'.repeat(100_000)],
  ['100,000 environments, ended under other names', '\\begin{a}\n'.repeat(50_000) + '\\end{b}\n'.repeat(50_000)],
  ['1,000,000 environments on one line', '\\begin{a}'.repeat(1_000_000)],
  ['10 MB on one line', 'word '.repeat(2_000_000)],
  ['10 MB of spaces', ' '.repeat(10_000_000)],
  ['5 MB of open braces', '{'.repeat(5_000_000)],
  ['open braces on each line', '\\newcommand\\a{\n'.repeat(100_000)],
  ['closed braces on each line', '\\newcommand\\a}\n'.repeat(100_000)],
  ['sections that are never closed', '\\section{\n'.repeat(100_000)],
  ['verbatim that is never ended', '\\begin{verbatim}\n'.repeat(100_000)],
  ['conditions that are never ended', '\\iffalse\n'.repeat(100_000)],
  ['conditions that are ended twice', '\\iffalse\\fi\\fi\n'.repeat(100_000)],
  ['\\verb without its end', '\\verb|\\verb+'.repeat(400_000)],
  ['addresses without their ends', '\\url{'.repeat(1_000_000)],
  ['entries without their ends', '@a{k,\n'.repeat(100_000)],
  ['one entry of 5 MB of braces', `@a{k,${'{'.repeat(5_000_000)}`],
  ['one entry of a field a letter', `@a{k,${'b=1,'.repeat(1_000_000)}}`],
  ['one entry of quotes', `@a{k,${'b="'.repeat(1_000_000)}`],
  ['100,000 fields', `@a{k,\n${'b=1,\n'.repeat(100_000)}}`],
];

// About 0.1 s each on a quiet machine; anything quadratic takes minutes.
test.each(hostile)('%s take time in proportion', { timeout: 60_000 }, (_, text) => {
  readTiles(readLatex, utf8(text));
});

describe.skipIf(!hasCorpus)('real files', () => {
  test.each(corpusFiles.filter(({ name }) => /\.(?:tex|sty|cls|bib)$/.test(name)))(
    '$name: blocks tile it',
    ({ bytes }) => {
      expect(readTiles(readLatex, bytes).length).toBeGreaterThan(1);
    },
  );

  const pairs = corpusPairs.filter(({ fileName }) => /\.(?:tex|sty|cls|bib)$/.test(fileName));

  test.each(pairs)('$name: environments stay balanced whatever is chosen', ({ fileName, before, after }) => {
    const set = findChanges(before, after, { fileName });
    expect(set).not.toHaveProperty('fallback');
    const choice = fc.array(fc.boolean(), { minLength: set.changes.length, maxLength: set.changes.length });
    fc.assert(
      fc.property(choice, (accepted) => {
        const text = asLatin1(
          compose(
            set,
            verdictsOf(set.changes, (at) => accepted[at] === true),
          ),
        );
        const sides = [before, after].map((side) => balanceOf(asLatin1(side)));
        expect(sides).toContain(balanceOf(text));
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});

function balanceOf(text: string): number {
  return text.split('\\begin{').length - text.split('\\end{').length;
}
