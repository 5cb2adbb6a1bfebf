/** Folders that several processes make and clear away at once. */
import { mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDisk, systemCalls } from '../src/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verbatim-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes `a/b`; right before `b` is made, another process clears the empty `a` away, so many times. */
function makeWhileCleared(times: number): readonly string[] {
  const real = systemCalls();
  let left = times;
  const mkdir: typeof real.mkdir = (path, mode) => {
    if (path.endsWith('/b') && left-- > 0) rmdirSync(join(folder, 'a'));
    real.mkdir(path, mode);
  };
  const tree = openDisk({ calls: { ...real, mkdir } }).openTree(folder);
  try {
    return tree.makeFolders('a/b');
  } finally {
    tree.close();
  }
}

it('a folder that is cleared away while the next one is made in it is made again', () => {
  expect(makeWhileCleared(3)).toEqual(['a', 'a/b']);
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
});

it('one that is cleared away again and again is a fault', () => {
  expect(() => makeWhileCleared(Number.POSITIVE_INFINITY)).toThrow(
    expect.objectContaining({ code: 'VERBATIM_IO', data: { system: 'ENOENT' } }),
  );
});
