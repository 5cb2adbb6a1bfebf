/** What every draft store promises. Run it in a test file: `draftStoreContract('postgres', open)`. */
import { createHash } from 'node:crypto';
import { RefusalError } from '@verbatim/core';
import { describe, expect, it } from 'vitest';
import type { Commit, DraftStore } from '../draft-store.js';
import { type AppState, type FileBytes, newApp, noMarks, type Revision, type Turn } from '../words.js';

export interface OpenedStore {
  readonly store: DraftStore;
  /** The same store through a handle that knows nothing of what this one did; may close this one. */
  reopen(): Promise<DraftStore>;
}

/** `open` makes an empty store for one test and cleans up after it. */
export function draftStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the draft store contract: ${name}`, () => {
    it('knows nothing of an app that was never written, but that r0 is empty', async () => {
      const { store } = await open();
      expect(await store.state('a')).toBeUndefined();
      expect(await store.revision('a', 1)).toBeUndefined();
      expect(await store.entries('a', 1)).toBeUndefined();
      expect(await store.entries('a', 0)).toEqual([]);
      expect(await store.compare('a', 0, 0)).toEqual([]);
      expect(await store.turn('a', 't')).toBeUndefined();
      expect(await store.key('a', 'k')).toBeUndefined();
      expect(await store.apps()).toEqual([]);
    });

    it('has all of a commit after it, also through another handle', async () => {
      const { store, reopen } = await open();
      const turn: Turn = { id: 't', at: '2026', start: 0, last: 0, revisions: 0 };
      const key = { key: 'k', arguments: 'x', answer: { outcome: 'saved' }, revision: 1 };
      const first = revised(newApp, { 'b.txt': 'bee', 'a.txt': 'ay' });
      const turns = [{ turn, previous: null, answer: { said: 'this' } }];
      expect(await store.commit('app', { ...first, turns, key })).toBe('done');
      const again = await reopen();
      expect(await again.state('app')).toMatchObject(first.state);
      expect(await again.revision('app', 1)).toEqual({ ...first.revision?.facts, marks: noMarks });
      expect(await again.entries('app', 1)).toEqual([entry('a.txt', 'ay'), entry('b.txt', 'bee')]);
      expect(await again.entries('app', 1, ['b.txt', 'none'])).toEqual([entry('b.txt', 'bee')]);
      expect(Buffer.from(await again.content(fileOf('bee'))).toString()).toBe('bee');
      expect(await again.turn('app', 't')).toEqual(turns[0]);
      expect(await again.key('app', 'k')).toEqual(key);
      expect(await again.apps()).toEqual(['app']);
    });

    it('sets only what it compared: of two commits from one state the second has moved and leaves nothing', async () => {
      const { store } = await open();
      const [one, other] = [revised(newApp, { a: 'one' }), revised(newApp, { a: 'other', b: 'too' })];
      const key = { key: 'k', arguments: 'x', answer: 1, revision: 1 };
      expect(await store.commit('app', one)).toBe('done');
      expect(await store.commit('app', { ...other, key })).toBe('moved');
      expect(await store.entries('app', 1)).toEqual([entry('a', 'one')]);
      expect(await store.key('app', 'k')).toBeUndefined();
      expect(await store.state('app')).toMatchObject(one.state);
    });

    it('lets one of many commits at once through, each time', async () => {
      const { store } = await open();
      for (let round = 0; round < 5; round++) {
        const state = (await store.state('app')) ?? newApp;
        const commits = Array.from({ length: 8 }, (_, n) => revised(state, { [`f${round}-${n}`]: `${n}` }));
        const answers = await Promise.all(commits.map((commit) => store.commit('app', commit)));
        expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
        expect((await store.state('app'))?.head).toBe(round + 1);
      }
      expect(await store.entries('app', 5)).toHaveLength(5);
    });

    it('tells where two revisions differ, in both directions, and which files stayed', async () => {
      const { store } = await open();
      let state = await done(store, 'app', revised(newApp, { a: '1', b: '1', c: '1' }));
      state = await done(store, 'app', revised(state, { b: '2', c: null, d: '1' }, { b: '1', c: '1' }));
      await done(store, 'app', revised(state, { b: '1' }, { b: '2' }));
      const change = (path: string, before: string | null, after: string | null) => ({
        path,
        before: before === null ? null : fileOf(before),
        after: after === null ? null : fileOf(after),
      });
      expect(await store.compare('app', 1, 2)).toEqual([
        change('b', '1', '2'),
        change('c', '1', null),
        change('d', null, '1'),
      ]);
      expect(await store.compare('app', 2, 1)).toEqual([
        change('b', '2', '1'),
        change('c', null, '1'),
        change('d', '1', null),
      ]);
      expect(await store.compare('app', 1, 3)).toEqual([change('c', '1', null), change('d', null, '1')]);
      expect(await store.compare('app', 0, 1)).toHaveLength(3);
      expect(await store.compare('app', 1, 9)).toBeUndefined();
    });

    it('keeps long lists of files in the order of their paths, whatever is added and removed', async () => {
      const { store } = await open();
      const expected = new Map<string, string>();
      let state: AppState = newApp;
      for (let round = 0; round < 8; round++) {
        const set: Record<string, string | null> = {};
        const before: Record<string, string> = {};
        for (let n = 0; n < 40; n++) {
          const path = `d${(n * 7 + round * 13) % 90}/f${(n * round) % 17}`;
          if (path in set) continue;
          const was = expected.get(path);
          if (was !== undefined) before[path] = was;
          set[path] = (n + round) % 3 === 0 && was !== undefined ? null : `${round} ${n}`;
        }
        state = await done(store, 'app', revised(state, set, before));
        for (const [path, text] of Object.entries(set)) {
          if (text === null) expected.delete(path);
          else expected.set(path, text);
        }
        const list = [...expected]
          .map(([path, text]) => entry(path, text))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1));
        expect(await store.entries('app', state.head)).toEqual(list);
      }
    });

    it('drops what the state does not retain, and keeps every file of what it does', async () => {
      const { store } = await open();
      let state: AppState = newApp;
      for (let n = 1; n <= 12; n++) {
        const oldest = Math.max(1, n - 3);
        const before = n === 1 ? {} : { turning: `${n - 1}` };
        const commit = revised(state, { turning: `${n}`, [`only-${n}`]: `o${n}` }, before);
        state = await done(store, 'app', { ...commit, state: { ...commit.state, oldest, kept: n > 5 ? [2] : [] } });
      }
      for (const number of [2, 9, 10, 11, 12]) {
        const entries = await store.entries('app', number);
        expect(entries?.map(({ path }) => path)).toContain(`only-${number}`);
        for (const one of entries ?? []) expect((await store.content(one)).length).toBe(one.size);
      }
      for (const number of [1, 3, 8]) {
        expect(await store.entries('app', number)).toBeUndefined();
        expect(await store.revision('app', number)).toBeUndefined();
      }
      // Bytes that only revisions had which are gone go, too, by the next commits at the latest.
      state = await done(store, 'app', revised(state, { last: 'x' }));
      await expect(store.content(fileOf('3'))).rejects.toBeInstanceOf(RefusalError);
      expect((await store.content(fileOf('2'))).length).toBe(1);
    });

    it('keeps bytes that come back later, and bytes that another app has', async () => {
      const { store } = await open();
      const only = (commit: Commit): Commit => ({ ...commit, state: { ...commit.state, oldest: commit.state.head } });
      await done(store, 'other', revised(newApp, { shared: 'shared' }));
      let state = await done(store, 'app', revised(newApp, { a: 'first', s: 'shared' }));
      state = await done(store, 'app', only(revised(state, { a: 'second', s: null }, { a: 'first', s: 'shared' })));
      state = await done(store, 'app', only(revised(state, { a: 'first' }, { a: 'second' })));
      await done(store, 'app', only(revised(state, { b: 'more' })));
      expect((await store.content(fileOf('first'))).length).toBe(5);
      expect((await store.content(fileOf('shared'))).length).toBe(6);
    });

    it('puts marks on a revision without changing its facts', async () => {
      const { store } = await open();
      const first = revised(newApp, { a: '1' });
      const state = await done(store, 'app', first);
      const marks = { check: { ok: false, at: '2026' }, published: null };
      await done(store, 'app', { state: next(state, {}), now: 0, marks: { revision: 1, marks } });
      expect(await store.revision('app', 1)).toEqual({ ...first.revision?.facts, marks });
    });

    it('holds apps apart', async () => {
      const { store } = await open();
      for (const app of ['a', 'b', 'a/b']) await done(store, app, revised(newApp, { file: app }));
      for (const app of ['a', 'b', 'a/b']) expect(await store.entries(app, 1)).toEqual([entry('file', app)]);
      expect((await store.apps()).toSorted()).toEqual(['a', 'a/b', 'b']);
    });

    it('finds nothing wrong with what was only committed', async () => {
      const { store, reopen } = await open();
      const of = (commit: Commit, files: number, bytes: number): Commit => {
        const { facts, changes } = commit.revision!;
        return { ...commit, revision: { facts: { ...facts, files, bytes }, changes } };
      };
      const first = await done(store, 'a', of(revised(newApp, { f: 'one', g: 'same' }), 2, 7));
      await done(store, 'a', of(revised(first, { f: 'two' }, { f: 'one' }), 2, 7));
      await done(store, 'b', of(revised(newApp, { h: 'same' }), 1, 4));
      const report = await (await reopen()).verify();
      expect(report).toEqual({ problems: [], apps: 2, revisions: 3, copies: 3, bytes: 10, orphans: 0 });
    });

    it('refuses bytes that are not there', async () => {
      const { store } = await open();
      await expect(store.content(fileOf('never'))).rejects.toMatchObject({ refusal: { code: 'COPY_CORRUPT' } });
    });
  });
}

function fileOf(text: string): FileBytes {
  return { hash: createHash('sha256').update(text).digest('hex'), size: Buffer.byteLength(text) };
}

function entry(path: string, text: string): FileBytes & { path: string } {
  return { path, ...fileOf(text) };
}

function next(state: AppState, changes: Partial<AppState>): AppState {
  return { ...state, ...changes, version: state.version + 1, token: `token ${state.version + 1}` };
}

/** A commit of one revision: paths to their texts, `null` to remove; `before` has the texts that were there. */
function revised(
  state: AppState,
  set: Readonly<Record<string, string | null>>,
  before: Readonly<Record<string, string>> = {},
): Commit {
  const number = state.head + 1;
  const facts: Revision = { number, at: '2026', reason: 'test', turn: null, undoOf: null, files: 0, bytes: 0 };
  const paths = Object.keys(set).toSorted((a, b) => (a < b ? -1 : 1));
  const side = (text: string | null | undefined): FileBytes | null => (typeof text === 'string' ? fileOf(text) : null);
  const texts = Object.values(set).filter((text) => text !== null);
  return {
    now: 0,
    state: next(state, { head: number }),
    revision: {
      facts,
      changes: paths.map((path) => ({ path, before: side(before[path]), after: side(set[path]) })),
    },
    contents: new Map(texts.map((text) => [fileOf(text).hash, Buffer.from(text)])),
  };
}

async function done(store: DraftStore, app: string, commit: Commit): Promise<AppState> {
  expect(await store.commit(app, commit)).toBe('done');
  return commit.state;
}
