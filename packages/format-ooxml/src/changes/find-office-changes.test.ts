import { describe, expect, test } from 'vitest';
import {
  contentTypes,
  makeExcel,
  makePackage,
  makePowerpoint,
  makeWord,
  type Parts,
  paragraph,
  powerpointParts,
  rels,
  shape,
  sharedStrings,
  slideXml,
  w,
  wordParts,
} from '../../test/make-office.js';
import { forbiddenCharacter } from '../xml/escape.js';
import type { OfficeChange } from './change.js';
import { findOfficeChanges } from './find-office-changes.js';

/** `kind label: before > after`, a line for each change. */
function told(before: Uint8Array, after: Uint8Array, name: string): readonly string[] {
  const { changes, decidedBy } = findOfficeChanges(before, after, name);
  expect(decidedBy).toBe('whole-file');
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  for (const { id } of changes) expect(id).toMatch(/^c[0-9a-f]{12}$/);
  expect(findOfficeChanges(before, after, name).changes).toEqual(changes);
  return changes.map(lineOf);
}

function lineOf({ kind, label, parts }: OfficeChange): string {
  return `${kind} | ${label} | ${parts.map((part) => `${part.before} > ${part.after}`).join(' ; ')}`;
}

describe('Word', () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const table = (...rows: readonly (readonly string[])[]) =>
    `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
  const between = (before: string, after: string) => told(makeWord(before), makeWord(after), 'a.docx');
  const memo = ['One', 'Two', 'Three'].map((text) => paragraph(text)).join('');

  test('paragraphs are numbered as the edits count them', () => {
    const after = `${paragraph('One')}${table(['x'])}${paragraph('Two, changed')}${paragraph('Three')}${paragraph('Four')}`;
    expect(between(memo, after)).toEqual([
      'paragraph | table 1, row 1, cell 1 added |  > x',
      'paragraph | paragraph 3 | Two > Two, changed',
      'paragraph | paragraph 5 added |  > Four',
      expect.stringContaining('markup | other markup of word/document.xml | '),
    ]);
    expect(between(memo, `${paragraph('One')}${paragraph('Three')}`)).toEqual([
      'paragraph | paragraph 2 removed | Two > ',
    ]);
  });

  test('table cells, content controls and paragraphs in them have names', () => {
    const control = (text: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${paragraph(text)}</w:sdtContent></w:sdt>`;
    const before = table(['a', 'b'], ['c', 'd']) + control('in') + table(['e']);
    const after = table(['a', 'b'], ['c', 'D']) + control('inside') + table(['E']);
    expect(between(before, after)).toEqual([
      'paragraph | table 1, row 2, cell 2 | d > D',
      'paragraph | content control 2 | in > inside',
      'paragraph | table 2, row 1, cell 1 | e > E',
    ]);
  });

  test('what is no text is shown by a mark', () => {
    const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
    const after = run(
      '<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:drawing/><w:footnoteReference w:id="3"/><w:noBreakHyphen/>' +
        '<w:instrText> PAGE </w:instrText><w:sym w:font="Wingdings" w:char="F0FC"/>',
    );
    expect(between(paragraph('a'), after)).toEqual([
      'paragraph | paragraph 1 | a > a\tb\n[picture][footnote 3]\u2011 PAGE [symbol F0FC of Wingdings]',
    ]);
  });

  test('tracked changes and text boxes are told as such', () => {
    const after =
      '<w:p><w:r><w:t>Two</w:t></w:r><w:del w:id="1"><w:r><w:delText> old</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t> new</w:t></w:r></w:ins>' +
      `<w:r><w:pict><w:txbxContent>${paragraph('boxed')}${paragraph('twice')}</w:txbxContent></w:pict></w:r></w:p>`;
    expect(between(paragraph('Two'), after)).toEqual([
      'paragraph | paragraph 1 | Two > Two[deleted:  old][inserted:  new][picture][text box: boxed\ntwice]',
    ]);
  });

  test('of alternatives the first is read', () => {
    const mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
    const both = (text: string, other: string) =>
      `<w:p><mc:AlternateContent ${mc}><mc:Choice Requires="x"><w:r><w:t>${text}</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>${other}</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>`;
    expect(between(both('a', 'b'), both('c', 'b'))).toEqual(['paragraph | paragraph 1 | a > c']);
    expect(between(both('a', 'b'), both('a', 'c'))).toEqual([
      'markup | other markup of word/document.xml | <w:t>b</w:t> > <w:t>c</w:t>',
    ]);
  });

  test('formatting is told where the text is the same, whatever the runs', () => {
    const bold =
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>On</w:t></w:r><w:r><w:rPr><w:b/><w:sz w:val="28"/></w:rPr><w:t>e</w:t></w:r></w:p>';
    expect(between(paragraph('One'), bold)).toEqual([
      'format | paragraph 1, formatting |  > pStyle=Heading1\n“e” (1): b, sz=28',
    ]);
    const split = '<w:p><w:r><w:t>O</w:t></w:r><w:r><w:t>ne</w:t></w:r></w:p>';
    expect(between(paragraph('One'), split)[0]).toMatch(/^markup \| other markup of word\/document\.xml/);
  });

  test('ids of editing sessions are no change of the text, but never nothing', () => {
    const after = '<w:p w:rsidR="00AB12CD"><w:r><w:t xml:space="preserve">One</w:t></w:r></w:p>';
    expect(between(paragraph('One'), after)).toEqual([
      'part | part changed: word/document.xml | <w:p> > <w:p w:rsidR="00AB12CD">',
    ]);
  });

  test('headers, notes and comments are compared by their own paragraphs', () => {
    const parts = (text: string): Parts => ({
      '[Content_Types].xml': contentTypes({
        'word/document.xml': 'wordprocessingml.document.main',
        'word/header1.xml': 'wordprocessingml.header',
        'word/footnotes.xml': 'wordprocessingml.footnotes',
      }),
      'word/_rels/document.xml.rels': rels(['r1', 'header', 'header1.xml'], ['r2', 'footnotes', 'footnotes.xml']),
      'word/header1.xml': `<w:hdr ${w}>${paragraph(`Head ${text}`)}${paragraph('x')}</w:hdr>`,
      'word/footnotes.xml': `<w:footnotes ${w}><w:footnote w:id="2">${paragraph('y')}${paragraph(`Note ${text}`)}</w:footnote></w:footnotes>`,
    });
    expect(told(makeWord(memo, parts('a')), makeWord(memo, parts('b')), 'a.docx')).toEqual([
      'paragraph | header 1 | Head a > Head b',
      'paragraph | footnote 2, paragraph 2 | Note a > Note b',
    ]);
  });
});

