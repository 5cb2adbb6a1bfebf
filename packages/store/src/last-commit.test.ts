/** A process that opens the index at the moment in which another one commits. With real ones it takes some thousand tries. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './index.js';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = join(mkdtempSync(join(tmpdir(), 'verbatim-store-')), 'ledger');
  store = await openStore({ dir });
});
afterEach(async () => {
  await store.close();
  rmSync(join(dir, '..'), { recursive: true, force: true });
});

/**
 * What LMDB does in a process that read the number of the last commit before `commits` others were made, and writes it into
 * the lock file after them. By another process: closing the file in this one would drop LMDB's locks.
 */
function openedBefore(commits: number): void {
  const script = `
    const { openSync, readSync, writeSync } = require('node:fs');
    const lock = openSync(process.argv[1], 'r+');
    const number = Buffer.alloc(8);
    readSync(lock, number, 0, 8, 8);
    number.writeBigUInt64LE(number.readBigUInt64LE() - BigInt(process.argv[2]));
    writeSync(lock, number, 0, 8, 8);`;
  execFileSync(process.execPath, ['-e', script, join(dir, 'lock.mdb'), String(commits)]);
}

describe.each([1, 2, 3])('another process opened the index while %i transactions were committed', (commits) => {
  it('whoever reads sees all of them', async () => {
    for (const name of ['a', 'b', 'c']) store.transaction('t', (tx) => tx.put(name, 'committed'));
    openedBefore(commits);
    store.refresh();
    expect(['a', 'b', 'c'].map((name) => store.get(name))).toEqual(['committed', 'committed', 'committed']);
  });

  it('none of them is lost, nor those that come after', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names) store.transaction('t', (tx) => tx.put(name, 'committed'));
    openedBefore(commits);
    let runs = 0;
    store.transaction('t', (tx) => {
      runs++;
      expect(names.map((name) => tx.get(name))).toEqual(['committed', 'committed', 'committed']);
      tx.put('d', 'committed');
    });
    expect(runs).toBe(1);
    store.transaction('t', (tx) => tx.put('e', 'committed'));
    await store.close();
    store = await openStore({ dir });
    expect([...store.keys('')].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
