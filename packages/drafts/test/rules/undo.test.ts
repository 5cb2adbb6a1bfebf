import { describe, expect, it } from 'vitest';
import { createDrafts, createMemoryDraftStore, type DraftStore } from '../../src/index.js';
import { bytes, files, must, openMemory, saved, textsOf } from '../open.js';

describe('undo', () => {
  it('without a target goes to the previous revision, and can itself be undone', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    await app.write('a', bytes('2'));
    expect(await app.undo()).toMatchObject({ outcome: 'saved', revision: 3, undoOf: 1, reason: 'undo to r1' });
    expect(await app.undo()).toMatchObject({ outcome: 'saved', revision: 4, undoOf: 2 });
    expect(await textsOf(app)).toEqual({ a: '2' });
  });

  it('of a turn goes to where it started, over all of its edits', async () => {
    const { app } = await openMemory();
    await app.save(files({ a: '1', b: '1' }));
    await app.startTurn('t1');
    for (const content of ['2', '3', '4']) await app.write('a', bytes(content), { turn: 't1' });
    await app.delete('b', { turn: 't1' });
    expect(await app.undo({ turn: 't1' })).toMatchObject({ revision: 6, undoOf: 1 });
    expect(await textsOf(app)).toEqual({ a: '1', b: '1' });
  });

  it('reaches r0, the empty draft', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { turn: 't1' });
    expect(await app.undo({ turn: 't1' })).toMatchObject({ revision: 2, undoOf: 0 });
    expect(await textsOf(app)).toEqual({});
  });

  it('that changes nothing says so', async () => {
    const { app } = await openMemory();
    expect(await app.undo()).toMatchObject({ outcome: 'refused', code: 'NOTHING_TO_UNDO' });
    await app.write('a', bytes('1'));
    expect(await app.undo({ to: 1 })).toMatchObject({ outcome: 'unchanged', revision: 1, undoOf: 1 });
    expect((await app.metrics()).undoRate).toBe(0);
  });

  it('to a revision that is not retained is refused with the nearest', async () => {
    const { app } = await openMemory({ revisionsMax: 3 });
    for (let n = 1; n <= 3; n++) await app.write('a', bytes(`${n}`));
    await app.recordCheck(2, { ok: true });
    for (let n = 4; n <= 9; n++) await app.write('a', bytes(`${n}`));
    const refused = await app.undo({ to: 5 });
    expect(refused).toMatchObject({ outcome: 'refused', code: 'REVISION_PRUNED', next: 'Choose one of r2, r7.' });
    expect(await app.retained(5)).toEqual({ outcome: 'gone', nearest: [2, 7] });
    expect(await app.retained(2)).toEqual({ outcome: 'retained', nearest: [2] });
    expect(await app.retained(10)).toMatchObject({ outcome: 'never' });
    expect(await app.undo({ to: 10 })).toMatchObject({ code: 'REVISION_UNKNOWN' });
    expect(await app.undo({ to: 1, turn: 't' })).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await app.undo({ turn: 't' })).toMatchObject({ code: 'TURN_UNKNOWN' });
  });

  it('brings back a file under the path that it was stored with, also where that is refused by now', async () => {
    const store = createMemoryDraftStore();
    const change = (path: string) => (path === 'notes' ? 'C:/notes' : path);
    const earlier: DraftStore = {
      ...store,
      commit: (app, { revision, ...commit }) => {
        const changes = revision?.changes.map((one) => ({ ...one, path: change(one.path) })) ?? [];
        return store.commit(app, { ...commit, ...(revision && { revision: { ...revision, changes } }) });
      },
    };
    must(await createDrafts({ store: earlier }).app('a').write('notes', bytes('1')), 'saved');
    const app = createDrafts({ store }).app('a');
    must(await app.write('other', bytes('2')), 'saved');
    must(await app.undo({ to: 0 }), 'saved');
    expect(await app.undo({ to: 2 })).toMatchObject({ outcome: 'saved', revision: 4 });
    expect(await textsOf(app)).toEqual({ 'C:/notes': '1', other: '2' });
  });

  it('never publishes', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    await app.write('a', bytes('2'));
    await app.publish(() => {});
    await app.undo({ to: 1 });
    expect(await app.standing()).toMatchObject({ published: 2, head: 3, editedAfterPublishing: true });
  });

  it('meets the rules of today: files are normalised, reserved ones stay behind', async () => {
    const opened = await openMemory({ text: 'as-is' });
    const { app } = opened;
    await app.save(files({ 'a.txt': 'a\r\n', 'platform.json': 'old' }));
    await app.save(files({ 'b.txt': 'b', 'platform.json': 'new' }));
    opened.policy = { reserved: ['platform.json'] };
    await app.undo({ to: 1 });
    expect(await textsOf(app)).toEqual({ 'a.txt': 'a\n', 'platform.json': 'new' });
  });

  it('judges whether anything changed after the generators ran', async () => {
    const opened = await openMemory();
    let config = 1;
    opened.policy = { generators: [{ owns: ['gen.txt'], generate: () => files({ 'gen.txt': `${config}` }) }] };
    const { app } = opened;
    await app.write('a', bytes('1'));
    await app.regenerate();
    expect(await app.undo({ to: 2 })).toMatchObject({ outcome: 'unchanged', revision: 2 });
    config = 2;
    expect(saved(await app.undo({ to: 2 }))).toBe(3);
    expect(await textsOf(app)).toEqual({ a: '1', 'gen.txt': '2' });
  });

  it('lets a generator see the files it is to serve, and removes what it no longer makes', async () => {
    const opened = await openMemory();
    opened.policy = {
      generators: [
        {
          owns: ['gen/'],
          async generate({ app, revision, paths, read }) {
            const sources = await Promise.all(
              paths.map(async (path) => `${path}=${Buffer.from((await read(path)) ?? []).toString()}`),
            );
            return files({ [`gen/for-r${revision}.txt`]: `${app}: ${sources.join(', ')}` });
          },
        },
      ],
    };
    const { app } = opened;
    await app.save(files({ a: '1', b: '2' }));
    await app.regenerate();
    expect(await textsOf(app)).toEqual({ a: '1', b: '2', 'gen/for-r1.txt': 'groceries: a=1, b=2' });
    await app.undo({ to: 1 });
    await app.delete('b');
    await app.undo({ to: 1 });
    expect(await textsOf(app)).toEqual({ a: '1', b: '2', 'gen/for-r1.txt': 'groceries: a=1, b=2' });
    await app.undo({ to: 0 });
    expect(await textsOf(app)).toEqual({ 'gen/for-r0.txt': 'groceries: ' });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no configuration');
      },
    ],
    ['makes a file that is not its own', () => files({ 'app.js': 'x' })],
    ['makes a path that cannot be', () => files({ '../x': 'x' })],
  ])('is refused where a generator %s', async (_, generate) => {
    const opened = await openMemory();
    const { app } = opened;
    await app.write('a', bytes('1'));
    await app.write('a', bytes('2'));
    opened.policy = { generators: [{ owns: ['gen.txt'], generate }] };
    expect(await app.undo({ to: 1 })).toMatchObject({ outcome: 'refused', code: 'GENERATOR_FAILED' });
    expect((await app.standing()).head).toBe(2);
  });

  it('runs generators again when the draft moves meanwhile, three times at most, and never holds anybody up', async () => {
    const opened = await openMemory();
    const { app } = opened;
    for (const content of ['1', '2']) await app.write('a', bytes(content));
    let runs = 0;
    const moving = (until: number) => ({
      generators: [
        {
          owns: ['gen.txt'],
          async generate() {
            if (++runs <= until) await app.write('other', bytes(`${runs}`));
            return files({ 'gen.txt': `${runs}` });
          },
        },
      ],
    });
    opened.policy = moving(2);
    expect(await app.undo({ to: 1 })).toMatchObject({ outcome: 'saved', revision: 5 });
    expect(await textsOf(app)).toEqual({ a: '1', 'gen.txt': '3' });
    runs = 0;
    opened.policy = moving(99);
    expect(await app.undo({ to: 2 })).toMatchObject({ outcome: 'refused', code: 'REVISION_MOVED' });
    expect(runs).toBe(3);
    expect(must(await app.history(), 'history').revisions[0]?.reason).toBe('write other');
  });
});
