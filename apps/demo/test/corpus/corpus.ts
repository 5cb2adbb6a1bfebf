/** Real files beside the repository, on machines that have them; nothing of them is copied into the project. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openVerbatim, type Verbatim } from '@verbatim/node';
import { onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

export const hasCorpus: boolean = existsSync(folder);
if (!hasCorpus) console.warn(`apps/demo: the corpus tests are skipped, as there is no ${folder}`);

/** Each file with VERBATIM_LONG=1, else every so many. */
export function sampled<T>(all: readonly T[], every: number): readonly T[] {
  return process.env['VERBATIM_LONG'] ? all : all.filter((_, at) => at % every === 0);
}

/** Paths below a folder of the corpus, relative to it, in order. */
export function corpusFiles(below: string): readonly string[] {
  if (!hasCorpus) return [];
  const entries = readdirSync(join(folder, below), { recursive: true, withFileTypes: true });
  const start = join(folder, below).length + 1;
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(start))
    .sort();
}

export function readCorpus(path: string): Buffer {
  return readFileSync(join(folder, path));
}

export interface Desk {
  readonly verbatim: Verbatim;
  /** Puts a file there as its owner would. */
  put(name: string, bytes: Uint8Array): void;
  read(name: string): Buffer;
  /** By this file's own reading and hashing. */
  sha256(name: string): string;
}

/** A workspace of its own, opened in this process. */
export async function openDesk(): Promise<Desk> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-corpus-')));
  const root = mkdtempSync(join(path, 'work-'));
  const verbatim = await openVerbatim({ root, home: join(path, 'home'), trashFolder: join(path, 'trash') });
  onTestFinished(async () => {
    await verbatim.close();
    rmSync(path, { recursive: true, force: true });
  });
  const read = (name: string): Buffer => readFileSync(join(root, name));
  return {
    verbatim,
    put: (name, bytes) => writeFileSync(join(root, name), bytes),
    read,
    sha256: (name) => sha256(read(name)),
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
