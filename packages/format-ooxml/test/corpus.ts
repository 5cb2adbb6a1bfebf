import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real packages beside the repository, on machines that have them; nothing of them is copied into the project. */
const folder = fileURLToPath(new URL('../../../../shared/corpus/ooxml/', import.meta.url));

export const hasCorpus: boolean = existsSync(`${folder}MANIFEST.tsv`);
if (!hasCorpus) console.warn(`corpus tests are skipped: there is no ${folder}`);

export const isLong: boolean = Boolean(process.env['VERBATIM_LONG']);

export interface CorpusFile {
  readonly name: string;
  readonly verdict: string;
  /** What is said of it, and by which other readers it can be read. */
  readonly why: string;
  readonly secondOpinion: string;
  readonly bytes: Uint8Array;
}

const files: readonly CorpusFile[] = hasCorpus
  ? readFileSync(`${folder}MANIFEST.tsv`, 'utf8')
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
      .map((row) => ({
        name: basename(row[0]!),
        why: row[8]!,
        verdict: row[9]!,
        secondOpinion: row[10] ?? '',
        bytes: Uint8Array.from(readFileSync(folder + row[0]!)),
      }))
  : [];

export const validFiles: readonly CorpusFile[] = files.filter(({ verdict }) => verdict === 'valid');
export const brokenFiles: readonly CorpusFile[] = files.filter(({ verdict }) => verdict !== 'valid');

/** In the short form every fourth file, always the same ones; all of them with VERBATIM_LONG=1. */
export const editedFiles: readonly CorpusFile[] = validFiles.filter((_, at) => isLong || at % 4 === 0);
