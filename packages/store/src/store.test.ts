import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Content, RefusalError } from '@verbatim/core';
import { openDisk, systemCalls } from '@verbatim/fs';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store, sha256 } from './index.js';

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

const content = (text: string): Content => ({
  hash: sha256(text),
  size: Buffer.byteLength(text),
  pour: (sink) => sink(Buffer.from(text)),
});

describe('records', () => {
  it('are there after a commit and gone after a throw', () => {
    store.transaction('t', (tx) => {
      tx.put('a/1', { n: 1 });
      tx.put('a/2', { n: 2 });
    });
    expect(() =>
      store.transaction('t', (tx) => {
        tx.put('a/3', { n: 3 });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect([...store.entries<{ n: number }>('a/')].map(({ value }) => value.n)).toEqual([1, 2]);
    expect([...store.entries<{ n: number }>('a/', { reverse: true, limit: 1 })].map(({ value }) => value.n)).toEqual([
      2,
    ]);
  });

  it('are not committed by a body that returns something', () => {
    expect(() => store.transaction('t', (tx) => tx.put('a', 1) ?? (1 as never))).toThrow(/own rules/);
    expect(store.get('a')).toBeUndefined();
  });

  it('survive reopening, also in the same process', async () => {
    store.transaction('t', (tx) => tx.put('a', 'kept'));
    await store.reopen();
    expect(store.get('a')).toBe('kept');
    await store.close();
    store = await openStore({ dir, mode: 'read' });
    expect(store.get('a')).toBe('kept');
  });

  it('open once in a process', async () => {
    await expect(openStore({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
  });

  it('closing a handle again lets go of nothing that another one holds', async () => {
    const first = store;
    await first.close();
    store = await openStore({ dir });
    await first.close();
    await expect(openStore({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
  });

  it("are the owner's alone", () => {
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'data.mdb')).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged index', () => {
  it('that was truncated is named before it is opened', async () => {
    store.transaction('t', (tx) => {
      for (let n = 0; n < 500; n++) tx.put(`row/${n}`, 'x'.repeat(200));
    });
    await store.close();
    const size = statSync(join(dir, 'data.mdb')).size;
    for (const length of [size - 4096, 8192, 4096, 100, 0]) {
      truncateSync(join(dir, 'data.mdb'), length);
      await expect(openStore({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
    }
    rmSync(join(dir, 'data.mdb'));
    store = await openStore({ dir });
  });

  it('that is gone is not made anew over copies', async () => {
    store.copies.put(content('a'));
    await store.close();
    rmSync(join(dir, 'data.mdb'));
    await expect(openStore({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
    rmSync(join(dir, 'copies'), { recursive: true });
    mkdirSync(join(dir, 'manifests'));
    writeFileSync(join(dir, 'manifests', 'a.json'), '{}');
    await expect(openStore({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
    rmSync(join(dir, 'manifests'), { recursive: true });
    store = await openStore({ dir });
  });

  it('is not what another process is making at this moment', async () => {
    store.transaction('t', (tx) => tx.put('a', 'from the other process'));
    await store.close();
    const index = readFileSync(join(dir, 'data.mdb'));
    writeFileSync(join(dir, 'data.mdb'), '');
    const sleep = async (): Promise<void> => writeFileSync(join(dir, 'data.mdb'), index);
    store = await openStore({ dir, clock: { now: () => 0, sleep } });
    expect(store.get('a')).toBe('from the other process');
  });

  it('is told as damaged where LMDB itself notices, too', async () => {
    const failing = { getRange: 'MDB_PAGE_NOTFOUND', getKeys: 'MDB_CORRUPTED', get: 'MDB_BAD_TXN' };
    await store.close();
    store = await openStore({
      dir,
      openIndex: ((options: never) =>
        new Proxy(open(options) as object, {
          get(target, property) {
            const code = failing[property as keyof typeof failing];
            if (code === undefined) return Reflect.get(target, property, target) as unknown;
            return () => {
              throw new Error(code);
            };
          },
        })) as never,
    });
    for (const read of [() => store.get('a'), () => [...store.entries('a')], () => [...store.keys('a')]])
      expect(read).toThrow(expect.objectContaining({ code: 'VERBATIM_LEDGER_DAMAGED' }));
  });
});

describe('copies', () => {
  it('come back byte for byte and are refused when a bit flipped', () => {
    const copy = content('hello');
    store.copies.put(copy);
    store.copies.flush();
    const poured: Buffer[] = [];
    store.copies.content(copy.hash, 5).pour((chunk) => poured.push(Buffer.from(chunk)));
    expect(Buffer.concat(poured).toString()).toBe('hello');
    writeFileSync(join(dir, 'copies', copy.hash), 'hellp');
    expect(store.copies.verify(copy.hash, 5)).toBe(false);
    expect(() => store.copies.content(copy.hash, 5).pour(() => {})).toThrow(RefusalError);
    store.copies.put(copy);
    expect(readFileSync(join(dir, 'copies', copy.hash), 'utf8')).toBe('hello');
  });

  it('are stored again where another process frees them at the moment of looking', async () => {
    const copy = content('hello');
    const place = join(dir, 'copies', copy.hash);
    store.copies.put(copy);
    await store.close();
    const calls = systemCalls();
    const freeing: typeof calls = {
      ...calls,
      lstat(path) {
        const stat = calls.lstat(path);
        if (path.endsWith(copy.hash)) rmSync(place, { force: true });
        return stat;
      },
    };
    store = await openStore({ dir, disk: openDisk({ calls: freeing }) });
    store.copies.put(copy);
    expect(readFileSync(place, 'utf8')).toBe('hello');
  });
});

describe('reading', () => {
  it('creates nothing where there is nothing', async () => {
    const none = join(dir, 'none');
    const empty = await openStore({ dir: none, mode: 'read' });
    expect(empty.exists).toBe(false);
    expect(empty.get('a')).toBeUndefined();
    await empty.close();
    expect(() => statSync(none)).toThrow();
  });
});
