import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findOfficeChanges } from '../src/index.js';
import {
  contentTypes,
  excelParts,
  makePackage,
  type Parts,
  paragraph,
  powerpointParts,
  rels,
  shape,
  w,
  wordParts,
  x,
} from './make-office.js';

/** The examples of docs/formats/office.md are what the code answers: each row is found among the changes of these files. */
interface Example {
  readonly kind: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const page = readFileSync(new URL('../../../docs/formats/office.md', import.meta.url), 'utf8');

/** The rows of the table that follows on a line which starts with `family`. */
function examplesOf(family: string): readonly Example[] {
  const start = page.indexOf(`\n${family}, by`);
  const table = page.slice(page.indexOf('\n|', start) + 1).split('\n\n')[0]!;
  const rows = table.split('\n').slice(2);
  return rows.map((row) => {
    const cells = row.split(/ *\| */).slice(1, -1);
    const [kind, label, before, after] = cells.map((cell) => cell.replace(/^`(.*)`$/, '$1')) as [
      string,
      string,
      string,
      string,
    ];
    return { kind, label, before, after };
  });
}

function found(before: Parts, after: Parts, name: string): readonly Example[] {
  return findOfficeChanges(makePackage(before), makePackage(after), name).changes.map(({ kind, label, parts }) => {
    const isMarkup = label.endsWith('.xml') && label !== 'part changed: word/styles.xml';
    return isMarkup
      ? { kind, label, before: 'its markup', after: 'its markup' }
      : { kind, label, before: parts[0]!.before, after: parts[0]!.after };
  });
}

function word(isAfter: boolean): Parts {
  const one = (before: string, after: string): string => (isAfter ? after : before);
  const body = [
    paragraph('Weir survey', one('', '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')),
    one(
      paragraph('The levels were read on Monday.'),
      '<w:p><w:r><w:t xml:space="preserve">The levels were read on </w:t></w:r><w:del w:id="1"><w:r><w:delText>Monday</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>Tuesday</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>',
    ),
    `<w:tbl><w:tr><w:tc>${paragraph('North gauge')}</w:tc><w:tc>${paragraph(one('1.20 m', '1.35 m'))}</w:tc></w:tr></w:tbl>`,
    paragraph('Nobody was hurt.'),
    one('', paragraph('Next meeting in May.')),
  ];
  const header = ['rId1', 'header', 'header1.xml'] as const;
  const styles = ['rId2', 'styles', 'styles.xml'] as const;
  const comments = ['rId3', 'comments', 'comments.xml'] as const;
  return wordParts(body.join(''), {
    '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
    'word/_rels/document.xml.rels': isAfter ? rels(header, styles, comments) : rels(header, styles),
    'word/header1.xml': `<w:hdr ${w}>${paragraph(one('Draft', 'Final version'))}</w:hdr>`,
    'word/styles.xml': `<w:styles ${w}><w:style w:styleId="a" w:default="${one('0', '1')}"/></w:styles>`,
    'word/comments.xml': isAfter
      ? `<w:comments ${w}><w:comment w:id="0">${paragraph('Really?')}</w:comment></w:comments>`
      : undefined,
  });
}

function powerpoint(isAfter: boolean): Parts {
  const one = (before: string, after: string): string => (isAfter ? after : before);
  const first = shape(2, 'Title 1', one('Budget 2023', 'Budget 2024')) + one('', shape(3, 'TextBox 2', 'Draft'));
  const parts = powerpointParts([first, shape(2, 'Title 1', 'Costs'), shape(2, 'Title 1', 'Income')]);
  const list = (parts['ppt/presentation.xml'] as string).replace(
    /(<p:sldId id="257".*?>)(<p:sldId id="258".*?>)/,
    one('$1$2', '$2$1'),
  );
  const notes = powerpointParts([shape(3, 'Notes 2', one('Say hello', 'Say goodbye'))])['ppt/slides/slide1.xml'];
  return {
    ...parts,
    'ppt/presentation.xml': list,
    'ppt/slides/_rels/slide1.xml.rels': rels(['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': (notes as string).replaceAll('p:sld', 'p:notes'),
  };
}

function excel(isAfter: boolean): Parts {
  const one = (before: string, after: string): string => (isAfter ? after : before);
  const data =
    `<sheetData><row r="4"><c r="B4"><v>${one('1200', '1500')}</v></c><c r="C4" s="${one('0', '1')}"><v>3</v></c>` +
    `<c r="D4"><f>B4*C4${one('', '*1.19')}</f><v>${one('3600', '5355')}</v></c></row></sheetData>`;
  const empty = '<sheetData/>';
  const parts = excelParts(
    { Plan: empty, Notes: empty, Sums: empty, Data: data },
    {
      'xl/styles.xml':
        `<styleSheet ${x}><numFmts><numFmt numFmtId="164" formatCode="0.0 &quot;m&quot;"/></numFmts>` +
        '<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="1"/></cellXfs></styleSheet>',
    },
  );
  const workbook = parts['xl/workbook.xml'] as string;
  const moved = workbook
    .replace(/(<sheets>)(.*)(<sheet name="Data".*?>)/, '$1$3$2')
    .replace('name="Notes"', 'name="Old notes"');
  return { ...parts, 'xl/workbook.xml': isAfter ? moved : workbook };
}

describe('the examples of the page are what is found', () => {
  test.each([
    ['Word', word, 'a.docx', 7],
    ['PowerPoint', powerpoint, 'a.pptx', 5],
    ['Excel', excel, 'a.xlsx', 6],
  ] as const)('%s', (family, make, name, count) => {
    const examples = examplesOf(family);
    expect(examples).toHaveLength(count);
    const changes = found(make(false), make(true), name);
    for (const example of examples) expect(changes).toContainEqual(example);
  });
});
