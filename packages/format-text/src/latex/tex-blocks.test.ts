import { expect, test } from 'vitest';
import { shownBlocks } from '../../test/blocks.js';
import { readLatex } from './read-latex.js';

const show = (lines: readonly string[]): string[] => shownBlocks(readLatex, lines.join('\n'));

test('a paragraph goes from blank line to blank line, and its path is the sections around it', () => {
  expect(
    show([
      '\\section{Soils}',
      'Sand drains',
      'fast.',
      '',
      '\\subsection*{Clay}',
      'It does not.',
      '\\section[C]{Chalk}',
      'Nor',
      '\\par it.',
    ]),
  ).toEqual([
    'heading 1 heading "Soils"',
    'paragraph 2-3 in Soils',
    'blank 4 in Soils',
    'heading 5 heading "Clay" in Soils',
    'paragraph 6 in Soils > Clay',
    'heading 7 heading "Chalk"',
    'paragraph 8 in Chalk',
    'paragraph 9 in Chalk',
  ]);
});

test("a heading may go over lines, and headings of one's own are known by their ends", () => {
  expect(
    show(['\\chapter{Long', '  Title}', 'Text.', '\\mysection{Own}', 'Text.', '\\thesection{} is a number.']),
  ).toEqual([
    'heading 1-2 heading "Long Title"',
    'paragraph 3 in Long Title',
    'heading 4 heading "Own" in Long Title',
    'paragraph 5-6 in Long Title > Own',
  ]);
});

test('an environment is its edges and what is in it, and has the name of its label', () => {
  expect(show(['\\begin{lemma}[Zorn]', '\\label{lem:zorn}', 'Chains', 'are bounded.', '\\end{lemma}', 'So'])).toEqual([
    'environment 1 lemma lem:zorn',
    'paragraph 2-4 in lemma lem:zorn, within 1',
    'environment 5 end of lemma lem:zorn, within 1',
    'paragraph 6',
  ]);
});

test('an item is its lines up to the next one', () => {
  expect(
    show([
      '\\begin{itemize}',
      '\\item one',
      '  more',
      '% why',
      '  still',
      '\\item\\label{it:two} two',
      '',
      'behind',
      '\\end{itemize}',
    ]),
  ).toEqual([
    'environment 1 itemize',
    'item 2-3 in itemize, within 1',
    'comment 4 by lines in itemize, within 1',
    'item 5 in itemize, within 1',
    'item 6 item it:two in itemize, within 1',
    'blank 7 in itemize, within 1',
    'paragraph 8 in itemize, within 1',
    'environment 9 end of itemize, within 1',
  ]);
});

test('a row goes up to its \\\\, with whatever stands in it', () => {
  expect(
    show([
      '\\begin{tabular}{ll}',
      '\\toprule',
      'a & b \\\\',
      'long &',
      '  \\makecell{c\\\\',
      '  d} \\\\ \\hline',
      '\\begin{cases}',
      'x \\\\',
      'y',
      '\\end{cases} & e \\\\',
      'last',
      '\\end{tabular}',
    ]),
  ).toEqual([
    'environment 1 tabular',
    'table-row 2 in tabular, within 1',
    'table-row 3 in tabular, within 1',
    'table-row 4-6 in tabular, within 1',
    'table-row 7-10 in tabular, within 1',
    'table-row 11 in tabular, within 1',
    'environment 12 end of tabular, within 1',
  ]);
});

test('a formula is one block, up to its end or to a blank line', () => {
  expect(
    show([
      'We have',
      '\\begin{equation}\\label{eq:e}',
      'a',
      '% why',
      '= b',
      '\\end{equation}',
      'and',
      '\\[',
      'c',
      '',
      'Lost.',
    ]),
  ).toEqual([
    'paragraph 1',
    'environment 2-6 equation eq:e',
    'paragraph 7',
    'environment 8-9 displaymath',
    'blank 10',
    'paragraph 11',
  ]);
});

test('lines of a figure stand for themselves, a caption over lines is one', () => {
  expect(
    show([
      '\\begin{figure}',
      '\\centering',
      '\\includegraphics{a}',
      '\\caption{One',
      '  two.}',
      '\\label{fig:a}',
      '\\end{figure}',
    ]),
  ).toEqual([
    'environment 1 figure fig:a',
    'environment 2-3 by lines in figure fig:a, within 1',
    'environment 4-5 in figure fig:a, within 1',
    'environment 6 by lines in figure fig:a, within 1',
    'environment 7 end of figure fig:a, within 1',
  ]);
});

test.each(['verbatim', 'verbatim*', 'lstlisting', 'minted', 'filecontents*'])('%s is not read as TeX', (name) => {
  expect(show([`\\begin{${name}}`, '\\section{No} {', '', '% no', ` \\end{${name}}`, 'Yes'])).toEqual([
    `environment 1 ${name}`,
    `fence 2-4 ${name} by lines, within 1`,
    `environment 5 end of ${name}, within 1`,
    'paragraph 6',
  ]);
});

test('\\iffalse to its \\fi is a comment', () => {
  expect(show(['\\iffalse', '\\ifx a b \\section{No}', '\\fi', 'a \\iff b', '\\fi', 'Yes'])).toEqual([
    'comment 1-5 \\iffalse by lines',
    'paragraph 6',
  ]);
});

test('what nothing ends is read as text', () => {
  expect(show(['\\begin{verbatim}', 'a', '', '\\section{Yes}']).at(-1)).toBe('heading 4 heading "Yes"');
  expect(show(['\\iffalse', 'a', '', '\\section{Yes}']).at(-1)).toBe('heading 4 heading "Yes"');
});

test('in a preamble and a package, lines stand for themselves and definitions are whole', () => {
  expect(
    show([
      '\\ProvidesPackage{x}',
      '\\RequirePackage{y}',
      '\\newcommand*{\\foo}[1]{%',
      '',
      '  #1}',
      '\\long\\def\\bar#1{}',
      '\\newenvironment{box}',
      '  {a}',
      '  {b}',
      '\\AtEndOfPackage{',
      '  \\let\\baz\\foo',
      '}',
      '\\renewcommand{\\lost}{',
      'a',
    ]),
  ).toEqual([
    'lines 1-2 by lines',
    'definition 3-5 \\foo',
    'definition 6 \\bar',
    'definition 7-9 box',
    'lines 10 by lines',
    'definition 11 \\baz',
    'lines 12-14 by lines',
  ]);
});

test('a definition that is too long to see at once is decided by lines', () => {
  const body = Array.from({ length: 60 }, (_, at) => `  line ${at}`);
  expect(show(['\\newcommand{\\long}{%', ...body, '}'])).toEqual(['definition 1-62 \\long by lines']);
});

test('a paragraph of nothing but commands is lines', () => {
  expect(show(['\\input{one}', '\\include{two} % why', '', '\\emph{Text} it is.'])).toEqual([
    'lines 1-2 by lines',
    'blank 3',
    'paragraph 4',
  ]);
});

test('percent signs and braces in \\verb, in addresses and behind backslashes are none', () => {
  expect(show(['\\newcommand{\\a}{\\verb|}%{| \\url{x%y} \\% \\} %}', '}', 'Text.'])).toEqual([
    'definition 1-2 \\a',
    'paragraph 3',
  ]);
});
