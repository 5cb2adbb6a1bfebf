import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { detectEncoding, unifiedDiff } from '../src/index.js';
import { corpusPairs, hasCorpus } from './corpus.js';

/** Git is the judge: it applies our diffs of plain text, and must come to `after`, byte for byte. */
const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.warn('tests of diffs with git are skipped: there is no git');

const folder = mkdtempSync(join(tmpdir(), 'verbatim-diff-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Pair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

test.skipIf(!hasGit)('git applies the diffs of 1,000 generated pairs', () => {
  const line = fc.constantFrom(
    '',
    'a',
    'b',
    '}',
    ' é',
    '\t漢',
    '\\ No newline at end of file',
    '-- x',
    '++ y',
    '@@ -1 +1 @@',
  );
  const file = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, isEnded]) => new TextEncoder().encode(lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : '')));
  const pairs = fc.sample(fc.record({ before: file, after: file }), { numRuns: 1_000, seed: 4 });
  expect(applied(pairs)).toBeGreaterThan(950);
});

test.skipIf(!hasGit || !hasCorpus)('git applies the diffs of the real edits that are plain UTF-8', () => {
  const isPlain = (bytes: Uint8Array) =>
    detectEncoding(bytes).name === 'utf-8' &&
    !/[^\t\n\P{C}]|\p{Default_Ignorable_Code_Point}|\p{Z}(?<! )|\u2800/u.test(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    );
  const pairs = corpusPairs.filter(({ before, after }) => isPlain(before) && isPlain(after));
  // One of the 46 has a line that is too long to be shown whole.
  expect(applied(pairs)).toBeGreaterThanOrEqual(45);
});

/** Applies all diffs that are not cut in one run of git and compares each file; how many there were. */
function applied(pairs: readonly Pair[]): number {
  // An empty file is taken as one that does not exist, as git takes it in a diff without headers of its own.
  const present = (bytes: Uint8Array) => (bytes.length === 0 ? undefined : bytes);
  const diffs = pairs
    .map(({ before, after }, at) => {
      const names = { beforeName: `a/f${at}`, afterName: `b/f${at}` };
      const all = { linesMax: 1_000_000, bytesMax: 1_000_000_000 };
      return {
        path: join(folder, `f${at}`),
        before,
        after,
        ...unifiedDiff(present(before), present(after), { ...names, ...all }),
      };
    })
    .filter(({ text, truncated }) => text !== '' && !truncated);
  for (const { path, before } of diffs) {
    rmSync(path, { force: true });
    if (before.length > 0) writeFileSync(path, before);
  }
  const patch = diffs.map(({ text }) => text).join('');
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch });
  for (const { path, after } of diffs) {
    const now = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    expect(Buffer.compare(now, after) === 0, path).toBe(true);
  }
  return diffs.length;
}
