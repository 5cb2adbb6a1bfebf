import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const lines = ['', 'a', 'b', '}', ' é', '\t漢', '\\ No newline at end of file', '-- x', '++ y', '@@ -1 +1 @@'];
const pairCount = process.env.VERBATIM_LONG === undefined ? 1_000 : 20_000;

test.skipIf(!hasGit)(`git applies the diffs of ${pairCount} generated pairs`, () => {
  expect(applied(generatedPairs(lines))).toBeGreaterThan(0.95 * pairCount);
});

test.skipIf(!hasGit)(`git counts as many added and removed lines in ${pairCount} generated pairs`, () => {
  const pairs = generatedPairs([...lines, 'a\r', '\ufeffa', '\xff']);
  const counted = countedByGit(pairs);
  expect(counted.size).toBeGreaterThan(0.95 * pairCount);
  pairs.forEach(({ before, after }, at) => {
    const { added, removed } = unifiedDiff(before, after, { beforeName: 'a', afterName: 'b' });
    expect({ at, added, removed }).toEqual({ at, ...(counted.get(`f${at}`) ?? { added: 0, removed: 0 }) });
  });
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

/** Pairs of files of up to 30 of these lines, with and without a last line end; the same ones on every run. */
function generatedPairs(choice: readonly string[]): readonly Pair[] {
  const file = fc
    .tuple(fc.array(fc.constantFrom(...choice), { maxLength: 30 }), fc.boolean())
    .map(([all, isEnded]) => new TextEncoder().encode(all.join('\n') + (isEnded && all.length > 0 ? '\n' : '')));
  return fc.sample(fc.record({ before: file, after: file }), { numRuns: pairCount, seed: 4 });
}

/** What `git diff --numstat` says of each pair that differs, by the name of the file, in one run. */
function countedByGit(pairs: readonly Pair[]): ReadonlyMap<string, { added: number; removed: number }> {
  for (const side of ['before', 'after'] as const) {
    mkdirSync(join(folder, side));
    pairs.forEach((pair, at) => {
      writeFileSync(join(folder, side, `f${at}`), pair[side]);
    });
  }
  const asked = ['diff', '--no-index', '--numstat', '--minimal', '--no-renames', '-z', 'before', 'after'];
  const { stdout } = spawnSync('git', ['-c', 'core.autocrlf=false', ...asked], { cwd: folder, maxBuffer: 1 << 28 });
  const counted = String(stdout).matchAll(/(\d+)\t(\d+)\t\0before\/(\w+)\0after\/\w+\0/g);
  return new Map(
    Array.from(counted, ([, added, removed, name]) => [name!, { added: Number(added), removed: Number(removed) }]),
  );
}

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
