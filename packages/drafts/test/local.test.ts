/** What only the local store has: files on disk, a folder of its own, damage. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@verbatim/store';
import { failingCommits } from '@verbatim/testkit';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { openDrafts } from '../src/index.js';
import { openFaulty } from './faulty.js';
import { bytes, files, must, openLocal, saved, scratch, text, textsOf } from './open.js';

const week = 7 * 86_400_000;

describe('the local store', () => {
  it('holds each content once, over revisions and apps, and drops it with the last revision that has it', async () => {
    const dir = scratch();
    const { drafts } = await openLocal({ revisionsMax: 2 }, dir);
    const copies = () => readdirSync(join(dir, 'drafts', 'copies')).length;
    const [one, other] = [drafts.app('one'), drafts.app('other')];
    await one.save(files({ a: 'same', b: 'same', c: 'own' }));
    await other.save(files({ x: 'same' }));
    expect(copies()).toBe(2);
    for (let n = 0; n < 30; n++) await one.save(files({ a: `${n}` }));
    // What the newest commit let go of is removed by the next one.
    expect(copies()).toBeLessThanOrEqual(1 + 2 + 1);
    expect(await textsOf(other)).toEqual({ x: 'same' });
  });

  it('keeps content that went and came back between retained revisions', async () => {
    const { app } = await openLocal({ revisionsMax: 3 });
    for (const content of ['a', 'b', 'a', 'c', 'a', 'b', 'b2', 'a', 'c', 'c2', 'a']) {
      await app.write('f', bytes(content));
      for (const { revision } of must(await app.history(), 'history').revisions) await textsOf(app, revision);
    }
  });

  it('never answers with a damaged copy, and says which file it was', async () => {
    const dir = scratch();
    const { app } = await openLocal({}, dir);
    await app.save(files({ 'a.txt': 'whole', 'b.txt': 'other' }));
    await app.write('a.txt', bytes('newer'));
    const folder = join(dir, 'drafts', 'copies');
    const damaged = readdirSync(folder).find((name) => readFileSync(join(folder, name), 'utf8') === 'whole');
    writeFileSync(join(folder, damaged ?? ''), 'whale');
    for (const answer of [await app.read('a.txt', 1), await app.diff({ from: 1, to: 2 }), await app.undo({ to: 1 })]) {
      expect(answer).toMatchObject({ outcome: 'refused', code: 'COPY_CORRUPT', files: ['a.txt'] });
    }
    // Only what needs it is disabled, and writing the bytes anew mends it.
    expect(text(must(await app.read('b.txt', 1), 'file').bytes)).toBe('other');
    expect(saved(await app.write('a.txt', bytes('whole')))).toBe(3);
    expect(await textsOf(app, 1)).toEqual({ 'a.txt': 'whole', 'b.txt': 'other' });
    writeFileSync(join(folder, damaged ?? ''), 'whale');
    const found = must(await app.revision(), 'revision');
    await expect(found.read('a.txt')).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED', path: 'a.txt' });
    await expect(found.read('none')).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    expect(await app.write('a.txt', bytes('whole'))).toMatchObject({ outcome: 'unchanged', revision: 3 });
    expect(await textsOf(app)).toEqual({ 'a.txt': 'whole', 'b.txt': 'other' });
  });

  it('says so where the list of files of a revision is gone', async () => {
    const dir = scratch();
    const { app, drafts } = await openLocal({}, dir);
    await app.write('a', bytes('1'));
    await app.write('a', bytes('2'));
    await drafts.close();
    const store = await openStore({ dir: join(dir, 'drafts') });
    store.transaction('test', (transaction) => {
      for (const key of [...store.keys('manifest/')].slice(0, 1)) transaction.remove(key);
    });
    await store.close();
    const again = await openLocal({}, dir);
    for (const ask of [() => again.app.revision(1), () => again.app.read('a', 1), () => again.app.diff({ from: 1 })]) {
      await expect(ask()).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
    }
    expect(await textsOf(again.app)).toEqual({ a: '2' });
  });

  it('is opened by an absolute path only', async () => {
    for (const dir of ['drafts', './drafts', '', undefined as never]) {
      await expect(openDrafts({ dir })).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    }
    expect(existsSync('drafts')).toBe(false);
  });

  it('creates nothing when it is only read', async () => {
    const dir = join(scratch(), 'none');
    const drafts = await openDrafts({ dir, mode: 'read' });
    const app = drafts.app('a');
    expect(must(await app.history(), 'history')).toMatchObject({ head: 0, revisions: [] });
    expect(must(await app.revision(), 'revision').files).toEqual([]);
    expect(await drafts.apps()).toEqual([]);
    await expect(app.write('a', bytes('1'))).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    await drafts.close();
    expect(existsSync(dir)).toBe(false);
  });

  it('is refused where a newer version wrote it, or this process has it open', async () => {
    const dir = join(scratch(), 'drafts');
    const drafts = await openDrafts({ dir });
    await expect(openDrafts({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_IN_USE' });
    await drafts.close();
    const store = await openStore({ dir });
    store.transaction('test', (transaction) => transaction.put('meta/format', 2));
    await store.close();
    await expect(openDrafts({ dir })).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_NEWER' });
    rmSync(dir, { recursive: true });
  });

  it('remembers keys for a week, and longer while their revision is there', async () => {
    const opened = await openLocal({ revisionsMax: 2 });
    const { app, clock } = opened;
    const first = () => app.write('a', bytes('1'), { key: 'k' });
    await first();
    clock.move(week + 1);
    await app.write('a', bytes('2'));
    expect(await first()).toMatchObject({ revision: 1, replayed: true });
    for (const content of ['3', '4', '5']) await app.write('a', bytes(content));
    expect(await first()).toMatchObject({ revision: 1, replayed: true });
    clock.move(week + 1);
    await app.write('a', bytes('6'));
    // Forgotten by now: the call is a new one.
    expect(await first()).toMatchObject({ outcome: 'saved', revision: 7 });
  });

  it('writes one page of a manifest for one edit among a thousand files', async () => {
    const dir = scratch();
    const opened = await openLocal({}, dir);
    await opened.app.save(
      Array.from({ length: 1_000 }, (_, n) => ({ path: `folder/file-${n}.txt`, bytes: bytes(`${n % 5}`) })),
    );
    await opened.app.write('folder/file-500.txt', bytes('new'));
    await opened.drafts.close();
    const store = await openStore({ dir: join(dir, 'drafts'), mode: 'read' });
    const pages = [...store.entries('page/')].map(({ key, value }) => ({ key, bytes: JSON.stringify(value).length }));
    const lists = [...store.entries('manifest/')].map(({ value }) => JSON.stringify(value).length);
    await store.close();
    expect(pages.filter(({ key }) => key.includes('/2.'))).toHaveLength(1);
    expect(Math.max(...pages.map((page) => page.bytes))).toBeLessThan(4_096);
    expect(Math.max(...lists)).toBeLessThan(2_048);
    const again = await openLocal({}, dir);
    expect(await textsOf(again.app, 2)).toMatchObject({ 'folder/file-500.txt': 'new', 'folder/file-499.txt': '4' });
  });

  it('removes what was stored for a write that did not come about', async () => {
    const dir = join(scratch(), 'drafts');
    const { drafts, commits } = await openFaulty({ dir });
    const app = drafts.app('a');
    await app.write('f', bytes('1'));
    commits.arm({ at: 1, outcome: 'lost' });
    await expect(app.write('f', bytes('never'))).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_WRITE_FAILED' });
    commits.arm();
    const copies = () => readdirSync(join(dir, 'copies')).length;
    expect(copies()).toBe(2);
    await app.write('g', bytes('1'));
    await app.write('h', bytes('1'));
    expect(copies()).toBe(1);
    await drafts.close();
  });

  it('says so where nobody can tell whether a write came about, and goes on when the index is there again', async () => {
    const dir = join(scratch(), 'drafts');
    const commits = failingCommits(open);
    let isGone = false;
    const openIndex = ((options: object) => {
      if (isGone) throw new Error('Input/output error');
      return commits.open(options as never);
    }) as typeof open;
    const drafts = await openDrafts({ dir, openIndex });
    const app = drafts.app('a');
    await app.write('f', bytes('1'));
    commits.arm({ at: 1, outcome: 'durable' });
    isGone = true;
    const write = () => app.write('f', bytes('2'), { key: 'k' });
    await expect(write()).rejects.toMatchObject({ code: 'VERBATIM_OUTCOME_UNKNOWN', path: 'a' });
    await expect(app.standing()).rejects.toMatchObject({ code: 'VERBATIM_LEDGER_DAMAGED' });
    isGone = false;
    expect(await write()).toMatchObject({ outcome: 'saved', revision: 2, replayed: true });
    await drafts.close();
  });
});
