/** Real text files: an agent writes the next version, Discard brings back the bytes. */
import { basename, extname } from 'node:path';
import { detectEncoding } from '@verbatim/format-text';
import { describe, expect, test } from 'vitest';
import { corpusFiles, hasCorpus, openDesk, readCorpus, sampled, sha256 } from './corpus.js';

interface Version {
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** The pairs as they are, and every file that has no pair with a line more. */
const paths = corpusFiles('text').filter((path) => path.includes('/') && !path.includes('.after.'));

function versionOf(path: string): Version {
  const before = readCorpus(`text/${path}`);
  const after = path.includes('.before.')
    ? readCorpus(`text/${path.replace('.before.', '.after.')}`)
    : withLine(before);
  return { path, before, after };
}

/** One more line at the start, in the file's own encoding. */
function withLine(bytes: Buffer): Buffer {
  const { name, bomBytes } = detectEncoding(bytes);
  const line = Buffer.from('A line that an agent wrote.\n', name.startsWith('utf-16') ? 'utf16le' : 'utf8');
  if (name === 'utf-16be') line.swap16();
  return Buffer.concat([bytes.subarray(0, bomBytes), line, bytes.subarray(bomBytes)]);
}

/** Formats by the ending of the name, as the design lists them. */
const formatOf: Readonly<Record<string, string>> = {
  '.md': 'markdown',
  '.csv': 'csv',
  '.json': 'json',
  '.tex': 'latex',
};

describe.skipIf(!hasCorpus)('every text file of the corpus', () => {
  test('comes back byte for byte after an agent wrote its next version', async () => {
    const { verbatim, put, sha256: onDisk } = await openDesk();
    const { review } = verbatim;
    const wrong: string[] = [];
    let discarded = 0;
    const chosen = sampled(paths, 8);
    for (const { path, before, after } of chosen.map(versionOf)) {
      const name = basename(path).replace('.before.', '.');
      put(name, before);
      await review.act('write', [{ op: 'write', path: name, bytes: after }]);
      const [waiting] = (await review.status()).actions;
      const [file] = waiting?.files ?? [];
      const shown = await review.inspect({ kind: 'file', path: name });
      const decided = await review.discard([{ kind: 'file', path: name }]);
      const wanted = formatOf[extname(name)];
      const isRight = file?.format === wanted || (file?.format === 'binary' && before.includes(0));
      if (wanted !== undefined && !isRight) wrong.push(`${path} is ${file?.format}`);
      if ((file?.changeCount ?? 0) === 0) wrong.push(`${path} has no change`);
      if (shown.outcome === 'refused' || shown.changeCount !== file?.changeCount)
        wrong.push(`${path} is counted wrong`);
      if (decided.outcome !== 'discarded') wrong.push(`${path} came out as ${JSON.stringify(decided)}`);
      if (onDisk(name) === sha256(before)) discarded += 1;
    }
    console.log(`text corpus: ${discarded} of ${chosen.length} files discarded to their hash`);
    expect(wrong).toEqual([]);
    expect(discarded).toBe(chosen.length);
    expect(chosen.length).toBeGreaterThan(20);
  }, 600_000);
});
