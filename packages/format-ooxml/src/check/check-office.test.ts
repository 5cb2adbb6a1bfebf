import { describe, expect, test } from 'vitest';
import {
  contentTypes,
  excelParts,
  makeExcel,
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
import { makeZip } from '../../test/make-zip.js';
import { checkOffice } from './check-office.js';

const word = (more: Parts) => makePackage(wordParts(paragraph('x'), more));
const excel = (more: Parts) => makePackage(excelParts({ Data: '<sheetData/>' }, more));
const powerpoint = (more: Parts) => makePackage(powerpointParts([shape(2, 'Title 1', 'x')], more));

function codesOf(bytes: Uint8Array, fileName: string): readonly string[] {
  const { verdict, problems } = checkOffice(bytes, fileName);
  expect(verdict).toBe(problems.some(({ grade }) => grade === 'refuse') ? 'refuse' : 'accept');
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/s);
  return problems.map(({ grade, code }) => `${grade} ${code}`);
}

test('the smallest files of each family are accepted without a word', () => {
  expect(codesOf(makeWord(paragraph('x')), 'a.docx')).toEqual([]);
  expect(codesOf(makePowerpoint([shape(2, 'Title 1', 'x')]), 'a.pptx')).toEqual([]);
  expect(codesOf(makeExcel({ Data: '<sheetData/>' }), 'a.xlsx')).toEqual([]);
});

describe('says what the bytes are where they are no package', () => {
  const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
  test.each([
    ['empty-file', 'empty', ''],
    ['not-a-package', 'an HTML page', '<!DOCTYPE html><html>'],
    ['not-a-package', 'an HTML page', '\n<table><tr><td>'],
    ['not-a-package', 'a PDF file', '%PDF-1.7'],
    ['not-a-package', 'an RTF document', '{\\rtf1'],
    ['not-a-package', 'a gzip archive', '\x1f\x8b\x08'],
    ['not-a-package', 'an XML file', '<?xml version="1.0"?><a/>'],
    ['not-a-package', 'nothing but zeros at its start', '\0'.repeat(600)],
    ['not-a-package', 'plain text', 'Dear Sir or Madam'],
    ['encrypted', 'protected by a password', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${utf16('EncryptedPackage')}`],
    ['legacy-format', 'the old .doc format', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${utf16('WordDocument')}`],
    ['legacy-format', 'the old .xls format', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${utf16('Workbook')}`],
    ['legacy-format', 'the old .ppt format', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${utf16('PowerPoint Document')}`],
    ['legacy-format', 'an older Office format', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ])('%s: %s', (code, what, head) => {
    const { verdict, problems } = checkOffice(text(head), 'a.docx');
    expect(verdict).toBe('refuse');
    expect(problems).toHaveLength(1);
    expect(problems[0]!.code).toBe(code);
    expect(problems[0]!.message).toContain(what);
  });

  test('an OpenDocument file', () => {
    const bytes = makeZip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 }]);
    expect(codesOf(bytes, 'a.docx')).toEqual(['refuse other-package']);
  });

  function utf16(value: string): string {
    return Array.from(value, (character) => `${character}\0`).join('');
  }
});

describe('content types', () => {
  const types = wordParts('')['[Content_Types].xml'] as string;
  const withItem = (item: string) => types.replace('</Types>', `${item}</Types>`);
  test.each<readonly [string, string, string | undefined]>([
    ['refuse content-types', 'missing', undefined],
    ['refuse xml-malformed', 'not well-formed', '<Types>'],
    ['refuse content-types', 'another root', '<Types xmlns="u"/>'],
    ['refuse xml-malformed', 'empty', ''],
    [
      'refuse content-type-duplicate',
      'two for a part',
      withItem('<Override PartName="/WORD/document.xml" ContentType="a/b"/>'),
    ],
    ['warn content-type-duplicate', 'two for an ending', withItem('<Default Extension="XML" ContentType="a/b"/>')],
    ['warn override-absent', 'one for no part', withItem('<Override PartName="/gone.xml" ContentType="a/b"/>')],
  ])('%s: %s', (code, _what, content) => {
    expect(codesOf(word({ '[Content_Types].xml': content }), 'a.docx')).toEqual([code]);
  });

  test('the list is found in any case, and an item without a type is only worth a word', () => {
    const parts = wordParts(paragraph('x'), {
      '[Content_Types].xml': undefined,
      '[content_types].xml': types,
      'a.dat': 'x',
    });
    expect(codesOf(makePackage(parts), 'a.docx')).toEqual(['warn content-type-absent']);
  });

  test('a part that is used must have a type', () => {
    const parts = { 'word/a.dat': 'x', 'word/_rels/document.xml.rels': rels(['r1', 'image', 'a.dat']) };
    expect(codesOf(word(parts), 'a.docx')).toEqual(['refuse content-type-absent', 'warn content-type-absent']);
  });
});

