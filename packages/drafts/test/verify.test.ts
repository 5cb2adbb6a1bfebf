/** `verify` finds whatever is damaged in the drafts, names it, and changes nothing. */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type StoreTransaction } from '@verbatim/store';
import { open, type RootDatabase } from 'lmdb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DraftsReport, openDrafts } from '../src/index.js';
import { files, scratch } from './open.js';

let dir: string;
beforeEach(async () => {
  dir = join(scratch(), 'drafts');
  const drafts = await openDrafts({ dir, policy: () => ({ revisionsMax: 4 }) });
  const [shop, blog] = [drafts.app('shop'), drafts.app('blog')];
  for (let n = 1; n <= 7; n++) {
    await shop.startTurn(`t${n}`);
    await shop.save(files({ 'index.html': `<h1>${n}</h1>`, 'styles.css': 'body {}', [`only-${n}.js`]: `${n}` }), {
      turn: `t${n}`,
    });
  }
  await shop.recordCheck(6, { ok: true });
  await shop.publish(async () => {}, { revision: 6 });
  await blog.save(files({ 'post.md': 'Hello', 'styles.css': 'body {}' }));
  // What the last write let go of is swept by the next one.
  await blog.write('post.md', Buffer.from('Hello again'));
  await drafts.close();
});

async function verified(): Promise<DraftsReport> {
  const drafts = await openDrafts({ dir, mode: 'read' });
  try {
    return await drafts.verify();
  } finally {
    await drafts.close();
  }
}

async function changed(change: (transaction: StoreTransaction) => void): Promise<void> {
  const store = await openStore({ dir });
  store.transaction('test', change);
  await store.close();
}

const copies = (): string[] => readdirSync(join(dir, 'copies'));
const copyOf = (text: string): string =>
  join(dir, 'copies', copies().find((name) => readFileSync(join(dir, 'copies', name), 'utf8') === text) ?? 'none');
const firstKey = (transaction: StoreTransaction, prefix: string): string => [...transaction.keys(prefix)][0] ?? '';

describe('what is whole', () => {
  it('has no problems, and is counted', async () => {
    const report = await verified();
    expect(report).toMatchObject({ problems: [], apps: 2, revisions: 6, orphans: 0 });
    expect(report.copies).toBe(copies().length);
    expect(report.bytes).toBe(copies().reduce((sum, name) => sum + readFileSync(join(dir, 'copies', name)).length, 0));
  });

  it('is nothing at all where no app was ever written', async () => {
    rmSync(dir, { recursive: true });
    expect(await verified()).toEqual({ problems: [], apps: 0, revisions: 0, copies: 0, bytes: 0, orphans: 0 });
  });

  it('counts copies that nothing names, which do no harm', async () => {
    writeFileSync(join(dir, 'copies', 'f'.repeat(64)), 'left over');
    expect(await verified()).toMatchObject({ problems: [], orphans: 1 });
  });
});

