/**
 * Index files that are shorter than their newest meta page says: healthy ones, since LMDB does not write the last pages that a
 * transaction took and gave back, and those that were cut. Only what is known to be whole is opened with LMDB.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVerbatimError, type Tree } from '@verbatim/core';
import fc from 'fast-check';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './index.js';
import { walksMax } from './limits.js';
import { checkIndexSize } from './size-check.js';

const pageSize = 4096;
const recordCount = 40;
const valueOfPages = 9_000;

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'verbatim-store-')), 'ledger');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

const key = (n: number): string => `kept/${String(n).padStart(2, '0')}`;
const isLarge = (n: number): boolean => n % 3 === 0;
const value = (n: number, large: number): string => `${n} `.padEnd(isLarge(n) ? large : 400, 'x');
const kept = (large: number): [string, string][] =>
  Array.from({ length: recordCount }, (_, n) => [key(n), value(n, large)]);
const records = (store: Store): [string, string][] =>
  [...store.entries<string>('kept/')].map((entry) => [entry.key, entry.value]);

function fill(put: (key: string, value: string) => void, large: number, every = 1): void {
  for (let n = 0; n < recordCount; n += every) put(key(n), value(n, large));
}

function takeAndGiveBack(put: (key: string, value: string) => void, remove: (key: string) => void): void {
  for (let n = 0; n < 10; n++) put(`gone/${n}`, 'x'.repeat(valueOfPages));
  for (let n = 0; n < 10; n++) remove(`gone/${n}`);
}

/** Closed again. Some pages are free before the last transaction, so that it needs no new ones in the end. */
async function makeStore(large: number, isShort = true): Promise<Buffer> {
  const store = await openStore({ dir });
  store.transaction('t', (tx) => fill(tx.put, large));
  for (let n = 0; n < 3; n++) store.transaction('t', (tx) => fill(tx.put, large, 5));
  if (isShort) store.transaction('t', (tx) => takeAndGiveBack(tx.put, tx.remove));
  await store.close();
  return readFileSync(join(dir, 'data.mdb'));
}

interface Counts {
  readonly branches: number;
  readonly leaves: number;
  readonly overflow: number;
}

/** What the newest meta page says: where it lies, the pages that the file should have, and those of its two trees. */
function newestMeta(bytes: Buffer): { at: number; pages: number; free: Counts; main: Counts } {
  const at = bytes.readBigUInt64LE(152) >= bytes.readBigUInt64LE(pageSize + 152) ? 0 : pageSize;
  const long = (offset: number): number => Number(bytes.readBigUInt64LE(at + offset));
  const counts = (tree: number): Counts => ({
    branches: long(tree + 8),
    leaves: long(tree + 16),
    overflow: long(tree + 24),
  });
  return { at, pages: long(144) + 1, free: counts(48), main: counts(96) };
}

const inMemory = (bytes: () => Buffer): Tree =>
  ({
    glance: () => ({ kind: 'present', size: bytes().length }),
    read: (_: string, head: number) => bytes().subarray(0, head),
  }) as unknown as Tree;

