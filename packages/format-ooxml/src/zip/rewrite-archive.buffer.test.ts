import { expect, test } from 'vitest';
import { makeExcel, makeWord } from '../../test/make-office.js';
import { insertParagraph } from '../edits/insert-paragraph.js';
import { setCell } from '../edits/set-cell.js';

// A Buffer's `slice` is a view, so an edit that takes its copies with it would write into the caller's file.
test.each([
  ['a paragraph', makeWord('<w:p/>'), (bytes: Uint8Array) => insertParagraph(bytes, { text: 'new' })],
  [
    'a cell',
    makeExcel({ Data: '<sheetData/>' }),
    (bytes: Uint8Array) => setCell(bytes, { cell: 'Data!A1', value: '1' }),
  ],
])('an edit of %s leaves the bytes it was given alone, also those of a Buffer', (_what, made, edit) => {
  const given = Buffer.from(made);
  const { bytes } = edit(given);
  expect(given.equals(made)).toBe(true);
  expect(Buffer.from(bytes).equals(given)).toBe(false);
});