describe('PowerPoint', () => {
  test('shapes by name, table cells by place, pictures by a mark', () => {
    const table = (text: string) =>
      `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="Table 6"/></p:nvGraphicFramePr><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
    const picture = '<p:pic><p:nvPicPr><p:cNvPr id="9" name="Picture 8"/></p:nvPicPr></p:pic>';
    const before = makePowerpoint(['', shape(2, 'Title 1', 'Old\nlines') + table('a')]);
    const after = makePowerpoint(['', shape(2, 'Title 1', 'New\nlines') + table('b') + picture]);
    expect(told(before, after, 'a.pptx')).toEqual([
      'shape | slide 2, Title 1 | Old\nlines > New\nlines',
      'shape | slide 2, Table 6, row 1, cell 1 | a > b',
      'shape | slide 2, Picture 8 added |  > [picture]',
    ]);
  });

  test('a shape that moved or looks different', () => {
    const at = (x: number, properties: string) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Box"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="360000"/><a:ext cx="720000" cy="360000"/></a:xfrm></p:spPr>` +
      `<p:txBody><a:p><a:r><a:rPr lang="en-US"${properties}/><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>`;
    expect(told(makePowerpoint([at(0, '')]), makePowerpoint([at(180000, ' b="1"')]), 'a.pptx')).toEqual([
      'format | slide 1, Box, formatting | at 0 × 1 cm, size 2 × 1 cm > at 0.5 × 1 cm, size 2 × 1 cm\n“x” (1): b=1',
    ]);
  });

  test('a program that numbers its shapes anew changes no text', () => {
    const before = makePowerpoint([shape(2, 'Title 1', 'a') + shape(3, 'Body 2', 'b')]);
    const after = makePowerpoint([shape(3, 'Title 1', 'a') + shape(4, 'Body 2', 'c')]);
    expect(told(before, after, 'a.pptx')[0]).toBe('shape | slide 1, Body 2 | b > c');
  });

  test('slides that came, went and moved', () => {
    const parts = powerpointParts(['', '', ''].map((_, at) => shape(2, 'Title', `Slide ${at + 1}`)));
    const list = (...ids: readonly number[]) => {
      const items = ids.map((id) => `<p:sldId id="${256 + id}" r:id="rId${id + 2}"/>`).join('');
      return (parts['ppt/presentation.xml'] as string).replace(
        /<p:sldIdLst>.*<\/p:sldIdLst>/,
        `<p:sldIdLst>${items}</p:sldIdLst>`,
      );
    };
    const before = makePackage({ ...parts, 'ppt/presentation.xml': list(0, 1) });
    const moved = makePackage({ ...parts, 'ppt/presentation.xml': list(1, 0) });
    const added = makePackage({ ...parts, 'ppt/presentation.xml': list(0, 2, 1) });
    expect(told(before, moved, 'a.pptx').slice(0, -1)).toEqual(['slide | slide 2 moved from 1 | slide 1 > slide 2']);
    expect(told(before, added, 'a.pptx').slice(0, -1)).toEqual(['slide | slide 2 added |  > Title: Slide 3']);
    expect(told(added, before, 'a.pptx').slice(0, -1)).toEqual(['slide | slide 2 removed | Title: Slide 3 > ']);
  });

  test('notes are compared as the slide they belong to', () => {
    const parts = (text: string): Parts => ({
      'ppt/slides/_rels/slide1.xml.rels': rels(['r1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
      'ppt/notesSlides/notesSlide1.xml': slideXml(shape(2, 'Notes 1', text)).replaceAll('p:sld', 'p:notes'),
    });
    expect(told(makePowerpoint([''], parts('a')), makePowerpoint([''], parts('b')), 'a.pptx')).toEqual([
      'shape | slide 1 notes, Notes 1 | a > b',
    ]);
  });
});

describe('Excel', () => {
  const sheet = (...rows: readonly string[]) => `<sheetData>${rows.join('')}</sheetData>`;
  const row = (number: number, ...cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const between = (before: string, after: string, more: Parts = {}) =>
    told(makeExcel({ Data: before }, more), makeExcel({ Data: after }, more), 'a.xlsx');

  test('cells by name, with values, formulas and types', () => {
    const before = sheet(
      row(1, '<c r="A1"><v>1</v></c>', '<c r="B1" t="str"><v>t</v></c>', '<c r="C1"><f>A1*2</f><v>2</v></c>'),
      row(3, '<c r="A3" t="b"><v>1</v></c>'),
    );
    const after = sheet(
      row(1, '<c r="A1" t="str"><v>1</v></c>', '<c r="C1"><f>A1*3</f><v>3</v></c>'),
      row(2, '<c r="AB2" t="inlineStr"><is><t>new</t></is></c>'),
      row(3, '<c r="A3" t="e"><v>#N/A</v></c>'),
    );
    expect(between(before, after)).toEqual([
      'cell | Data!A1 | 1 (number) > 1 (text)',
      'cell | Data!B1 | t > ',
      'cell | Data!C1 | =A1*2 (2) > =A1*3 (3)',
      'cell | Data!AB2 |  > new',
      'cell | Data!A3 | TRUE > #N/A',
    ]);
  });

  test('shared texts are resolved, also where only they changed', () => {
    const strings = (...items: readonly string[]) => ({ 'xl/sharedStrings.xml': sharedStrings(...items) });
    const data = sheet(row(1, '<c r="A1" t="s"><v>1</v></c>'));
    const before = makeExcel(
      { 'My Data': data },
      strings('<t>x</t>', '<r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh>'),
    );
    const after = makeExcel({ 'My Data': data }, strings('<t>x</t>', '<t>plain_x000A_text</t>'));
    expect(told(before, after, 'a.xlsx').slice(0, 1)).toEqual(["cell | 'My Data'!A1 | rich text > plain\ntext"]);
    expect(told(before, after, 'a.xlsx')[1]).toMatch(/^part \| part changed: xl\/sharedStrings\.xml/);
  });

  test('cells and rows without references follow the ones before', () => {
    const before = sheet('<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="C2"><v>3</v></c><c><v>4</v></c></row>');
    const after = sheet('<row><c><v>1</v></c><c><v>5</v></c></row><row><c r="C2"><v>3</v></c><c><v>6</v></c></row>');
    expect(between(before, after)).toEqual(['cell | Data!B1 | 2 > 5', 'cell | Data!D2 | 4 > 6']);
  });

  test('formats, rows and what is around the cells', () => {
    const before = `<dimension ref="A1"/>${sheet(row(1, '<c r="A1"><v>1</v></c>'))}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
    const after = `<dimension ref="A1:B9"/>${sheet('<row r="1" ht="30"><c r="A1" s="4"><v>1</v></c></row>')}`;
    expect(between(before, after)).toEqual([
      'format | Data!A1, formatting |  > cell format 4',
      'markup | layout and settings of Data |  > row 1: ht=30 ; <mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet> > </worksheet>',
    ]);
  });

  test('a cell looks as its format says, whatever the number of the format', () => {
    const styles = (fonts: string, formats: string) => ({
      'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="0.0 &quot;m&quot;"/></numFmts><fonts>${fonts}</fonts><cellXfs>${formats}</cellXfs></styleSheet>`,
    });
    const book = (style: number, more: Parts) =>
      makeExcel({ Data: sheet(row(1, `<c r="A1" s="${style}"><v>1</v></c>`)) }, more);
    const fonts = '<font><sz val="11"/></font><font><b/><sz val="11"/></font>';
    const plain = '<xf numFmtId="0" fontId="0"/>';
    const bold = '<xf numFmtId="164" fontId="1"><alignment horizontal="center"/></xf>';
    const before = book(0, styles(fonts, plain + bold));
    expect(told(before, book(1, styles(fonts, plain + bold)), 'a.xlsx')).toEqual([
      'format | Data!A1, formatting |  > number format 0.0 "m", font b, alignment horizontal=center',
    ]);
    expect(told(before, book(1, styles(fonts, bold + plain)), 'a.xlsx').map((line) => line.split(' | ')[1])).toEqual([
      'part changed: xl/worksheets/sheet1.xml',
      'part changed: xl/styles.xml',
    ]);
    expect(told(before, book(1, styles(fonts, plain + plain.replace('"0"', '"10"'))), 'a.xlsx')[0]).toBe(
      'format | Data!A1, formatting |  > number format 0.00%',
    );
    const written =
      '<font><sz val="11"/><scheme val="minor"/></font><font><b val="true"/><i val="0"/><sz val="11"/></font>';
    const switches = bold.replace('/></xf>', ' wrapText="0"/><protection locked="1"/></xf>');
    expect(
      told(book(1, styles(fonts, plain + bold)), book(2, styles(written, plain + plain + switches)), 'a.xlsx')[0],
    ).toMatch(/^part \| part changed/);
  });

  test('sheets that came, went and were renamed', () => {
    const data = sheet(row(1, '<c r="A1"><v>1</v></c>'));
    const one = makeExcel({ Data: data });
    const renamed = makeExcel({ Numbers: data });
    const two = makeExcel({ Data: data, More: sheet(row(2, '<c r="B2"><f>A1</f></c>')) });
    expect(told(one, renamed, 'a.xlsx')[0]).toBe('sheet | sheet Data renamed to Numbers | Data > Numbers');
    expect(told(one, two, 'a.xlsx')[0]).toBe('sheet | sheet More added |  > B2: =A1');
    expect(told(two, one, 'a.xlsx')[0]).toBe('sheet | sheet More removed | B2: =A1 > ');
  });

  test('rows out of order are compared as a part, coarsely', () => {
    const before = sheet(row(2, '<c r="A2"><v>1</v></c>'), row(1));
    const after = sheet(row(2, '<c r="A2"><v>2</v></c>'), row(1));
    const set = findOfficeChanges(makeExcel({ Data: before }), makeExcel({ Data: after }), 'a.xlsx');
    expect(set.coarse).toBe(true);
    expect(set.changes.length).toBeGreaterThan(0);
  });

  test('more changes than are listed are counted', () => {
    const numbers = (value: number) =>
      sheet(...Array.from({ length: 2_500 }, (_, at) => row(at + 1, `<c><v>${value}</v></c>`)));
    const set = findOfficeChanges(makeExcel({ Data: numbers(1) }), makeExcel({ Data: numbers(2) }), 'a.xlsx');
    expect(set.coarse).toBe(true);
    expect(set.changes).toHaveLength(2_001);
    expect(set.changes.at(-1)).toMatchObject({ kind: 'more', label: '500 more changes, not listed' });
  });
});

describe('every other part', () => {
  const parts = wordParts(paragraph('x'), { 'word/media/a.png': 'one', 'word/styles.xml': '<a b="1"><c/></a>' });

  test('is told by its name', () => {
    const after = {
      ...parts,
      'word/media/a.png': 'two',
      'word/styles.xml': '<a b="2"><c/></a>',
      'word/new.xml': '<a/>',
    };
    expect(told(makePackage(parts), makePackage(after), 'a.docx')).toEqual([
      'part | part changed: word/media/a.png | 3 bytes, checksum 7a6c86f1 > 3 bytes, checksum 11ca8a66',
      'part | part changed: word/styles.xml | <a b="1"> > <a b="2">',
      expect.stringMatching(/^part \| part added: word\/new\.xml \| {2}> 4 bytes, checksum/),
    ]);
    expect(told(makePackage(after), makePackage(parts), 'a.docx').at(-1)).toMatch(
      /^part \| part removed: word\/new\.xml/,
    );
  });

  test('a file that only was packed anew is told as that', () => {
    const stored = makePackage(parts, {}, { method: 0 });
    expect(told(makePackage(parts), stored, 'a.docx')).toEqual([
      expect.stringMatching(/^package \| package rewritten, contents equal \| \d+ bytes > \d+ bytes$/),
    ]);
    expect(told(makePackage(parts), makePackage(parts, { comment: 'x' }), 'a.docx')[0]).toMatch(/^package /);
  });

  test('equal text in another encoding is a change', () => {
    const after = { ...parts, 'word/styles.xml': '\ufeff<a b="1"><c/></a>' };
    expect(told(makePackage(parts), makePackage(after), 'a.docx')[0]).toMatch(
      /^part \| part changed: word\/styles\.xml \| 17 bytes/,
    );
  });

  test('long text is shortened, and says by how much', () => {
    const { changes } = findOfficeChanges(makeWord(paragraph('x')), makeWord(paragraph('y🦓'.repeat(3_000))), 'a.docx');
    const shown = changes[0]!.parts[0]!.after;
    expect(shown).toMatch(/… \(\d+ more characters\)$/);
    expect(shown.length).toBeLessThan(4_100);
    expect(forbiddenCharacter(shown)).toBeUndefined();
  });
});

describe('files that cannot be looked into', () => {
  const good = makeWord(paragraph('x'));
  const html = new TextEncoder().encode('<!DOCTYPE html><html></html>');

  test('are one change, with the reason', () => {
    const set = findOfficeChanges(good, html, 'a.docx');
    expect(set).toMatchObject({ format: 'word', coarse: false });
    expect(set.changes.map(lineOf)).toEqual([`whole-file | whole file | ${good.length} bytes > 28 bytes`]);
    expect(set.reason).toContain(
      'The file after the edit cannot be looked into: This file is not an Office file: it is an HTML page.',
    );
    expect(findOfficeChanges(html, good, 'a.docx').reason).toContain('The file before the edit');
  });

  test('a part that does not parse, on either side', () => {
    const bad = makeWord('<w:p>');
    expect(findOfficeChanges(good, bad, 'a.docx').reason).toMatch(
      /after the edit .*word\/document\.xml: .*not well-formed/,
    );
    const styles = makeWord(paragraph('x'), { 'word/styles.xml': '<a' });
    expect(findOfficeChanges(styles, good, 'a.docx').changes.map(({ kind }) => kind)).toEqual(['whole-file']);
  });

  test('another family than before', () => {
    const { format, reason, changes } = findOfficeChanges(good, makeExcel({ Data: '' }), 'a.docx');
    expect(format).toBe('excel');
    expect(reason).toContain('The file was a Word document and is an Excel workbook now.');
    expect(changes).toHaveLength(1);
  });

  test('a name that lies is said', () => {
    const { format, reason } = findOfficeChanges(good, makeWord(paragraph('y')), 'notes.txt');
    expect(format).toBe('word');
    expect(reason).toContain('The file is a Word document, although its name does not say so.');
    expect(findOfficeChanges(html, new Uint8Array(), 'a.txt')).toMatchObject({
      format: 'binary',
      changes: [{ kind: 'whole-file' }],
    });
  });

  test('equal bytes have no changes, whatever they are', () => {
    expect(findOfficeChanges(html, html.slice(), 'a.docx').changes).toEqual([]);
  });
});