/** Whether it is told as damaged. */
function isDamaged(bytes: Buffer, tree = inMemory(() => bytes)): boolean {
  try {
    checkIndexSize(tree, 'data.mdb');
    return false;
  } catch (error) {
    if (isVerbatimError(error) && error.code === 'VERBATIM_LEDGER_DAMAGED') return true;
    throw error;
  }
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** As if it had pages at its end that were never written. */
const asShort = (bytes: Buffer): Buffer =>
  changed(bytes, (copy) => copy.writeBigUInt64LE(1_000n, newestMeta(bytes).at + 144));

/** Pages with a header whose loss is noticed. */
function pagesInUse(bytes: Buffer): number[] {
  const pages = Array.from({ length: bytes.length / pageSize - 2 }, (_, index) => index + 2);
  return pages.filter((page) =>
    isDamaged(changed(bytes, (copy) => copy.fill(0, page * pageSize, (page + 1) * pageSize))),
  );
}

const overflowFlag = 4;
/** The page just after the one with this header and its run. */
function endOf(bytes: Buffer, page: number): number {
  const isRun = bytes.readUInt16LE(page * pageSize + 18) === overflowFlag;
  return page + (isRun ? bytes.readUInt32LE(page * pageSize + 20) : 1);
}

describe.each([
  ['small records', 400, 0],
  ['records of several pages', valueOfPages, Math.ceil(recordCount / 3)],
])('an index with %s', (_, large, runs) => {
  it('is opened and goes on where it ends with pages that were never written', async () => {
    const bytes = await makeStore(large);
    expect(newestMeta(bytes).pages).toBeGreaterThan(bytes.length / pageSize);
    let store = await openStore({ dir, mode: 'read' });
    expect(records(store)).toEqual(kept(large));
    await store.close();
    store = await openStore({ dir });
    expect(records(store)).toEqual(kept(large));
    for (let n = 0; n < 20; n++) {
      store.transaction('t', (tx) => {
        takeAndGiveBack(tx.put, tx.remove);
        tx.put(`later/${n}`, 'x'.repeat(n * 500));
      });
      await store.reopen();
    }
    expect(records(store)).toEqual(kept(large));
    expect([...store.keys('later/')]).toHaveLength(20);
    await store.close();
  });

  it.each(['short', 'ordinary'])('is damaged exactly where a page in use is cut off (%s)', async (kind) => {
    const bytes = await makeStore(large, kind === 'short');
    expect(newestMeta(bytes).pages > bytes.length / pageSize).toBe(kind === 'short');
    const { free, main } = newestMeta(bytes);
    expect([free.overflow, main.overflow]).toEqual([0, runs * Math.ceil(valueOfPages / pageSize)]);
    const inUse = pagesInUse(asShort(bytes));
    expect(inUse).toHaveLength(free.branches + free.leaves + main.branches + main.leaves + runs);
    const needed = Math.max(...inUse.map((page) => endOf(bytes, page)));
    for (let pages = bytes.length / pageSize; pages >= 0; pages--)
      for (const length of [pages * pageSize, pages * pageSize - 1].filter((one) => one >= 0))
        expect(isDamaged(bytes.subarray(0, length)), `${length} bytes`).toBe(length < needed * pageSize);
  });

  it('is never told otherwise than as damaged, whatever bits flip', { timeout: 60_000 }, async () => {
    const bytes = await makeStore(large);
    const bits = fc.array(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 20 });
    // Where a page's header and pointers are, and the metas.
    const structure = fc
      .tuple(fc.nat(bytes.length / pageSize - 1), fc.nat(200 * 8 - 1))
      .map(([page, bit]) => page * pageSize * 8 + bit);
    const anywhere = fc.tuple(bits, fc.array(structure, { maxLength: 4 })).map((both) => both.flat());
    fc.assert(
      fc.property(fc.oneof(anywhere, fc.array(structure, { minLength: 1, maxLength: 4 })), (flips) => {
        isDamaged(changed(bytes, (copy) => flips.forEach((bit) => void (copy[bit >> 3]! ^= 1 << (bit & 7)))));
      }),
      { numRuns: 3_000 },
    );
  });
});

