import { describe, expect, test } from 'vitest';
import { makeExcel, makePowerpoint, makeWord, paragraph, rels, shape } from '../../test/make-office.js';
import { makeZip } from '../../test/make-zip.js';
import { checkOffice } from './check-office.js';

function codesOf(bytes: Uint8Array, fileName: string): readonly string[] {
  const { verdict, problems } = checkOffice(bytes, fileName);
  expect(verdict).toBe(problems.some(({ grade }) => grade === 'refuse') ? 'refuse' : 'accept');
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/s);
  return problems.map(({ grade, code }) => `${grade} ${code}`);
}

/** The rules are provoked one by one in `test/check-rows.test.ts`. */
test('the smallest files of each family are accepted without a word', () => {
  expect(codesOf(makeWord(paragraph('x')), 'a.docx')).toEqual([]);
  expect(codesOf(makePowerpoint([shape(2, 'Title 1', 'x')]), 'a.pptx')).toEqual([]);
  expect(codesOf(makeExcel({ Data: '<sheetData/>' }), 'a.xlsx')).toEqual([]);
});

describe('says what the bytes are where they are no package', () => {
  const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
  test.each([
    ['empty-file', 'empty', ''],
    ['html-file', 'an HTML page', '<!DOCTYPE html><html>'],
    ['html-file', 'an HTML page', '\n<table><tr><td>'],
    ['pdf-file', 'a PDF file', '%PDF-1.7'],
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

  test.each([
    ['open-document', 'an OpenDocument file', 'mimetype', 'application/vnd.oasis.opendocument.text'],
    ['other-package', 'application/epub+zip', 'mimetype', 'application/epub+zip'],
    ['other-package', 'a Pages, Numbers or Keynote file', 'Index/Document.iwa', 'x'],
    ['other-package', 'a Java archive', 'META-INF/MANIFEST.MF', 'x'],
    ['content-types', 'no list of content types', 'a.txt', 'x'],
  ])('%s: a zip archive that is %s', (code, what, name, content) => {
    const bytes = makeZip([
      { name: 'first.bin', content: 'x' },
      { name, content },
    ]);
    const { problems } = checkOffice(bytes, 'a.docx');
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]!.message).toContain(what);
  });

  function utf16(value: string): string {
    return Array.from(value, (character) => `${character}\0`).join('');
  }
});

test('under a name without an Office ending, any family is right', () => {
  const made = [makeWord(paragraph('x')), makeExcel({ Data: '' }), makePowerpoint([shape(2, 'Title 1', 'x')])];
  for (const bytes of made) expect(codesOf(bytes, 'notes.txt')).toEqual([]);
});

test('more relationships than are read are not judged', () => {
  const type = 'hyperlink'.padEnd(60, 'x');
  const many = rels(...Array.from({ length: 30_000 }, (_, at) => [`r${at}`, type, 'word/document.xml'] as const));
  const bytes = makeWord(paragraph('x'), { 'word/_rels/document.xml.rels': many });
  expect(codesOf(bytes, 'a.docx')).toEqual(['warn not-checked']);
});

test('a refusal is never lost behind warnings', () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}.dat`, 'x']));
  const codes = codesOf(makeWord(paragraph('x'), { ...many, 'word/z.xml': '<a>' }), 'a.docx');
  expect(codes).toHaveLength(100);
  expect(codes[0]).toBe('refuse xml-malformed');
});
