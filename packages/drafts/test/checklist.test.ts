/** The source text's field checklist, line by line. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFaulty } from './faulty.js';
import { bytes, files, must, saved, scratch, stores, text, textsOf } from './open.js';

describe.each(stores)('the field checklist, $kind', ({ open }) => {
  it('every successful byte change creates one new revision', async () => {
    const { app } = await open();
    const made = [
      saved(await app.save(files({ 'app.js': 'one\n', 'old.js': 'x\n' }))),
      saved(await app.write('app.js', bytes('two\n'))),
      saved(await app.edit('app.js', { replace: 'two', with: 'three' })),
      saved(await app.rename('old.js', 'new.js')),
      saved(await app.delete('new.js')),
      saved(
        await app.apply([
          { op: 'write', path: 'a', bytes: bytes('a') },
          { op: 'write', path: 'b', bytes: bytes('b') },
        ]),
      ),
      saved(await app.undo({ to: 1 })),
    ];
    expect(made).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await app.standing()).head).toBe(7);
  });

  it('no-op writes are revision-neutral', async () => {
    const { app } = await open();
    await app.save(files({ 'app.js': 'one\n', 'b.js': 'b\n' }));
    const noops = [
      await app.save(files({ 'app.js': 'one\n', 'b.js': 'b\n' })),
      await app.save(files({ './app.js': '\uFEFFone\r\n', 'b.js': 'b\r\n' })),
      await app.write('app.js', bytes('one\r\n')),
      await app.edit('app.js', { replace: 'one', with: 'one' }),
      await app.rename('app.js', 'app.js'),
      await app.apply([
        { op: 'rename', from: 'app.js', to: 'c.js' },
        { op: 'rename', from: 'c.js', to: 'app.js' },
      ]),
      await app.undo({ to: 1 }),
    ];
    for (const answer of noops) expect(answer).toMatchObject({ outcome: 'unchanged', revision: 1, fileCount: 0 });
    expect(must(await app.history(), 'history').revisions).toHaveLength(1);
  });

  it('the system identifies the previous assistant turn’s revision span', async () => {
    const { app } = await open();
    await app.save(files({ 'app.js': 'one\n' }));
    await app.startTurn('t1');
    await app.write('app.js', bytes('two\n'), { turn: 't1' });
    await app.write('app.js', bytes('three\n'), { turn: 't1' });
    expect(await app.startTurn('t2')).toMatchObject({ previous: { turn: 't1', from: 1, to: 3, revisions: 2 } });
    expect(await app.turn('t1')).toMatchObject({ from: 1, to: 3, revisions: 2, isOpen: false });
    expect((await app.standing()).previousTurn).toEqual({ turn: 't1', from: 1, to: 3, revisions: 2 });
  });

  it('diff defaults to that span', async () => {
    const { app } = await open();
    await app.save(files({ 'app.js': 'one\n' }));
    await app.startTurn('t1');
    await app.write('app.js', bytes('two\n'), { turn: 't1' });
    await app.startTurn('t2');
    await app.write('app.js', bytes('mine\n'), { turn: 't2' });
    const shown = must(await app.diff(), 'diff');
    expect(shown).toMatchObject({ from: 1, to: 2, turn: 't1' });
    expect(shown.files[0]?.text).toBe('--- app.js@1\n+++ app.js@2\n@@ -1 +1 @@\n-one\n+two\n');
  });

  it('large diffs are summarised and bounded', async () => {
    const { app } = await open();
    const lines = (mark: string) => Array.from({ length: 3_000 }, (_, n) => `${mark} ${n}\n`).join('');
    const set = (mark: string) =>
      files(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}.txt`, lines(mark)])));
    await app.save(set('old'));
    await app.save(set('new'));
    const shown = must(await app.diff(), 'diff');
    const all = shown.files.map((file) => file.text).join('');
    expect(shown.fileCount).toBe(30);
    expect(shown.truncated).toBe(true);
    expect(all.split('\n').length).toBeLessThan(400 + 2 * 30);
    for (const file of shown.files) expect(file).toMatchObject({ added: 3_000, removed: 3_000, truncated: true });
    for (const { next } of shown.files) {
      const more = must(await app.diff(next), 'diff');
      expect(more.files[0]?.text.split('\n').length).toBeGreaterThan(100);
    }
  });

  it('history identifies checked and published revisions', async () => {
    const { app } = await open();
    for (const content of ['1', '2', '3', '4']) await app.write('app.js', bytes(content));
    await app.recordCheck(1, { ok: true });
    await app.recordCheck(2, { ok: false });
    await app.publish(() => {}, { revision: 1 });
    await app.publish(() => {}, { revision: 3 });
    const marks = must(await app.history(), 'history').revisions.map((one) => one.marks);
    expect(marks).toEqual([{}, { publish: 'live' }, { check: 'failed' }, { check: 'ok', publish: 'earlier' }]);
  });

  it('undo copies an old snapshot into a new revision', async () => {
    const { app } = await open();
    await app.save(files({ 'app.js': 'one\n', 'b.js': 'b\n' }));
    await app.save(files({ 'app.js': 'two\n', 'c.js': 'c\n' }));
    expect(await app.undo({ to: 1 })).toMatchObject({ outcome: 'saved', revision: 3, base: 2, undoOf: 1 });
    expect(await textsOf(app)).toEqual({ 'app.js': 'one\n', 'b.js': 'b\n' });
    expect(await textsOf(app, 1)).toEqual({ 'app.js': 'one\n', 'b.js': 'b\n' });
    expect(await textsOf(app, 2)).toEqual({ 'app.js': 'two\n', 'c.js': 'c\n' });
  });

  it('generated files are rebuilt after restore', async () => {
    const opened = await open();
    let version = 1;
    opened.policy = {
      generators: [{ owns: ['platform/'], generate: () => files({ 'platform/config.json': `{"v":${version}}\n` }) }],
    };
    const { app } = opened;
    await app.save(files({ 'app.js': 'one\n' }));
    await app.regenerate();
    await app.write('app.js', bytes('two\n'));
    version = 2;
    await app.undo({ to: 2 });
    expect(await textsOf(app)).toEqual({ 'app.js': 'one\n', 'platform/config.json': '{"v":2}\n' });
    expect(await textsOf(app, 2)).toEqual({ 'app.js': 'one\n', 'platform/config.json': '{"v":1}\n' });
  });

  it('retention is per app and large enough for multi-edit turns', async () => {
    const opened = await open({ revisionsMax: 5 });
    const { app, drafts } = opened;
    await app.save(files({ 'app.js': '0\n' }));
    await app.startTurn('long');
    for (let n = 1; n <= 12; n++) await app.write('app.js', bytes(`${n}\n`), { turn: 'long' });
    const noisy = drafts.app('noisy');
    for (let n = 1; n <= 30; n++) await noisy.write('x', bytes(`${n}`));
    await app.startTurn('next');
    expect(must(await app.diff(), 'diff').files[0]?.text).toContain('-0\n+12\n');
    expect(await app.undo({ turn: 'long' })).toMatchObject({ outcome: 'saved', undoOf: 1 });
    expect(text(must(await app.read('app.js'), 'file').bytes)).toBe('0\n');
  });

  it('provider retries return the existing revision', async () => {
    const opened = await open();
    const { app } = opened;
    await app.save(files({ 'app.js': 'a\n' }));
    const call = () => opened.app.edit('app.js', { replace: 'a', with: 'aa', all: true }, { key: 'call-1' });
    expect(saved(await call())).toBe(2);
    const again = await opened.reopen();
    const retry = await again.app.edit('app.js', { replace: 'a', with: 'aa', all: true }, { key: 'call-1' });
    expect(retry).toMatchObject({ outcome: 'saved', revision: 2, replayed: true });
    expect(await textsOf(again.app)).toEqual({ 'app.js': 'aa\n' });
  });

  it('revision counts are part of workflow metrics', async () => {
    const { app } = await open();
    await app.startTurn('t1');
    await app.write('a', bytes('1'), { turn: 't1' });
    await app.write('a', bytes('2'), { turn: 't1', key: 'k' });
    await app.write('a', bytes('2'), { turn: 't1', key: 'k' });
    await app.write('a', bytes('2'), { turn: 't1' });
    await app.startTurn('t2');
    await app.undo({ to: 1 }, { turn: 't2' });
    await app.ship({ check: () => true, publish: () => {} });
    expect(await app.metrics()).toEqual({
      revisions: 3,
      turns: 2,
      published: 1,
      checks: 1,
      failedChecks: 0,
      revisionsPerTurn: 1.5,
      editsPerShip: 3,
      undoRate: 1 / 3,
      noopRate: 1 / 4,
      retryRate: 1 / 5,
      bytes: { draft: 1, written: 3 },
    });
  });
});

describe('the field checklist', () => {
  // Every call and every commit that can be cut is in test/faults; this is the moment that counts.
  it.each([
    ['lost', 1],
    ['durable', 2],
  ] as const)('snapshots and the current draft are updated atomically: a commit that is %s', async (outcome, head) => {
    const { drafts, commits } = await openFaulty({ dir: join(scratch(), 'drafts') });
    const app = drafts.app('groceries');
    await app.save(files({ 'app.js': 'one\n', 'b.js': 'b\n' }));
    commits.arm({ at: 1, outcome });
    await app.save(files({ 'app.js': 'two\n', 'c.js': 'c\n' })).catch(() => {});
    commits.arm();
    expect((await app.standing()).head).toBe(head);
    const texts = [
      { 'app.js': 'one\n', 'b.js': 'b\n' },
      { 'app.js': 'two\n', 'c.js': 'c\n' },
    ];
    expect(await textsOf(app)).toEqual(texts[head - 1]);
    expect(must(await app.history(), 'history').revisions.map(({ revision }) => revision)).toEqual(
      head === 1 ? [1] : [2, 1],
    );
    await drafts.close();
  });
});
