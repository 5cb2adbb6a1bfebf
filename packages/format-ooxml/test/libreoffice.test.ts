import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addTextBox,
  insertParagraph,
  recognizeOffice,
  replaceTextInParagraph,
  replaceTextInShape,
  setCell,
} from '../src/index.js';
import { editedFiles } from './corpus.js';
import { makeExcel, makePowerpoint, makeWord, paragraph, shape } from './make-office.js';
import { refusedOr } from './refusals.js';

/** LibreOffice, where it is installed, must open what was edited here and show the text. */
const folder = mkdtempSync(join(tmpdir(), 'verbatim-libreoffice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasLibreOffice = (() => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    console.warn('tests with LibreOffice are skipped: there is no soffice');
    return false;
  }
})();

const marker = 'ZebraMarker';
/** Flat OpenDocument files are plain XML, so that the text can be looked for. */
const flat = { word: 'fodt', powerpoint: 'fodp', excel: 'fods' } as const;

function textInLibreOffice(bytes: Uint8Array, name: string): string {
  const kind = flat[recognizeOffice(bytes, name) ?? 'word'];
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', kind, '--outdir', folder, path], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  return readFileSync(path.replace(/\.\w+$/, `.${kind}`), 'utf8');
}

describe.skipIf(!hasLibreOffice)('LibreOffice shows the text', () => {
  const word = makeWord(paragraph('x'));
  const powerpoint = makePowerpoint([shape(2, 'Title 1', 'x')]);
  const excel = makeExcel({ Data: '<sheetData/>' });
  test.each([
    ['insertParagraph', 'a.docx', () => insertParagraph(word, { text: marker })],
    ['replaceTextInParagraph', 'b.docx', () => replaceTextInParagraph(word, { replace: 'x', with: marker })],
    ['addTextBox', 'c.pptx', () => addTextBox(powerpoint, { slide: 1, text: marker })],
    ['replaceTextInShape', 'd.pptx', () => replaceTextInShape(powerpoint, { slide: 1, replace: 'x', with: marker })],
    ['setCell', 'e.xlsx', () => setCell(excel, { cell: 'Data!C7', value: marker })],
  ])(
    'of %s',
    (_edit, name, run) => {
      expect(textInLibreOffice(run().bytes, name)).toContain(marker);
    },
    180_000,
  );

  const opened = editedFiles.filter(({ secondOpinion }) => secondOpinion.includes('LibreOffice 7.4: converts'));
  test.each(opened.filter(({ name }) => !name.includes('.xl')))(
    'in $name',
    ({ name, bytes }) => {
      const isWord = recognizeOffice(bytes, name) === 'word';
      const edited = refusedOr(() =>
        isWord ? insertParagraph(bytes, { text: marker }) : addTextBox(bytes, { slide: 1, text: marker }),
      );
      if (edited !== undefined) expect(textInLibreOffice(edited.bytes, name)).toContain(marker);
    },
    180_000,
  );
});
