import { describe, expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import { makePackage, makePowerpoint, makeWord, powerpointParts, shape, slideXml } from '../../test/make-office.js';
import { partText } from '../../test/other-readers.js';
import { refusalOf } from '../../test/refusals.js';
import { findOfficeChanges } from '../changes/find-office-changes.js';
import { OfficePackage } from '../package/office-package.js';
import { decodeXml } from '../xml/encoding.js';
import { readArchive } from '../zip/read-archive.js';
import { addTextBox } from './add-text-box.js';

const first = 'ppt/slides/slide1.xml';

function slideAfter(before: Uint8Array, edit: Parameters<typeof addTextBox>[1], part: string = first): string {
  const { bytes } = addTextBox(before, edit);
  expect(touchedEntries(before, bytes)).toEqual([part]);
  const pack = new OfficePackage(readArchive(bytes));
  return decodeXml(pack.read(pack.part(part)!), part).text;
}

test('the box is the last shape of the slide, with the next number', async () => {
  const before = makePowerpoint([shape(7, 'Title 1', 'x') + shape(3, 'Body', 'y')]);
  const text = slideAfter(before, { slide: 1, text: 'new' });
  expect(text).toMatch(
    /<\/p:sp><p:sp><p:nvSpPr><p:cNvPr id="8" name="TextBox 8"\/><p:cNvSpPr txBox="1"\/>.*<\/p:sp><\/p:spTree>/s,
  );
  expect(text).toContain('<a:off x="1219200" ');
  const { bytes } = addTextBox(before, { slide: 1, text: 'new' });
  expect(await partText(bytes, first, 't')).toEqual(['x', 'y', 'new']);
  expect(findOfficeChanges(before, bytes, 'a.pptx').changes).toMatchObject([
    { kind: 'shape', label: 'slide 1, TextBox 8 added', parts: [{ before: '', after: 'new' }] },
  ]);
});

test('slides are counted as the presentation lists them', () => {
  const parts = powerpointParts(['', '']);
  const presentation = (parts['ppt/presentation.xml'] as string).replace(
    /<p:sldIdLst>.*<\/p:sldIdLst>/,
    '<p:sldIdLst><p:sldId id="300" r:id="rId3"/><p:sldId id="301" r:id="rId2"/></p:sldIdLst>',
  );
  const before = makePackage({ ...parts, 'ppt/presentation.xml': presentation });
  expect(slideAfter(before, { slide: 1, text: 'new' }, 'ppt/slides/slide2.xml')).toContain('new');
  expect(refusalOf(() => addTextBox(before, { slide: 3, text: 'new' }))).toMatchObject({
    code: 'OFFICE_PLACE_ABSENT',
    message: 'The presentation has 2 slides, so there is no slide 3.',
  });
  expect(refusalOf(() => addTextBox(makePowerpoint([]), { slide: 1, text: 'new' })).message).toContain('no slides');
});

describe('the slide keeps its form', () => {
  const slide = (tree: string) =>
    makePowerpoint([''], { [first]: slideXml('').replace(/<p:spTree>.*<\/p:spTree>/, tree) });

  test('extensions stay last, and numbers of all alternatives count', () => {
    const extensions = '<p:extLst><p:ext uri="u"><x:a xmlns:x="u"/></p:ext></p:extLst>';
    const tree =
      '<p:spTree><p:grpSp><p:sp><p:cNvPr id="40"/></p:sp></p:grpSp><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">' +
      `<mc:Choice Requires="x"/><mc:Fallback><p:sp><p:cNvPr id="90"/></p:sp></mc:Fallback></mc:AlternateContent>${extensions}</p:spTree>`;
    const text = slideAfter(slide(tree), { slide: 1, text: 'new' });
    expect(text).toContain('id="91" name="TextBox 91"');
    expect(text).toContain(`</p:sp>${extensions}</p:spTree>`);
  });

  test('an empty tree is opened', () => {
    expect(slideAfter(slide('<p:spTree/>'), { slide: 1, text: 'new' })).toMatch(
      /<p:spTree><p:sp>.*<\/p:sp><\/p:spTree>/s,
    );
  });

  test('prefixes are those of the slide, and what is not in scope is declared', () => {
    const uri = 'http://schemas.openxmlformats.org/presentationml/2006/main';
    const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
    const closed = `<q:sld xmlns:q="${uri}"><q:cSld><q:bg xmlns:z="${drawing}"><z:x/></q:bg><q:spTree><q:nvGrpSpPr/></q:spTree></q:cSld></q:sld>`;
    const text = slideAfter(makePowerpoint([''], { [first]: closed }), { slide: 1, text: 'new' });
    expect(text).toContain(`<q:sp xmlns:a="${drawing}"><q:nvSpPr>`);
    const open = closed.replace('<q:sld ', `<q:sld xmlns:d="${drawing}" `);
    expect(slideAfter(makePowerpoint([''], { [first]: open }), { slide: 1, text: 'new' })).toContain(
      '<q:sp><q:nvSpPr>',
    );
    const strict = closed.replaceAll(uri, 'http://purl.oclc.org/ooxml/presentationml/main');
    expect(slideAfter(makePowerpoint([''], { [first]: strict }), { slide: 1, text: 'new' })).toContain(
      '<q:sp xmlns:a="http://purl.oclc.org/ooxml/drawingml/main">',
    );
  });

  test('a slide without a tree, or with the highest number taken, is refused', () => {
    expect(refusalOf(() => addTextBox(slide(''), { slide: 1, text: 'new' })).code).toBe('OFFICE_INVALID');
    const full = makePowerpoint([shape(2_147_483_647, 'x', 'x')]);
    expect(refusalOf(() => addTextBox(full, { slide: 1, text: 'new' })).code).toBe('OFFICE_UNSUPPORTED');
  });
});

test('each line is a paragraph, also from right to left', async () => {
  const before = makePowerpoint(['']);
  const text = slideAfter(before, { slide: 1, text: ' a & b\n\nשלום\t!' });
  expect(text).toContain(
    '<a:p><a:r><a:t> a &amp; b</a:t></a:r></a:p><a:p></a:p><a:p><a:pPr algn="r" rtl="1"/><a:r><a:t>שלום\t!</a:t>',
  );
  const { changes } = findOfficeChanges(
    before,
    addTextBox(before, { slide: 1, text: ' a & b\n\nשלום' }).bytes,
    'a.pptx',
  );
  expect(changes[0]!.parts[0]!.after).toBe(' a & b\n\nשלום');
});

test('a box of many lines stays on the slide', () => {
  const text = slideAfter(makePowerpoint(['']), { slide: 1, text: 'x\n'.repeat(500) });
  const [, y, height] = /<a:off x="\d+" y="(\d+)"\/><a:ext cx="\d+" cy="(\d+)"\/>/.exec(text)!;
  expect(Number(y) + Number(height)).toBeLessThanOrEqual(6_858_000);
});

test.each([0, -1, 1.5, Number.NaN])('slide %d is none', (slide) => {
  expect(refusalOf(() => addTextBox(makePowerpoint(['']), { slide, text: 'x' })).code).toBe('INPUT_INVALID');
});

test('another family is refused', () => {
  expect(refusalOf(() => addTextBox(makeWord(''), { slide: 1, text: 'x' })).code).toBe('OFFICE_UNSUPPORTED');
});