describe('what is damaged', () => {
  it('a copy that is gone, cut short or changed is named by its app, revision and path', async () => {
    const where = { app: 'shop', revision: 7, path: 'index.html' };
    const place = copyOf('<h1>7</h1>');
    truncateSync(place, 3);
    expect((await verified()).problems).toMatchObject([{ code: 'COPY_CORRUPT', ...where }]);
    writeFileSync(place, '<h1>8</h1>');
    expect((await verified()).problems).toMatchObject([{ code: 'COPY_CORRUPT', ...where }]);
    rmSync(place);
    expect((await verified()).problems).toMatchObject([{ code: 'COPY_MISSING', ...where }]);
  });

  it('a copy is named once, with all the revisions that it is in', async () => {
    const message = async (text: string): Promise<unknown> => {
      const place = copyOf(text);
      const whole = readFileSync(place);
      rmSync(place);
      const { problems } = await verified();
      writeFileSync(place, whole);
      return problems.map((problem) => problem.message);
    };
    expect(await message('<h1>5</h1>')).toEqual(['A copy is not there; r5 names it.']);
    expect(await message('body {}')).toEqual([
      'A copy is not there; r4 to r7 of “shop” and r1 to r2 of “blog” name it.',
    ]);
    const drafts = await openDrafts({ dir });
    for (const text of ['7', '7', '8', '7']) await drafts.app('shop').save(files({ x: text, z: `${Math.random()}` }));
    await drafts.close();
    expect(await message('7')).toEqual(['A copy is not there; r7 to r9 and r11 name it.']);
  });

  it.each(['revision/', 'manifest/', 'page/'])(
    'a %s record that is gone makes its revision incomplete',
    async (prefix) => {
      await changed((transaction) => transaction.remove(firstKey(transaction, prefix)));
      const { problems } = await verified();
      expect(problems).toContainEqual(
        expect.objectContaining({ code: 'REVISION_INCOMPLETE', app: expect.any(String) }),
      );
    },
  );

  it('a list of files that lacks one is not what was recorded', async () => {
    await changed((transaction) => {
      const key = firstKey(transaction, 'page/');
      transaction.put(key, transaction.get<unknown[]>(key)?.slice(1));
    });
    expect((await verified()).problems).toContainEqual(expect.objectContaining({ code: 'REVISION_INCOMPLETE' }));
  });

  it('a turn that the app is in, and a published revision that is not kept', async () => {
    await changed((transaction) => {
      for (const { key, value } of Array.from(transaction.entries<{ app: string; published: number | null }>('app/'))) {
        if (value.app === 'shop') transaction.put(key, { ...value, published: 2 });
      }
      for (const key of Array.from(transaction.keys('turn/'))) transaction.remove(key);
    });
    const messages = (await verified()).problems.map(({ message }) => message);
    expect(messages).toContain('The published revision, r2, is not retained.');
    expect(messages).toContain('The turn t7 is not there.');
  });

  it('a copy that is counted wrongly, and records that nothing leads to', async () => {
    await changed((transaction) => {
      const key = firstKey(transaction, 'copy/');
      transaction.put(key, (transaction.get<number>(key) ?? 0) + 1);
      transaction.put(`${firstKey(transaction, 'page/')}-stray`, []);
    });
    expect((await verified()).problems.map(({ code }) => code)).toEqual(['REFERENCE_BROKEN', 'COPY_MISCOUNTED']);
  });

  it('every record of which one bit changed', async () => {
    // Without those records nothing is opened at all.
    const isOfAnApp = (key: string): boolean => !key.startsWith('meta/') && key.includes('/');
    const keys = await inIndex((index) => [...index.getKeys()].filter(isOfAnApp));
    expect(keys.length).toBeGreaterThan(30);
    for (const [n, key] of keys.entries()) {
      const before = await inIndex((index) => Buffer.from(index.get(key) ?? ''));
      await inIndex((index) => index.put(key, flipped(before, n)));
      const { problems } = await verified();
      expect(problems[0], key).toMatchObject({
        code: 'RECORD_DAMAGED',
        message: `The record ${key} fails its checksum.`,
      });
      await inIndex((index) => index.put(key, before));
    }
    expect((await verified()).problems).toEqual([]);
  });

  it('every copy of which one bit changed, or that is cut short, and no other', async () => {
    for (const name of copies()) {
      const place = join(dir, 'copies', name);
      const before = readFileSync(place);
      const damages = [...before.keys()].map((at) => flipped(before, at * 9)).concat(before.subarray(0, -1));
      for (const damage of damages) {
        writeFileSync(place, damage);
        const { problems } = await verified();
        expect(problems.map(({ code, hash }) => [code, hash])).toEqual([['COPY_CORRUPT', name]]);
      }
      writeFileSync(place, before);
    }
    expect((await verified()).problems).toEqual([]);
  });
});

/** Another bit of another byte for each `n`. */
function flipped(bytes: Buffer, n: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = n % bytes.length;
  changed[at] = (changed[at] ?? 0) ^ (1 << (n % 8));
  return changed;
}

async function inIndex<T>(use: (index: RootDatabase<Buffer, string>) => T | Promise<T>): Promise<T> {
  const index = open<Buffer, string>({ path: dir, noSubdir: false, encoding: 'binary' });
  try {
    return await use(index);
  } finally {
    await index.close();
  }
}