describe('relationships', () => {
  const document = ['rId1', 'officeDocument', 'word/document.xml'] as const;
  test.each<readonly [string, string, string | undefined]>([
    ['refuse relationships', 'missing', undefined],
    ['refuse xml-malformed', 'not well-formed', '<Relationships>'],
    ['refuse relationships', 'another root', '<a/>'],
    ['refuse main-part', 'without a main part', rels(['r', 'theme', 'a.xml'])],
    ['refuse main-part', 'to a main part that is missing', rels(['r', 'officeDocument', 'gone.xml'])],
    ['refuse main-part', 'to a main part outside', rels(['r', 'officeDocument', '../document.xml'])],
    ['refuse relationship-duplicate', 'with an id twice', rels(document, ['rId1', 'theme', 'word/document.xml'])],
    ['warn target-absent', 'to nothing else', rels(document, ['r2', 'image', 'NULL'])],
    ['warn target-absent', 'to a fragment', rels(document, ['r2', 'image', '#a'])],
  ])('%s: %s', (code, _what, content) => {
    expect(codesOf(word({ '_rels/.rels': content }), 'a.docx')[0]).toBe(code);
  });

  test('what is external may be anything, and relationships of no part are only worth a word', () => {
    const external = rels(document).replace(
      '/></R',
      '/><Relationship Id="x" Type="a/b" Target="ht:\\tp//" TargetMode="External"/></R',
    );
    expect(codesOf(word({ '_rels/.rels': external, 'word/_rels/gone.xml.rels': rels() }), 'a.docx')).toEqual([
      'warn source-absent',
    ]);
  });

  test('too many to read are not judged', () => {
    const big = rels(
      ...Array.from(
        { length: 30_000 },
        (_, at) => [`r${at}`, 'hyperlink'.padEnd(60, 'x'), 'word/document.xml'] as const,
      ),
    );
    expect(codesOf(word({ 'word/_rels/document.xml.rels': big }), 'a.docx')).toEqual(['warn not-checked']);
  });
});

describe('the main part', () => {
  test.each<readonly [string, string, string, Uint8Array]>([
    ['refuse wrong-kind', 'a workbook named .docx', 'a.docx', excel({})],
    ['refuse wrong-kind', 'a document named .pptx', 'a.pptx', word({})],
    [
      'refuse wrong-kind',
      'a theme',
      'a.docx',
      word({ '[Content_Types].xml': contentTypes({ 'word/document.xml': 'theme' }) }),
    ],
    ['warn other-variant', 'a document named .dotm', 'a.DOTM', word({})],
    ['refuse main-part', 'another root', 'a.docx', word({ 'word/document.xml': `<w:styles ${w}/>` })],
    [
      'refuse main-part',
      'the right name in no namespace',
      'a.docx',
      word({ 'word/document.xml': '<document><body/></document>' }),
    ],
    ['refuse main-part', 'a document without a body', 'a.docx', word({ 'word/document.xml': `<w:document ${w}/>` })],
    ['refuse xml-empty', 'an empty document', 'a.docx', word({ 'word/document.xml': '' })],
    [
      'refuse main-part',
      'a workbook without sheets',
      'a.xlsx',
      excel({ 'xl/workbook.xml': '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"/>' }),
    ],
    [
      'refuse target-absent',
      'a workbook whose sheet is gone',
      'a.xlsx',
      excel({ 'xl/worksheets/sheet1.xml': undefined }),
    ],
    [
      'refuse target-absent',
      'a presentation whose slide is gone',
      'a.pptx',
      powerpoint({ 'ppt/slides/slide1.xml': undefined }),
    ],
    ['refuse xml-empty', 'an empty presentation', 'a.pptx', powerpoint({ 'ppt/presentation.xml': '' })],
  ])('%s: %s', (code, _what, name, bytes) => {
    expect(codesOf(bytes, name)[0]).toBe(code);
  });

  test('under a name without an Office ending, any family is right', () => {
    for (const bytes of [word({}), excel({}), powerpoint({})]) expect(codesOf(bytes, 'notes.txt')).toEqual([]);
  });

  test('a module of macros has an empty id, and a presentation need not have slides', () => {
    const workbook = (excelParts({ Data: '' })['xl/workbook.xml'] as string).replace(
      '</sheets>',
      '<sheet name="M" sheetId="9" r:id=""/></sheets>',
    );
    expect(codesOf(excel({ 'xl/workbook.xml': workbook }), 'a.xlsx')).toEqual([]);
    expect(codesOf(makePowerpoint([]), 'a.pptx')).toEqual([]);
  });
});

describe('parts', () => {
  test.each<readonly [string, string, Parts]>([
    ['refuse xml-malformed', 'not well-formed', { 'word/styles.xml': '<a>' }],
    ['refuse xml-doctype', 'with a document type', { 'docProps/core.xml': '<!DOCTYPE a><a/>' }],
    [
      'refuse xml-encoding',
      'in another encoding',
      { 'word/a.xml': Uint8Array.from('<a>\xe9</a>', (c) => c.charCodeAt(0)) },
    ],
    [
      'warn xml-encoding',
      'that says it is in another encoding',
      { 'word/a.xml': '<?xml version="1.0" encoding="ISO-8859-1"?><a/>' },
    ],
    ['warn xml-empty', 'empty', { 'word/a.xml': '' }],
  ])('%s: %s', (code, _what, parts) => {
    expect(codesOf(word(parts), 'a.docx')).toEqual([code]);
  });

  test('drawings in VML and leftovers of Office need not be well-formed', () => {
    const parts = { 'word/a.vml': '<br>', '[trash]/0000.xml': '<br>' };
    expect(codesOf(word(parts), 'a.docx')).toEqual(['warn content-type-absent']);
  });

  test('media are read too', () => {
    const { 'word/document.xml': document, ...rest } = wordParts(paragraph('x'));
    const entries = Object.entries({ ...rest, 'word/document.xml': document }).map(([name, content]) => ({
      name,
      content: content!,
    }));
    const bytes = makeZip([...entries, { name: 'word/media/a.png', content: 'x', lie: { crc: 7 } }]);
    expect(codesOf(bytes, 'a.docx')).toEqual(['refuse entry-crc']);
  });

  test('a refusal is never lost behind warnings', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}.dat`, 'x']));
    const codes = codesOf(word({ ...many, 'word/z.xml': '<a>' }), 'a.docx');
    expect(codes).toHaveLength(100);
    expect(codes[0]).toBe('refuse xml-malformed');
  });
});