it('is damaged where the end of a value of several pages is cut off', async () => {
  const store = await openStore({ dir });
  for (let n = 0; n < 8; n++) store.transaction('t', (tx) => fill(tx.put, 400, 10));
  store.transaction('t', (tx) => tx.put('last', 'x'.repeat(valueOfPages)));
  await store.close();
  const bytes = asShort(readFileSync(join(dir, 'data.mdb')));
  const last = Math.max(...pagesInUse(bytes));
  expect((last + 3) * pageSize).toBe(bytes.length);
  expect([0, 1, 2, 3].map((pages) => isDamaged(bytes.subarray(0, (last + pages) * pageSize)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe('a short index is damaged', () => {
  const bodyAt = (page: number): number => page * pageSize + 24;
  const nodesOf = (bytes: Buffer, page: number): number[] =>
    Array.from(
      { length: bytes.readUInt16LE(bodyAt(page) - 4) / 2 },
      (_, n) => bodyAt(page) + bytes.readUInt16LE(bodyAt(page) + 2 * n),
    );
  const rootOf = (bytes: Buffer): number => Number(bytes.readBigUInt64LE(newestMeta(bytes).at + 136));
  const leafOf = (bytes: Buffer): number => bytes.readUInt32LE(nodesOf(bytes, rootOf(bytes))[0]!);
  /** The leaf's first node that has its value elsewhere, or here. */
  const nodeOf = (bytes: Buffer, isElsewhere: boolean): number =>
    nodesOf(bytes, leafOf(bytes)).find((node) => bytes.readUInt16LE(node + 4) === Number(isElsewhere))!;
  const runAt = (bytes: Buffer): number => {
    const node = nodeOf(bytes, true);
    return node + 8 + bytes.readUInt16LE(node + 6);
  };
  const damages: [string, (bytes: Buffer) => void][] = [
    ['a page with the number of another', (bytes) => bytes.writeBigUInt64LE(3n, leafOf(bytes) * pageSize)],
    ['a page of no kind', (bytes) => bytes.writeUInt16LE(3, bodyAt(leafOf(bytes)) - 6)],
    ['a value among the pages of a tree', (bytes) => bytes.writeUInt16LE(4, bodyAt(leafOf(bytes)) - 6)],
    ['half a pointer', (bytes) => bytes.writeUInt16LE(7, bodyAt(leafOf(bytes)) - 4)],
    ['pointers among the nodes', (bytes) => bytes.writeUInt16LE(0, bodyAt(leafOf(bytes)) - 2)],
    ['nodes beyond the page', (bytes) => bytes.writeUInt16LE(pageSize, bodyAt(leafOf(bytes)) - 2)],
    ['a pointer to before the nodes', (bytes) => bytes.writeUInt16LE(0, bodyAt(leafOf(bytes)))],
    ['a pointer to beyond the page', (bytes) => bytes.writeUInt16LE(pageSize - 26, bodyAt(leafOf(bytes)))],
    ['a key beyond the page', (bytes) => bytes.writeUInt16LE(pageSize, nodeOf(bytes, false) + 6)],
    ['a value beyond the page', (bytes) => bytes.writeUInt32LE(pageSize, nodeOf(bytes, false))],
    ['a table that is too small', (bytes) => bytes.writeUIntLE(0x0002_0000_000a, nodeOf(bytes, false), 6)],
    ['a circle', (bytes) => bytes.writeUInt32LE(rootOf(bytes), nodesOf(bytes, rootOf(bytes))[1]!)],
    ['a page in two places', (bytes) => bytes.writeUInt32LE(leafOf(bytes), nodesOf(bytes, rootOf(bytes))[1]!)],
    ['a meta page in a tree', (bytes) => bytes.writeUInt32LE(1, nodesOf(bytes, rootOf(bytes))[0]!)],
    ['a page beyond all', (bytes) => bytes.writeUInt16LE(1, nodesOf(bytes, rootOf(bytes))[0]! + 4)],
    ['a tree of values', (bytes) => bytes.writeBigUInt64LE(BigInt(leafOf(bytes)), runAt(bytes))],
    ['a run of no pages', (bytes) => bytes.writeBigUInt64LE(0n, runAt(bytes) + 16)],
    ['a run of more pages', (bytes) => bytes.writeBigUInt64LE(4n, runAt(bytes) + 16)],
    ['a run of all pages', (bytes) => bytes.writeBigUInt64LE(2n ** 64n - 1n, runAt(bytes) + 16)],
    ['a value longer than its run', (bytes) => bytes.writeUInt32LE(3 * pageSize, nodeOf(bytes, true))],
  ];
  it.each(damages)('by %s', async (_, damage) => {
    expect(isDamaged(changed(await makeStore(valueOfPages), damage))).toBe(true);
  });

  it.each([0, 1, 128, 4095, 4097, 131_072, 2 ** 32 - 1])('by pages of %i bytes, at any length', async (size) => {
    const bytes = await makeStore(400, false);
    expect(isDamaged(bytes)).toBe(false);
    expect(isDamaged(changed(bytes, (copy) => copy.writeUInt32LE(size, 48)))).toBe(true);
  });
});

it('is damaged without its second page, also where the first one says that nothing is in use', async () => {
  const store = await openStore({ dir });
  store.transaction('t', (tx) => fill(tx.put, 400));
  await store.close();
  const bytes = readFileSync(join(dir, 'data.mdb'));
  expect(newestMeta(bytes).at).toBe(pageSize);
  expect([0, 1, 100, pageSize, 2 * pageSize - 1].map((length) => isDamaged(bytes.subarray(0, length)))).not.toContain(
    false,
  );
});

it('pages of tables within the table, and of values of one key, are in use', async () => {
  const fixed = { dupSort: true, dupFixed: true, encoding: 'ordered-binary' } as const;
  const root = open<string, string>({ path: dir, noSubdir: false, overlappingSync: false, eventTurnBatching: false });
  const named = root.openDB<string, string>({ name: 'named' });
  const several = root.openDB<string, string>({ name: 'several', dupSort: true });
  const numbers = root.openDB<number, string>({ name: 'numbers', ...fixed });
  root.transactionSync(() => {
    for (let n = 0; n < 2_000; n++) numbers.putSync('one', n);
    fill((name, text) => named.putSync(name, text), valueOfPages);
    fill((name, text) => several.putSync('one', `${name} ${text}`.slice(0, 300)), 400);
  });
  const stats = [named, several].map((table) => table.getStats() as Record<string, number>);
  await root.close();
  const bytes = asShort(readFileSync(join(dir, 'data.mdb')));
  expect(isDamaged(bytes)).toBe(false);
  const { free, main } = newestMeta(bytes);
  const own = [free, main].reduce((sum, { branches, leaves }) => sum + branches + leaves, 0);
  const theirs = stats.reduce((sum, one) => sum + one['treeBranchPageCount']! + one['treeLeafPageCount']!, 0);
  const runs = kept(valueOfPages).filter((_, n) => isLarge(n)).length;
  // The pages of the values of one key are counted nowhere.
  expect(pagesInUse(bytes).length).toBeGreaterThan(own + theirs + runs);
});

it('of one record is never told otherwise than as damaged, whichever bit flips or number is at its highest', async () => {
  const store = await openStore({ dir });
  store.transaction('t', (tx) => tx.put('one', 'record'));
  await store.close();
  const bytes = asShort(readFileSync(join(dir, 'data.mdb')));
  expect(bytes).toHaveLength(3 * pageSize);
  let found = 0;
  for (let at = 0; at < bytes.length - 1; at++) {
    const before = bytes.readUInt16LE(at);
    for (let bit = 0; bit < 8; bit++) {
      bytes[at] = (before & 0xff) ^ (1 << bit);
      found += Number(isDamaged(bytes));
    }
    bytes.writeUInt16LE(0xffff, at);
    found += Number(isDamaged(bytes));
    bytes.writeUInt16LE(before, at);
  }
  expect(found).toBeGreaterThan(100);
});

it('pages that another process writes over meanwhile are no damage', async () => {
  const before = await makeStore(400);
  const store = await openStore({ dir });
  store.transaction('t', (tx) => tx.put('kept/more', 'x'));
  await store.close();
  const after = readFileSync(join(dir, 'data.mdb'));
  expect(newestMeta(after).pages).toBeGreaterThan(after.length / pageSize);
  const torn = changed(before, (copy) => copy.fill(0, 2 * pageSize));
  expect(isDamaged(torn)).toBe(true);
  let present = torn;
  const overtaken: Tree = Object.assign(
    inMemory(() => present),
    {
      read: (_: string, head: number) => {
        const bytes = present.subarray(0, head);
        if (head === torn.length) present = after;
        return bytes;
      },
    },
  );
  expect(isDamaged(torn, overtaken)).toBe(false);
  expect(present).toBe(after);
});

it('is damaged after some walks where other processes never stop', async () => {
  const torn = changed(await makeStore(400), (copy) => copy.fill(0, 2 * pageSize));
  const { at } = newestMeta(torn);
  let walks = 0;
  const busy: Tree = Object.assign(
    inMemory(() => torn),
    {
      read: (_: string, head: number) => {
        if (head === torn.length) walks++;
        torn.writeBigUInt64LE(torn.readBigUInt64LE(at + 152) + 2n, at + 152);
        return Buffer.from(torn.subarray(0, head));
      },
    },
  );
  expect(isDamaged(torn, busy)).toBe(true);
  expect(walks).toBe(walksMax);
});
