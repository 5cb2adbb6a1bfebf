import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real files beside the repository, on machines that have them; nothing of them is copied into the project. */
const folder = fileURLToPath(new URL('../../../../shared/corpus/text/', import.meta.url));

export const hasCorpus: boolean = existsSync(folder);
if (!hasCorpus) console.warn(`corpus tests are skipped: there is no ${folder}`);

export interface CorpusPair {
  readonly name: string;
  readonly fileName: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The pairs of `pairs/`, each a file `NAME.before.EXT` and a file `NAME.after.EXT`. */
export const corpusPairs: readonly CorpusPair[] = filesBelow('pairs')
  .filter((path) => path.includes('.before.'))
  .map((path) => ({
    name: path.replace(/^pairs\//, '').replace('.before.', '.'),
    fileName: path.replace('.before.', '.'),
    before: readBytes(path),
    after: readBytes(path.replace('.before.', '.after.')),
  }));

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const corpusFiles: readonly CorpusFile[] = ['csv', 'json', 'md', 'tex', 'txt']
  .flatMap(filesBelow)
  .map((name) => ({ name, bytes: readBytes(name) }));

export function corpusPair(name: string): CorpusPair {
  const pair = corpusPairs.find((one) => one.name.includes(name));
  if (pair === undefined) throw new Error(`The corpus has no pair ${name}.`);
  return pair;
}

function filesBelow(dir: string): string[] {
  if (!existsSync(join(folder, dir))) return [];
  return readdirSync(join(folder, dir), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${dir}/${entry.name}`) : [`${dir}/${entry.name}`]));
}

function readBytes(path: string): Uint8Array {
  return Uint8Array.from(readFileSync(join(folder, path)));
}
