import { expect, test } from 'vitest';
import { makeExcel, makePackage, makePowerpoint, makeWord, paragraph, wordParts } from '../test/make-office.js';
import { makeZip } from '../test/make-zip.js';
import { recognizeOffice } from './recognize-office.js';

const families = [
  ['word', makeWord(paragraph('x'))],
  ['powerpoint', makePowerpoint([])],
  ['excel', makeExcel({ Data: '' })],
] as const;

test.each(families)('a %s package is one under any name', (family, bytes) => {
  for (const name of ['a.docx', 'a.pptx', 'a.xlsx', 'notes.txt', '', 'archive.zip']) {
    expect(recognizeOffice(bytes, name)).toBe(family);
  }
});

test.each([
  ['docm', 'application/vnd.ms-word.document.macroEnabled.main+xml', 'word'],
  ['dotm', 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml', 'word'],
  ['ppsm', 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml', 'powerpoint'],
  ['xltm', 'application/vnd.ms-excel.template.macroEnabled.main+xml; charset=utf-8', 'excel'],
  ['XLSX', 'APPLICATION/vnd.openxmlformats-officedocument.spreadsheetml.sheet.MAIN+xml', 'excel'],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.main', undefined],
  ['thmx', 'application/vnd.openxmlformats-officedocument.themeManager+xml', undefined],
])('%s is known by its content type', (_ending, type, family) => {
  const types = (wordParts('')['[Content_Types].xml'] as string).replace(
    /(?<=PartName="\/word\/document.xml" ContentType=")[^"]*/,
    type,
  );
  expect(recognizeOffice(makePackage(wordParts('', { '[Content_Types].xml': types })), 'x')).toBe(family);
});

test.each([
  ['a.docx', 'word'],
  ['a.DOCM', 'word'],
  ['dir.xlsx/b.potx', 'powerpoint'],
  ['a.xltx', 'excel'],
  ['a.doc', undefined],
  ['docx', undefined],
  ['a.docx.bak', undefined],
  ['a.txt', undefined],
])('bytes that are no package are what the name %s says', (name, family) => {
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('Dear all'), makeZip([{ name: 'a', content: '' }])]) {
    expect(recognizeOffice(bytes, name)).toBe(family);
  }
});

test('a package that is damaged beyond its main part is still known', () => {
  const parts = Object.entries(wordParts('')).map(([name, content]) => ({ name, content: content! }));
  const bytes = makeZip([
    ...parts,
    { name: 'a', content: '' },
    { name: 'A', content: '' },
    { name: '../b', content: '' },
  ]);
  expect(recognizeOffice(bytes, 'x')).toBe('word');
});
