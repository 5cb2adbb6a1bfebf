/** The source text's eight failure modes: each shown not to happen. */
import { describe, expect, it } from 'vitest';
import { bytes, files, must, saved, stores, textsOf } from './open.js';

describe.each(stores)('failure modes, $kind', ({ open }) => {
  it('a revision number never stands for two sets of bytes, whoever writes at once', async () => {
    const { app } = await open();
    const writes = Array.from({ length: 24 }, (_, n) => app.write(`f${n}.txt`, bytes(`${n}\n`)));
    const numbers = (await Promise.all(writes)).map(saved);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
    // Each revision is the one before it and the file that its write named; crashes: test/faults.
    for (const [n, number] of numbers.entries()) {
      expect({ ...(await textsOf(app, number - 1)), [`f${n}.txt`]: `${n}\n` }).toEqual(await textsOf(app, number));
    }
  });

  it('undo never changes an old revision', async () => {
    const { app } = await open();
    for (const content of ['1\n', '2\n', '3\n']) await app.write('a.txt', bytes(content));
    const before = must(await app.history(), 'history').revisions;
    await app.undo({ to: 1 });
    const after = must(await app.history(), 'history').revisions;
    expect(after.slice(1)).toEqual(before);
    for (const number of [1, 2, 3]) expect(await textsOf(app, number)).toEqual({ 'a.txt': `${number}\n` });
  });

  it('generated files are never restored stale: without a generator the current ones stay', async () => {
    const opened = await open({ reserved: ['design.css'] });
    const { app } = opened;
    await app.save(files({ 'app.js': '1\n', 'design.css': 'old\n' }), { asPlatform: true });
    await app.write('design.css', bytes('current\n'), { asPlatform: true });
    await app.write('app.js', bytes('2\n'));
    await app.undo({ to: 1 });
    expect(await textsOf(app)).toEqual({ 'app.js': '1\n', 'design.css': 'current\n' });
    let config = 'a';
    opened.policy = { generators: [{ owns: ['design.css'], generate: () => files({ 'design.css': `${config}\n` }) }] };
    config = 'b';
    await app.undo({ to: 3 });
    expect(await textsOf(app)).toEqual({ 'app.js': '2\n', 'design.css': 'b\n' });
  });

  it('a huge diff never floods the context', async () => {
    const { app } = await open();
    const file = (mark: string) =>
      Array.from({ length: 20_000 }, (_, n) => `${mark} line ${n} ${'x'.repeat(60)}\n`).join('');
    await app.write('big.txt', bytes(file('a')));
    await app.write('big.txt', bytes(file('b')));
    const shown = must(await app.diff(), 'diff').files[0];
    expect(shown).toMatchObject({ added: 20_000, removed: 20_000, truncated: true });
    expect(shown?.text.length).toBeLessThan(33_000);
    expect(shown?.next).toMatchObject({ from: 1, to: 2, path: 'big.txt' });
  });

  it('what is published is never inferred from files', async () => {
    const { app } = await open();
    await app.write('a', bytes('1'));
    await app.publish(() => {});
    await app.write('a', bytes('2'));
    await app.write('a', bytes('1'));
    const { published, editedAfterPublishing, head } = await app.standing();
    expect({ published, editedAfterPublishing, head }).toEqual({ published: 1, editedAfterPublishing: false, head: 3 });
    const failed = await app.publish(() => {
      throw new Error('the host said no');
    });
    expect(failed).toEqual({ outcome: 'failed', revision: 3, message: 'the host said no' });
    expect((await app.standing()).published).toBe(1);
  });

  it('retention never deletes the published revision, nor the last that passed a check', async () => {
    const { app } = await open({ revisionsMax: 3 });
    for (let n = 1; n <= 4; n++) await app.write('a', bytes(`${n}`));
    await app.publish(() => {}, { revision: 2 });
    await app.recordCheck(3, { ok: true });
    for (let n = 5; n <= 30; n++) await app.write('a', bytes(`${n}`));
    expect(await textsOf(app, 2)).toEqual({ a: '2' });
    expect(await textsOf(app, 3)).toEqual({ a: '3' });
    expect((await app.history()) as object).toMatchObject({
      revisions: [30, 29, 28, 3, 2].map((revision) => ({ revision })),
    });
    expect(await app.undo({ to: 2 })).toMatchObject({ outcome: 'saved', revision: 31 });
  });

  it('a retried edit never makes a second revision, under a key or by its bytes', async () => {
    const { app } = await open();
    const retries = await Promise.all(Array.from({ length: 6 }, () => app.write('a', bytes('1'), { key: 'k' })));
    expect(retries.map((answer) => answer.outcome === 'saved' && answer.revision)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await app.write('a', bytes('1'))).toMatchObject({ outcome: 'unchanged', revision: 1 });
    expect((await app.standing()).head).toBe(1);
  });

  it('unchanged history and diffs are not told twice', async () => {
    const { app } = await open();
    await app.startTurn('t1');
    await app.write('a', bytes('1\n'), { turn: 't1' });
    await app.startTurn('t2');
    const [history, diff] = [must(await app.history(), 'history'), must(await app.diff(), 'diff')];
    expect(await app.history({ marker: history.marker })).toEqual({
      outcome: 'unchanged',
      unchangedSince: history.marker,
    });
    expect(await app.diff({ marker: diff.marker })).toEqual({ outcome: 'unchanged', unchangedSince: diff.marker });
    await app.recordCheck(1, { ok: true });
    expect((await app.history({ marker: history.marker })).outcome).toBe('history');
    await app.write('a', bytes('2\n'), { turn: 't2' });
    await app.startTurn('t3');
    expect((await app.diff({ marker: diff.marker })).outcome).toBe('diff');
  });
});
