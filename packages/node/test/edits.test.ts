import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOffice, writeZip } from '@verbatim/format-ooxml';
import type { Edit } from '@verbatim/review';
import { describe, expect, test } from 'vitest';
import { edits } from '../src/edits/edits.js';
import type { ReplaceText } from '../src/edits/replace.js';
import { formats } from '../src/formats/formats.js';
import { fixture } from './fixture.js';
import { laterRefusalOf, makeScratch, open, refusalOf } from './scratch.js';

const aboutOf = (edit: Edit): string | undefined => (edit as Extract<Edit, { op: 'change' }>).about;

async function run(
  bytes: string | Uint8Array,
  options: ReplaceText,
): Promise<{ text: string; notes: readonly string[] }> {
  const edit = edits.replace('notes.md', options) as Extract<Edit, { op: 'change' }>;
  const result = await edit.change(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  return { text: Buffer.from(result.bytes).toString('latin1'), notes: result.notes ?? [] };
}

describe('a replacement', () => {
  test('replaces the one match', async () => {
    expect(await run('a b c', { replace: 'b', with: '' })).toEqual({ text: 'a  c', notes: [] });
  });

  test('refuses a text that is not there or there several times, with the count and the way on', async () => {
    expect(await laterRefusalOf(() => run('a b', { replace: 'x', with: 'y' }))).toMatchObject({ code: 'MATCH_ABSENT' });
    const several = await laterRefusalOf(() => run('b b b', { replace: 'b', with: 'c' }));
    expect(several.code).toBe('MATCH_AMBIGUOUS');
    expect(several.message).toContain('3 times');
    expect(several.next).toContain('--all');
    expect((await run('b b b', { replace: 'b', with: 'c', all: true })).text).toBe('c c c');
  });

  test('says that it wrote line ends as the file has them', async () => {
    const { text, notes } = await run('a\r\nb\r\n', { replace: 'a\nb', with: 'c\nd' });
    expect(text).toBe('c\r\nd\r\n');
    expect(notes.join()).toContain('CR LF');
    const one = await run('a\r\nb\r\n', { replace: 'a', with: 'x\ny' });
    expect(one).toEqual({ text: 'x\r\ny\r\nb\r\n', notes });
  });

  test('matches the bytes of a file that is no text, or refuses', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 0xff]), Buffer.from('v1 v1'), Buffer.from([0])]);
    expect((await laterRefusalOf(() => run(bytes, { replace: 'v1', with: 'v2' }))).code).toBe('MATCH_AMBIGUOUS');
    expect((await laterRefusalOf(() => run(bytes, { replace: 'v3', with: 'v2' }))).code).toBe('MATCH_ABSENT');
    const { text, notes } = await run(bytes, { replace: 'v1', with: 'v22', all: true });
    expect(text).toBe('\0\x01\x02\xffv22 v22\0');
    expect(notes.join()).toContain('not a text file');
  });

  test('tells itself from every other one, so that a key is bound to it', async () => {
    const about = (options: ReplaceText) => (edits.replace('n', options) as Extract<Edit, { op: 'change' }>).about;
    const all = [
      { replace: 'a', with: 'b' },
      { replace: 'a', with: 'b', all: true },
      { replace: 'ab', with: '' },
      { replace: 'a","b', with: '' },
    ];
    expect(new Set(all.map(about)).size).toBe(all.length);
  });

  test('in a document or a presentation is an edit of its text, never of packed bytes', async () => {
    const deck = fixture('board-briefing.pptx');
    expect(deck.includes('Three questions')).toBe(true);
    const step = edits.replace('n', { replace: 'Three questions', with: 'Four questions' });
    if (step.op !== 'change') throw new Error('it changes the file');
    const { bytes } = await step.change(deck);
    expect(await formats.problemOf?.('n.pptx', bytes)).toBe(undefined);
    const { changes } = await formats.changes('n.pptx', deck, bytes);
    expect(changes).toMatchObject([{ parts: [{ before: 'Three questions', after: 'Four questions' }] }]);
    const again = { replace: 'Three questions', with: 'Four questions' };
    expect((await laterRefusalOf(() => run(deck, { ...again, slide: 1 }))).code).toBe('MATCH_ABSENT');
    expect((await laterRefusalOf(() => run(deck, { ...again, paragraph: 1 }))).code).toBe('INPUT_INVALID');
    expect((await laterRefusalOf(() => run(deck, { ...again, all: true }))).code).toBe('OFFICE_UNSUPPORTED');
    expect((await laterRefusalOf(() => run(Buffer.from('text'), { ...again, slide: 1 }))).code).toBe('INPUT_INVALID');
  });

  test('in a workbook is refused, with the verb to use', async () => {
    const refused = await laterRefusalOf(() => run(fixture('gauge-workbook.xlsx'), { replace: 'Costs', with: 'x' }));
    expect(refused).toMatchObject({ code: 'OFFICE_UNSUPPORTED', next: expect.stringContaining('set-cell') });
  });

  test('in an archive that is no Office file is refused; what only begins like one is text', async () => {
    const odt = writeZip(
      [
        { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text'), compress: false },
        { name: 'content.xml', bytes: Buffer.from('<a>Hello world</a>'), compress: false },
      ],
      0,
    );
    const wanted = { replace: 'Hello world', with: 'Howdy world' };
    expect((await laterRefusalOf(() => run(odt, wanted))).code).toBe('OFFICE_UNSUPPORTED');
    expect((await run('PK says: Hello world', wanted)).text).toBe('PK says: Howdy world');
  });

  test('of or by half of a character is refused', () => {
    expect(refusalOf(() => edits.replace('n', { replace: '\ud800', with: 'b' })).code).toBe('INPUT_INVALID');
    expect(refusalOf(() => edits.replace('n', { replace: 'b', with: '\udc00' })).code).toBe('INPUT_INVALID');
  });

  test('of nothing is refused', async () => {
    expect(refusalOf(() => edits.replace('n', { replace: '', with: 'b' })).code).toBe('INPUT_INVALID');
  });
});

