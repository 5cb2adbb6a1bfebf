import { describe, expect, test } from 'vitest';
import {
  contentTypes,
  excelParts,
  makePackage,
  makePowerpoint,
  makeWord,
  type Parts,
  paragraph,
  powerpointParts,
  rels,
  shape,
  w,
  wordParts,
} from '../../test/make-office.js';
import { findOfficeChanges } from './find-office-changes.js';

/** `kind label: before > after`, a line for each change but those of lists of parts. */
function told(before: Uint8Array, after: Uint8Array, name: string): readonly string[] {
  const lists = /Content_Types|\.rels|xl\/workbook\.xml/;
  return findOfficeChanges(before, after, name)
    .changes.filter(({ label }) => !lists.test(label))
    .map(
      ({ kind, label, parts }) => `${kind} ${label}: ${parts.map((one) => `${one.before} > ${one.after}`).join('; ')}`,
    );
}

const reversed = (lines: readonly string[]) => lines.map((line) => line.replace(/: (.*) > (.*)$/s, ': $2 > $1'));

describe('Word', () => {
  const before = makeWord(paragraph('Body'));
  const after = makePackage(
    wordParts(paragraph('Body'), {
      '[Content_Types].xml': contentTypes({
        'word/document.xml': 'wordprocessingml.document.main',
        'word/header1.xml': 'wordprocessingml.header',
        'word/footnotes.xml': 'wordprocessingml.footnotes',
        'word/comments.xml': 'wordprocessingml.comments',
        'word/settings.xml': 'wordprocessingml.settings',
      }),
      'word/_rels/document.xml.rels': rels(
        ['r1', 'header', 'header1.xml'],
        ['r2', 'footnotes', 'footnotes.xml'],
        ['r3', 'comments', 'comments.xml'],
        ['r4', 'settings', 'settings.xml'],
      ),
      'word/header1.xml': `<w:hdr ${w}>${paragraph('Confidential')}<w:p/></w:hdr>`,
      'word/footnotes.xml': `<w:footnotes ${w}><w:footnote w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">${paragraph('See page 4')}</w:footnote></w:footnotes>`,
      'word/comments.xml': `<w:comments ${w}><w:comment w:id="0">${paragraph('Really?')}</w:comment></w:comments>`,
      'word/settings.xml': `<w:settings ${w}/>`,
    }),
  );

  test('a first header, note or comment is told by what it says', () => {
    expect(told(before, after, 'a.docx')).toEqual([
      'paragraph header 1 added:  > Confidential',
      'paragraph footnote 1 added:  > See page 4',
      'paragraph comment 0 added:  > Really?',
      expect.stringMatching(/^part part added: word\/settings\.xml: {2}> \d+ bytes/),
    ]);
  });

  test('so are the last ones that go', () => {
    const back = told(after, before, 'a.docx').slice(0, 3);
    expect(back).toEqual(
      reversed(told(before, after, 'a.docx'))
        .slice(0, 3)
        .map((line) => line.replace(' added:', ' removed:')),
    );
  });

  test('a header that says nothing is a part like any other', () => {
    const empty = wordParts(paragraph('Body'), {
      'word/_rels/document.xml.rels': rels(['r1', 'header', 'header1.xml']),
      'word/header1.xml': `<w:hdr ${w}><w:p/></w:hdr>`,
    });
    expect(told(before, makePackage(empty), 'a.docx')).toEqual([
      expect.stringContaining('part part added: word/header1.xml'),
    ]);
  });
});

test('the notes of a slide are told when they come, change and go', () => {
  const slide = [shape(2, 'Title 1', 'x')];
  const notes = (text: string): Parts => ({
    'ppt/slides/_rels/slide1.xml.rels': rels(['r1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': (
      powerpointParts([shape(3, 'Notes 2', text)])['ppt/slides/slide1.xml'] as string
    ).replaceAll('p:sld', 'p:notes'),
  });
  const without = makePowerpoint(slide);
  const [one, other] = [makePowerpoint(slide, notes('Say hello')), makePowerpoint(slide, notes('Say goodbye'))];
  expect(told(without, one, 'a.pptx')).toEqual(['shape slide 1 notes, Notes 2 added:  > Say hello']);
  expect(told(one, other, 'a.pptx')).toEqual(['shape slide 1 notes, Notes 2: Say hello > Say goodbye']);
  expect(told(other, without, 'a.pptx')).toEqual(['shape slide 1 notes, Notes 2 removed: Say goodbye > ']);
});

describe('sheets', () => {
  /** Tabs in an order, each with the number that stays with it. */
  function workbook(tabs: readonly (readonly [name: string, id: number])[]): Uint8Array {
    const all = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, '<sheetData/>']));
    const made = excelParts(all);
    const list = tabs.map(([name, id]) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`).join('');
    const xml = (made['xl/workbook.xml'] as string).replace(/<sheets>.*<\/sheets>/, `<sheets>${list}</sheets>`);
    return makePackage({ ...made, 'xl/workbook.xml': xml });
  }
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name, at) => [name, at + 1] as const) as unknown as [
    readonly [string, number],
    readonly [string, number],
    readonly [string, number],
    readonly [string, number],
  ];
  const four = workbook([a, b, c, d]);

  test('one that moved is told, and not those it passed', () => {
    expect(told(four, workbook([d, a, b, c]), 'a.xlsx')).toEqual(['sheet sheet D moved: tab 4 of 4 > tab 1 of 4']);
    expect(told(four, workbook([b, c, d, a]), 'a.xlsx')).toEqual(['sheet sheet A moved: tab 1 of 4 > tab 4 of 4']);
  });

  test('one that was renamed and moved is told twice; one that came moves no other', () => {
    expect(told(workbook([a, b, c]), workbook([c, a, ['Budget', 2]]), 'a.xlsx').toSorted()).toEqual([
      'sheet sheet B renamed to Budget: B > Budget',
      'sheet sheet C moved: tab 3 of 3 > tab 1 of 3',
    ]);
    expect(told(workbook([a, b, c]), workbook([d, a, b, c]), 'a.xlsx')).toEqual([
      'sheet sheet D added:  > [empty sheet]',
    ]);
  });
});
