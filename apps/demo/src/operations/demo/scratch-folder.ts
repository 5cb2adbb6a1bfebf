/**
 * The folder that the demo plays in: sample files, a home and a trash of its own. The demo acts as the person at the desk, so
 * it uses the file system directly here; what the agent does goes through Verbatim.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { documents, samples } from '@verbatim/fixtures';

export interface ScratchFolder {
  readonly path: string;
  readonly root: string;
  readonly home: string;
  /** What stands for the person's own data folder: the trash lies in it, where the system would have it. */
  readonly dataFolder: string;
  readonly trashFolder: string;
  /** A file of the workspace as it is on disk, or undefined. */
  read(path: string): Buffer | undefined;
  remove(): void;
}

export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'verbatim-demo-'));
  const root = join(path, 'survey');
  const dataFolder = join(path, 'data');
  for (const { name, url } of [...samples, ...documents.filter(({ name }) => officeNames.includes(name))]) {
    const bytes = readFileSync(url);
    for (const place of [name, ...(copies[name] ?? [])]) {
      mkdirSync(dirname(join(root, place)), { recursive: true });
      writeFileSync(join(root, place), bytes);
    }
  }
  return {
    path,
    root,
    home: join(path, 'copies'),
    dataFolder,
    trashFolder: join(dataFolder, 'Trash'),
    read: (name) => (existsSync(join(root, name)) ? readFileSync(join(root, name)) : undefined),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Some samples lie in a second place, for the agent to work on there. */
const copies: Readonly<Record<string, readonly string[]>> = {
  'minutes.txt': ['archive/minutes.txt'],
  'field-notes.md': ['report/field-notes.md'],
  'stations.csv': ['report/stations.csv'],
  'survey-memo.docx': ['report/survey-memo.docx'],
};

const officeNames: readonly string[] = ['survey-memo.docx', 'board-briefing.pptx', 'gauge-workbook.xlsx'];

/** Full SHA-256, or null where there is no file. */
export function sha256(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex');
}
