/** Content beats name for Office and binary files, and a name that promises an Office file is answered for (design section 6). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertParagraph, setCell } from '@verbatim/format-ooxml';
import { describe, expect, test } from 'vitest';
import { formats } from '../src/formats/formats.js';
import { fixture } from './fixture.js';
import { makeScratch, open } from './scratch.js';

const memo = new Uint8Array(fixture('survey-memo.docx'));
const workbook = new Uint8Array(fixture('gauge-workbook.xlsx'));
const page = Buffer.from('<html><body><table><tr><td>3.50</td></tr></table></body></html>\n');

describe('a name that lies', () => {
  test('text under .docx stays word, as a whole, with the reason, and its lines are shown', async () => {
    const shown = await formats.changes('a.docx', Buffer.from('one\ntwo\n'), Buffer.from('one\n2\n'));
    expect(shown).toMatchObject({ format: 'word', decidedBy: 'whole-file' });
    expect(shown.reason).toBe(
      'This file is not a Word document: it is plain text. It is shown as text and decided as a whole.',
    );
    expect(shown.changes.map(({ parts }) => parts)).toEqual([[{ before: 'two\n', after: '2\n' }]]);
  });

  test('HTML under .xlsx stays excel, with the reason', async () => {
    const shown = await formats.changes('a.xlsx', page, Buffer.from(String(page).replace('3.50', '3.51')));
    expect(shown).toMatchObject({ format: 'excel', decidedBy: 'whole-file' });
    expect(shown.reason).toMatch(/^This file is not an Excel workbook: it is an HTML page\./);
    expect(shown.changes).toHaveLength(1);
  });

  test('a document under .txt is word, by paragraph, and that the name says something else is told', async () => {
    const { bytes } = insertParagraph(memo, { text: 'New words' });
    const shown = await formats.changes('a.txt', memo, bytes);
    expect(shown.format).toBe('word');
    expect(shown.reason).toMatch(/a Word document, although its name does not say so/);
    expect(shown.changes.map(({ kind, parts }) => [kind, parts])).toEqual([
      ['paragraph', [{ before: '', after: 'New words' }]],
    ]);
  });

  test('a workbook under .docx is excel', async () => {
    const { bytes } = setCell(workbook, { cell: 'Remarks!A1', value: 'x' });
    expect(await formats.changes('a.docx', workbook, bytes)).toMatchObject({
      format: 'excel',
      reason: expect.stringMatching(/an Excel workbook, although its name does not say so/),
    });
  });

  test('a new or deleted file is what its content is; a promise that is not kept is told', async () => {
    expect(await formats.changes('a.txt', undefined, memo)).toMatchObject({
      format: 'word',
      reason: 'The file is a Word document, although its name does not say so.',
      changes: [{ label: 'new file', parts: [{ before: '', after: expect.stringMatching(/^7\d,\d{3} bytes, SHA/) }] }],
    });
    expect(await formats.changes('a.pptx', Buffer.from('words'), undefined)).toMatchObject({
      format: 'powerpoint',
      reason: 'This file is not a PowerPoint presentation: it is plain text.',
      changes: [{ label: 'deleted file', parts: [{ before: 'words', after: '' }] }],
    });
    const sound = await formats.changes('a.docx', undefined, memo);
    expect(sound).toMatchObject({ format: 'word' });
    expect(sound.reason).toBeUndefined();
  });

  test('a document overwritten with text says which side is no document', async () => {
    const shown = await formats.changes('a.docx', memo, Buffer.from('# Memo\n'));
    expect(shown.format).toBe('word');
    expect(shown.reason).toMatch(/^The file after the edit cannot be looked into: .* plain text/);
    expect(shown.changes).toMatchObject([
      { parts: [{ before: expect.stringContaining('SHA-256'), after: '# Memo\n' }] },
    ]);
  });

  test('other packages and old formats are binary, or what their name promises', async () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    expect((await formats.changes('a.doc', old, Buffer.concat([old, old]))).format).toBe('binary');
    expect(await formats.changes('a.docx', old, Buffer.concat([old, old]))).toMatchObject({
      format: 'word',
      reason: expect.stringMatching(/older Office format/),
    });
    expect((await formats.changes('a.md', Buffer.from([0, 1]), Buffer.from([0, 2]))).format).toBe('binary');
  });

  test.each([
    ['letter.docx', Buffer.from('Dear board,\n'), Buffer.from('Dear harbour board,\n'), 'word'],
    ['table.xlsx', page, Buffer.from('<table></table>'), 'excel'],
    ['memo.txt', memo, insertParagraph(memo, { text: 'x' }).bytes, 'word'],
    ['memo.pptx', memo, Buffer.from('no more'), 'powerpoint'],
  ])('changes nothing about Discard: %s', async (name, before, after, format) => {
    const scratch = makeScratch();
    const path = join(scratch.root, name);
    writeFileSync(path, before);
    const { review } = await open(scratch);
    await review.act('write', [{ op: 'write', path: name, bytes: after }]);
    expect((await review.status()).actions).toMatchObject([{ files: [{ format, changeCount: 1 }] }]);
    expect(await review.discard([{ kind: 'file', path: name }])).toMatchObject({ outcome: 'discarded' });
    expect(readFileSync(path)).toEqual(Buffer.from(before));
  });
});
