/** Another index in the place of the one that a process has open. Between processes it is tried in `review/test/faults`. */
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './index.js';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = join(mkdtempSync(join(tmpdir(), 'verbatim-store-')), 'ledger');
  store = await openStore({ dir });
  store.transaction('t', (tx) => tx.put('a', 'first'));
});
afterEach(async () => {
  await store.close();
  rmSync(join(dir, '..'), { recursive: true, force: true });
});

const replaced = expect.objectContaining({ code: 'VERBATIM_LEDGER_REPLACED' }) as Error;

/** A copy by another name takes its place, so that the same bytes lie in another file. */
async function replace(name: string): Promise<void> {
  await store.close();
  copyFileSync(join(dir, name), join(dir, 'other'));
  store = await openStore({ dir });
  renameSync(join(dir, 'other'), join(dir, name));
}

describe('an index that was replaced while it was open', () => {
  it.each(['data.mdb', 'lock.mdb'])('takes no more writes (%s)', async (name) => {
    await replace(name);
    let runs = 0;
    expect(() => store.transaction('t', () => void runs++)).toThrow(replaced);
    expect(runs).toBe(0);
    await store.reopen();
    store.transaction('t', (tx) => tx.put('a', 'second'));
    expect(store.get('a')).toBe('second');
  });

  it.each(['data.mdb', 'lock.mdb'])('takes no more writes when it is gone (%s)', (name) => {
    renameSync(join(dir, name), join(dir, 'aside'));
    expect(() => store.transaction('t', () => {})).toThrow(replaced);
    renameSync(join(dir, 'aside'), join(dir, name));
    store.transaction('t', (tx) => tx.put('a', 'second'));
  });

  it('is not read as the present one', async () => {
    await store.close();
    store = await openStore({ dir, mode: 'read' });
    copyFileSync(join(dir, 'data.mdb'), join(dir, 'other'));
    renameSync(join(dir, 'other'), join(dir, 'data.mdb'));
    expect(() => store.refresh()).toThrow(replaced);
  });

  it('is not opened with the locks of the other', async () => {
    await store.close();
    copyFileSync(join(dir, 'data.mdb'), join(dir, 'other'));
    const openIndex = ((options: Parameters<typeof open>[0]) => {
      renameSync(join(dir, 'other'), join(dir, 'data.mdb'));
      return open(options);
    }) as typeof open;
    await expect(openStore({ dir, openIndex })).rejects.toThrow(replaced);
    store = await openStore({ dir });
    expect(store.get('a')).toBe('first');
    expect(readFileSync(join(dir, 'data.mdb')).length).toBeGreaterThan(0);
  });
});