describe('a native Office edit', () => {
  const cases = [
    ['survey-memo.docx', edits.insertParagraph('n', { text: 'New words', after: 2 })],
    ['board-briefing.pptx', edits.addTextBox('n', { slide: 3, text: 'New words' })],
    ['gauge-workbook.xlsx', edits.setCell('n', { cell: 'Costs!B5', value: '1012.5' })],
  ] as const;

  test.each(cases)(
    'leaves the bytes that it is given as they are, since they are what is captured: %s',
    async (name, edit) => {
      const given = fixture(name);
      const { change } = edit as Extract<Edit, { op: 'change' }>;
      const { bytes } = await change(given);
      expect(given.equals(fixture(name))).toBe(true);
      expect(given.equals(bytes)).toBe(false);
      expect(checkOffice(bytes, name).verdict).toBe('accept');
    },
  );

  test('tells itself from every other one, so that a key is bound to it', async () => {
    const all = [
      edits.insertParagraph('n', { text: 'a' }),
      edits.insertParagraph('n', { text: 'a', after: 0 }),
      edits.insertParagraph('n', { text: 'a', after: 1 }),
      edits.insertParagraph('n', { text: 'a', before: 1 }),
      edits.insertParagraph('n', { text: 'a', before: 2 }),
      edits.insertParagraph('n', { text: 'a', likeNeighbour: true }),
      edits.insertParagraph('n', { text: 'a', evenIfSigned: true }),
      edits.addTextBox('n', { slide: 1, text: 'a' }),
      edits.addTextBox('n', { slide: 2, text: 'a' }),
      edits.addTextBox('n', { slide: 2, text: 'a', evenIfSigned: true }),
      edits.setCell('n', { cell: 'S!A1', value: '1' }),
      edits.setCell('n', { cell: 'S!A1', value: '1', type: 'text' }),
      edits.setCell('n', { cell: 'S!A2', value: '1' }),
      edits.setCell('n', { cell: 'S!A2', value: '1', evenIfSigned: true }),
    ];
    expect(new Set(all.map(aboutOf)).size).toBe(all.length);
  });

  test('is the same under its key as ever where nothing more is said, in any order', () => {
    const plain = edits.insertParagraph('n', { evenIfSigned: false, likeNeighbour: false, after: 2, text: 'a' });
    expect(aboutOf(plain)).toBe('["insert-paragraph","a",2]');
    expect(aboutOf(edits.setCell('n', { value: '1', cell: 'S!A1' }))).toBe('["set-cell","S!A1","1",null]');
  });

  test('before another place is refused under a key that was used', async () => {
    const scratch = makeScratch();
    writeFileSync(join(scratch.root, 'memo.docx'), fixture('survey-memo.docx'));
    const { review } = await open(scratch);
    const act = (before: number) =>
      review.act('insert-paragraph', [edits.insertParagraph('memo.docx', { text: 'a', before })], { key: 'k' });
    expect(await act(1)).toMatchObject({ outcome: 'pending' });
    expect(await act(2)).toMatchObject({ outcome: 'refused', code: 'KEY_REUSED' });
  });

  test('is captured first, waits with what it did, and names the file where it refuses', async () => {
    const scratch = makeScratch();
    for (const [name] of cases) writeFileSync(join(scratch.root, name), fixture(name));
    writeFileSync(join(scratch.root, 'a.md'), 'words');
    const { review, edits: make } = await open(scratch);

    const edited = await review.act('set-cell', [
      make.setCell('gauge-workbook.xlsx', { cell: 'Costs!B5', value: '9' }),
    ]);
    expect(edited).toMatchObject({ outcome: 'pending', notes: [expect.stringContaining('formulas')] });
    const shown = await review.inspect({ kind: 'file', path: 'gauge-workbook.xlsx' });
    expect(shown).toMatchObject({
      files: [
        {
          format: 'excel',
          decidedBy: 'whole-file',
          changes: [
            { label: 'Costs!B5', parts: [{ before: '950', after: '9' }] },
            { parts: [{ after: expect.stringContaining('fullCalcOnLoad="1"') }] },
          ],
        },
      ],
    });

    for (const [edit, code] of [
      [make.insertParagraph('survey-memo.docx', { text: 'x', after: 9_999 }), 'OFFICE_PLACE_ABSENT'],
      [make.addTextBox('board-briefing.pptx', { slide: 13, text: 'x' }), 'OFFICE_PLACE_ABSENT'],
      [make.setCell('gauge-workbook.xlsx', { cell: 'None!A1', value: 'x' }), 'OFFICE_PLACE_ABSENT'],
      [make.setCell('gauge-workbook.xlsx', { cell: 'Costs!B5', value: 'x', type: 'number' }), 'INPUT_INVALID'],
      [make.setCell('survey-memo.docx', { cell: 'Costs!B5', value: 'x' }), 'OFFICE_UNSUPPORTED'],
      [make.insertParagraph('a.md', { text: 'x' }), 'OFFICE_INVALID'],
    ] as const) {
      const answer = await review.act('edit', [edit]);
      expect(answer).toMatchObject({ outcome: 'refused', code, files: [{ path: edit.path }] });
    }
    expect(readFileSync(join(scratch.root, 'survey-memo.docx')).equals(fixture('survey-memo.docx'))).toBe(true);
  });
});
