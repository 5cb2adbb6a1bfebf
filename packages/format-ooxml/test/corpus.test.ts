import { RefusalError } from '@verbatim/core';
import { describe, expect, test } from 'vitest';
import { readSheets } from '../src/excel/workbook.js';
import {
  addTextBox,
  checkOffice,
  type EditedOffice,
  findOfficeChanges,
  insertParagraph,
  recognizeOffice,
  setCell,
} from '../src/index.js';
import { OfficePackage } from '../src/package/office-package.js';
import { readArchive } from '../src/zip/read-archive.js';
import { rewriteArchive } from '../src/zip/rewrite-archive.js';
import { type CorpusFile, editedFiles, hasCorpus, isLong, validFiles } from './corpus.js';
import { touchedEntries } from './list-zip.js';
import { cellValue, partText, wordText } from './other-readers.js';

const marker = 'Zebra ⟨marker⟩ “ß” & <7> 🦓';

describe.skipIf(!hasCorpus)('sound files', () => {
  test('there are 69 of them', () => {
    expect(validFiles).toHaveLength(69);
  });

  test.each(validFiles)('$name is accepted and recognised under any name', ({ name, bytes }) => {
    const { verdict, problems } = checkOffice(bytes, name);
    expect(problems.filter(({ grade }) => grade === 'refuse')).toEqual([]);
    expect(verdict).toBe('accept');
    const family = /\.(?:do)/.test(name) ? 'word' : /\.(?:p)/.test(name) ? 'powerpoint' : 'excel';
    for (const other of [name, 'notes.txt', 'x', 'a.docx', 'a.xlsx'])
      expect(recognizeOffice(bytes, other)).toBe(family);
  });

  test.each(validFiles)('$name rewritten without a change is the same bytes', ({ bytes }) => {
    expect(Buffer.compare(rewriteArchive(readArchive(bytes), new Map()), bytes)).toBe(0);
  });
});

describe.skipIf(!hasCorpus)('edits of sound files', () => {
  test.each(editedFiles)('$name: one edit touches only its parts and is read by others', async (file) => {
    const outcomes = (await Promise.all(editsOf(file).map((edit) => checkEdit(file, edit)))).flat();
    const done = outcomes.filter((outcome) => outcome === 'edited').length;
    if (isLong) console.log(`${file.name}: ${done} of ${outcomes.length} edits; ${[...new Set(outcomes)].join(', ')}`);
    // Where nothing could be edited, it was refused for a reason that the package lists.
    expect(done > 0 || outcomes.every((outcome) => refusals.has(outcome))).toBe(true);
  });
});

const refusals: ReadonlySet<string> = new Set(['OFFICE_UNSUPPORTED', 'OFFICE_PLACE_ABSENT']);

interface Edit {
  /** Where the marker must be found: a part and the element that holds text there. */
  readonly text: string;
  readonly cell?: { readonly sheet: string; readonly cell: string };
  readonly run: () => EditedOffice;
}

function editsOf({ name, bytes }: CorpusFile): readonly Edit[] {
  switch (recognizeOffice(bytes, name)) {
    case 'word':
      return [
        { text: 't', run: () => insertParagraph(bytes, { text: marker }) },
        { text: 't', run: () => insertParagraph(bytes, { text: marker, after: 0 }) },
        { text: 't', run: () => insertParagraph(bytes, { text: marker, after: 1 }) },
      ];
    case 'powerpoint':
      return [1, 2].map((slide) => ({ text: 't', run: () => addTextBox(bytes, { slide, text: marker }) }));
    default: {
      const pack = new OfficePackage(readArchive(bytes));
      const sheets = readSheets(pack, pack.main).slice(0, 4);
      return sheets.flatMap(({ name: sheet }) =>
        ['A1', 'C7', 'AB400'].map((cell) => ({
          text: 't',
          cell: { sheet, cell },
          run: () => setCell(bytes, { cell: `'${sheet.replaceAll("'", "''")}'!${cell}`, value: marker }),
        })),
      );
    }
  }
}

async function checkEdit(file: CorpusFile, edit: Edit): Promise<string> {
  const { name, bytes } = file;
  let edited: EditedOffice;
  try {
    edited = edit.run();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    expect(error.refusal.message).toMatch(/^[A-Z].*\.$/s);
    return error.refusal.code;
  }
  const touched = touchedEntries(bytes, edited.bytes);
  expect(touched.length).toBeLessThanOrEqual(edit.cell === undefined ? 1 : 2);
  expect(touched.length).toBeGreaterThan(0);

  const check = checkOffice(edited.bytes, name);
  expect(check).toEqual(checkOffice(bytes, name));

  const { changes, decidedBy, coarse } = findOfficeChanges(bytes, edited.bytes, name);
  expect({ decidedBy, coarse }).toEqual({ decidedBy: 'whole-file', coarse: false });
  expect(changes[0]?.parts[0]?.after).toBe(marker);
  expect(changes).toHaveLength(touched.length);
  expect(findOfficeChanges(edited.bytes, bytes, name).changes[0]?.parts[0]?.before).toBe(marker);

  await checkByOthers(file, edit, edited.bytes, touched);
  return 'edited';
}

async function checkByOthers(
  file: CorpusFile,
  edit: Edit,
  bytes: Uint8Array,
  touched: readonly string[],
): Promise<void> {
  const texts = await Promise.all(touched.map((part) => partText(bytes, part, edit.text)));
  expect(texts.flat().filter((text) => text === marker)).toHaveLength(1);
  if (edit.cell !== undefined) expect(cellValue(bytes, edit.cell.sheet, edit.cell.cell)).toBe(marker);
  if (file.secondOpinion.includes('mammoth: reads')) expect(await wordText(bytes)).toContain(marker);
}
