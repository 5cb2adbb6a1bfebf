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
  replaceTextInParagraph,
  replaceTextInShape,
  setCell,
} from '../src/index.js';
import { OfficePackage } from '../src/package/office-package.js';
import { readShapeRuns } from '../src/powerpoint/read-shape-runs.js';
import { readPresentation } from '../src/powerpoint/slides.js';
import { readTextRuns } from '../src/word/read-text-runs.js';
import { decodeXml } from '../src/xml/encoding.js';
import type { Entry } from '../src/zip/entry.js';
import { readArchive } from '../src/zip/read-archive.js';
import { rewriteArchive } from '../src/zip/rewrite-archive.js';
import { type CorpusFile, editedFiles, hasCorpus, isLong, validFiles } from './corpus.js';
import { touchedEntries } from './list-zip.js';
import { cellValue, partText, wordText } from './other-readers.js';
import { refusalOf } from './refusals.js';

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

describe.skipIf(!hasCorpus)('signed files', () => {
  const signed = validFiles.filter(({ name }) => /signed/.test(name));

  test('there are two of them', () => {
    expect(signed).toHaveLength(2);
  });

  test.each(signed)('$name is edited where the caller insists, and only then', ({ name, bytes }) => {
    const edit = (options: { evenIfSigned?: true }): EditedOffice =>
      recognizeOffice(bytes, name) === 'word'
        ? insertParagraph(bytes, { text: marker, ...options })
        : setCell(bytes, { cell: `${firstSheet(bytes)}!AB400`, value: marker, ...options });
    expect(refusalOf(() => edit({})).code).toBe('OFFICE_UNSUPPORTED');
    const edited = edit({ evenIfSigned: true });
    expect(edited.notes.join(' ')).toContain('void');
    expect(touchedEntries(bytes, edited.bytes).every((part) => !part.startsWith('_xmlsignatures/'))).toBe(true);
    expect(checkOffice(edited.bytes, name)).toEqual(checkOffice(bytes, name));
  });

  function firstSheet(bytes: Uint8Array): string {
    const pack = new OfficePackage(readArchive(bytes));
    return readSheets(pack, pack.main)[0]!.name;
  }
});

const refusals: ReadonlySet<string> = new Set(['OFFICE_UNSUPPORTED', 'OFFICE_PLACE_ABSENT', 'MATCH_AMBIGUOUS']);

interface Edit {
  /** The text that the marker takes the place of, perhaps across runs. */
  readonly replaces?: string;
  readonly cell?: NewValue & { readonly sheet: string };
  readonly run: () => EditedOffice;
}

/** A value for a cell, as it is given, shown by the changes and read by others. */
interface NewValue {
  readonly cell: string;
  readonly value: string;
  readonly reads: unknown;
}

const newValues: readonly NewValue[] = [
  ...['A1', 'C7', 'AB400'].map((cell) => ({ cell, value: marker, reads: marker })),
  { cell: 'D9', value: '98765.25', reads: 98_765.25 },
  { cell: 'AC401', value: 'TRUE', reads: true },
];

function editsOf({ name, bytes }: CorpusFile): readonly Edit[] {
  switch (recognizeOffice(bytes, name)) {
    case 'word':
      return [
        ...[
          {},
          { after: 0 },
          { after: 1 },
          { before: 1 },
          { likeNeighbour: true },
          { before: 2, likeNeighbour: true },
        ].map((place) => ({ run: () => insertParagraph(bytes, { text: marker, ...place }) })),
        ...replacementsIn(bytes, (pack) => [pack.main.entry]).map((replace) => ({
          replaces: replace,
          run: () => replaceTextInParagraph(bytes, { replace, with: marker }),
        })),
      ];
    case 'powerpoint':
      return [
        ...[1, 2].map((slide) => ({ run: () => addTextBox(bytes, { slide, text: marker }) })),
        ...replacementsIn(bytes, (pack) =>
          readPresentation(pack, pack.main)
            .slides.slice(0, 1)
            .map(({ entry }) => entry),
        ).map((replace) => ({
          replaces: replace,
          run: () => replaceTextInShape(bytes, { slide: 1, replace, with: marker }),
        })),
      ];
    default: {
      const pack = new OfficePackage(readArchive(bytes));
      const sheets = readSheets(pack, pack.main).slice(0, isLong ? 4 : 1);
      return sheets.flatMap(({ name: sheet }) =>
        newValues.map((one) => ({
          cell: { ...one, sheet },
          run: () => setCell(bytes, { cell: `'${sheet.replaceAll("'", "''")}'!${one.cell}`, value: one.value }),
        })),
      );
    }
  }
}

/** A few texts to replace: the longest that lies in one run, and the one that lies in the most. */
function replacementsIn(bytes: Uint8Array, partsOf: (pack: OfficePackage) => readonly Entry[]): readonly string[] {
  const pack = new OfficePackage(readArchive(bytes));
  const stretches = partsOf(pack).flatMap((entry) => {
    const { text } = decodeXml(pack.read(entry), entry.name);
    return pack.main.family === 'word'
      ? readTextRuns(text, entry.name)
      : readShapeRuns(text, entry.name).flatMap((shape) => shape.stretches);
  });
  const texts = stretches.map((runs) => ({ runs: runs.length, text: runs.map(({ text }) => text).join('') }));
  const cut = texts.toSorted((one, other) => other.runs - one.runs)[0];
  const long = texts.filter(({ runs }) => runs === 1).toSorted((one, other) => other.text.length - one.text.length)[0];
  return [cut, long].flatMap((one) => (one === undefined || !/^[^\t\n]+$/.test(one.text) ? [] : [one.text]));
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
  const shown = {
    forth: changes[0]?.parts[0]?.after,
    back: findOfficeChanges(edited.bytes, bytes, name).changes[0]?.parts[0]?.before,
  };
  const text = edit.cell?.value ?? marker;
  if (edit.replaces === undefined) expect(shown).toEqual({ forth: text, back: text });
  else expect(shown).toEqual({ forth: expect.stringContaining(marker), back: expect.stringContaining(marker) });
  expect(changes).toHaveLength(touched.length);

  await checkByOthers(file, edit, edited.bytes, touched);
  return 'edited';
}

async function checkByOthers(
  file: CorpusFile,
  edit: Edit,
  bytes: Uint8Array,
  touched: readonly string[],
): Promise<void> {
  if (edit.cell !== undefined) {
    expect(cellValue(bytes, edit.cell.sheet, edit.cell.cell)).toBe(edit.cell.reads);
    if (edit.cell.reads !== marker) return;
  }
  const texts = await Promise.all(touched.map((part) => partText(bytes, part, 't')));
  if (edit.replaces === undefined) expect(texts.flat().filter((text) => text === marker)).toHaveLength(1);
  else expect(texts.flat().join('').split(marker)).toHaveLength(2);
  if (!file.secondOpinion.includes('mammoth: reads')) return;
  // What mammoth leaves out, such as text boxes, it leaves out after the edit too.
  if (edit.replaces === undefined || (await wordText(file.bytes)).includes(edit.replaces))
    expect(await wordText(bytes)).toContain(marker);
}
