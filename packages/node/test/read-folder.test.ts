/** What of a folder becomes a draft: everything, or it is said what does not; never a part without a word. */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFolder } from '../src/drafts/read-folder.js';
import { makeScratch, refusalOf } from './scratch.js';

function site(files: Readonly<Record<string, string>>): string {
  const { root } = makeScratch();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const namesOf = (folder: string): unknown => {
  const { files, leftOut } = readFolder(folder);
  return [files.map(({ path }) => path).sort(), leftOut.map(({ path }) => path).sort()];
};

test('names that are not UTF-8 are told as left out, and the same letters spelled rightly are read', () => {
  const root = site({ 'a.txt': 'a', 'really\ufffd.txt': 'right', 'also\ufffd.txt': 'right' });
  const bytes = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
  writeFileSync(bytes('caf\xe9.txt'), 'lost');
  writeFileSync(bytes('also\xe9.txt'), 'lost');
  mkdirSync(bytes('d\xe9'));
  writeFileSync(bytes('d\xe9/inside.txt'), 'lost');
  expect(namesOf(root)).toEqual([
    ['a.txt', 'also\ufffd.txt', 'really\ufffd.txt'],
    ['also\ufffd.txt', 'caf\ufffd.txt', 'd\ufffd'],
  ]);
  expect(readFolder(root).leftOut[0]?.why).toBe('its name has bytes that are not UTF-8');
});

test('what belongs to another tool is left out, also where it is a file, and so is what Verbatim keeps for a moment', () => {
  const root = site({
    '.git': 'gitdir: ../x',
    'sub/.git': 'gitdir: ../y',
    '.verbatim-0123abcd/s': 's',
    '.verbatim': 'v',
  });
  expect(namesOf(root)).toEqual([['.verbatim'], ['.git', '.verbatim-0123abcd', 'sub/.git']]);
});

test('what is more than a draft takes is refused before it is read', () => {
  const root = site({ 'data/large.bin': '' });
  const large = (name: string, bytes: number): void => {
    writeFileSync(join(root, name), '');
    truncateSync(join(root, name), bytes);
  };
  large('data/large.bin', 5 * 1024 ** 3);
  expect(refusalOf(() => readFolder(root))).toMatchObject({ code: 'LIMIT', files: ['data/large.bin'] });
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 9; at++) large('data/large.bin'.replace('large', `${at}`), 67_108_864);
  rmSync(join(root, 'data/large.bin'));
  expect(refusalOf(() => readFolder(root)).message).toBe('The files of a draft may have 536870912 bytes at most.');
  expect(process.memoryUsage().rss - before).toBeLessThan(67_108_864);
  rmSync(join(root, 'data'), { recursive: true });
  for (let at = 0; at <= 10_000; at++) writeFileSync(join(root, `${at}`), '');
  expect(refusalOf(() => readFolder(root)).message).toBe('A draft may have 10000 files at most.');
  rmSync(join(root, '0'));
  expect(readFolder(root).files).toHaveLength(10_000);
});

test('no name is no folder', () => {
  expect(refusalOf(() => readFolder('')).code).toBe('INPUT_INVALID');
});
