import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDisk, systemCalls } from '../src/index.js';

test('a file that keeps growing while it is read is told, not stored half', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-fs-'));
  const path = join(folder, 'log.txt');
  writeFileSync(path, 'one\n');
  const real = systemCalls();
  let reads = 0;
  const calls = {
    ...real,
    read: (...given: Parameters<typeof real.read>) => {
      reads++;
      if (reads < 100) appendFileSync(path, 'more\n');
      return real.read(...given);
    },
  };
  const tree = openDisk({ calls }).openTree(folder);
  let restarts = 0;
  try {
    expect(() => tree.look('log.txt', undefined, () => restarts++)).toThrow(
      expect.objectContaining({ code: 'VERBATIM_FILE_UNSTABLE', path: 'log.txt' }),
    );
    expect(restarts).toBe(4);
  } finally {
    tree.close();
    rmSync(folder, { recursive: true });
  }
});
