import { expect, test } from 'vitest';
import { touchedEntries } from '../../test/list-zip.js';
import { makePowerpoint, makeWord, shape } from '../../test/make-office.js';
import { partText } from '../../test/other-readers.js';
import { refusalOf } from '../../test/refusals.js';
import { findOfficeChanges } from '../changes/find-office-changes.js';
import { replaceTextInShape } from './replace-text-in-shape.js';

const first = 'ppt/slides/slide1.xml';
type Edit = Parameters<typeof replaceTextInShape>[1];
const codeOf = (shapes: string, edit: Edit) => refusalOf(() => replaceTextInShape(makePowerpoint([shapes]), edit)).code;

test('text is replaced in the shape of that name, across runs, and named by the changes', async () => {
  const cut = shape(3, 'Body', 'x').replace(
    '<a:r><a:t>x</a:t></a:r>',
    '<a:r><a:rPr b="1"/><a:t>Bud</a:t></a:r><a:r><a:t>get 2023</a:t></a:r>',
  );
  const before = makePowerpoint([shape(2, 'Title 1', 'Budget 2023') + cut, shape(2, 'Title 1', 'Budget 2023')]);
  const { bytes, notes } = replaceTextInShape(before, {
    slide: 1,
    shape: 'Body',
    replace: 'Budget 2023',
    with: 'Plan',
  });
  expect(notes).toEqual([]);
  expect(touchedEntries(before, bytes)).toEqual([first]);
  expect(await partText(bytes, first, 't')).toEqual(['Budget 2023', 'Plan', '']);
  expect(findOfficeChanges(before, bytes, 'a.pptx').changes).toMatchObject([
    { kind: 'shape', label: 'slide 1, Body', parts: [{ before: 'Budget 2023', after: 'Plan' }] },
  ]);
});

test('without a name any shape of the slide is searched, groups and tables too', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Table"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${cell('north')}${cell('south')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const before = makePowerpoint([`<p:grpSp>${shape(4, '', 'east')}</p:grpSp>${table}`]);
  const { bytes } = replaceTextInShape(before, { slide: 1, replace: 'south', with: 'SOUTH' });
  expect(await partText(bytes, first, 't')).toEqual(['east', 'north', 'SOUTH']);
  expect(codeOf(table, { slide: 1, replace: 'northsouth', with: 'x' })).toBe('MATCH_ABSENT');
  const grouped = replaceTextInShape(before, { slide: 1, shape: 'shape 4', replace: 'east', with: 'west' });
  expect(await partText(grouped.bytes, first, 't')).toEqual(['west', 'north', 'south']);
});

test('text that is not exactly once, or is computed, is refused', () => {
  const field = shape(2, 'Number', 'x').replace(
    '<a:r><a:t>x</a:t></a:r>',
    '<a:fld type="slidenum"><a:t>7</a:t></a:fld>',
  );
  expect(codeOf(field, { slide: 1, replace: '7', with: '8' })).toBe('MATCH_ABSENT');
  const two = shape(2, 'A', 'x') + shape(3, 'B', 'x');
  expect(codeOf(two, { slide: 1, replace: 'x', with: 'y' })).toBe('MATCH_AMBIGUOUS');
  expect(codeOf(shape(2, 'A', 'one\ntwo'), { slide: 1, replace: 'onetwo', with: 'y' })).toBe('MATCH_ABSENT');
});

test('a slide or shape that is not there, and what can be none, is refused', () => {
  const one = shape(2, 'A', 'x');
  expect(
    refusalOf(() => replaceTextInShape(makePowerpoint([one]), { slide: 1, shape: 'B', replace: 'x', with: 'y' })),
  ).toMatchObject({
    code: 'OFFICE_PLACE_ABSENT',
    message: 'Slide 1 has no shape B; it has A.',
  });
  expect(codeOf(one, { slide: 2, replace: 'x', with: 'y' })).toBe('OFFICE_PLACE_ABSENT');
  expect(codeOf(one, { slide: 0, replace: 'x', with: 'y' })).toBe('INPUT_INVALID');
  expect(codeOf(one, { slide: 1, replace: 'x', with: 'y\nz' })).toBe('INPUT_INVALID');
  expect(codeOf('', { slide: 1, replace: 'x', with: 'y' })).toBe('MATCH_ABSENT');
  expect(refusalOf(() => replaceTextInShape(makeWord(''), { slide: 1, replace: 'x', with: 'y' })).code).toBe(
    'OFFICE_UNSUPPORTED',
  );
});
