import { describe, expect, it } from 'vitest';
import { bytes, files, must, openMemory, saved, textsOf } from '../open.js';

describe('writes', () => {
  it('expect a revision where they say so', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { expectedRevision: 0 });
    const late = await app.write('a', bytes('2'), { expectedRevision: 0 });
    expect(late).toMatchObject({ outcome: 'refused', code: 'REVISION_MOVED' });
    expect(await textsOf(app)).toEqual({ a: '1' });
    expect(saved(await app.write('a', bytes('2'), { expectedRevision: 1 }))).toBe(2);
  });

  it('of one call are one revision or none', async () => {
    const { app } = await openMemory();
    await app.save(files({ 'a.txt': 'a', 'b.txt': 'b' }));
    const refused = await app.apply([
      { op: 'write', path: 'a.txt', bytes: bytes('new') },
      { op: 'edit', path: 'b.txt', replace: 'missing', with: '' },
    ]);
    expect(refused).toMatchObject({ outcome: 'refused', code: 'MATCH_ABSENT', files: ['b.txt'] });
    expect(await textsOf(app)).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
    const answer = await app.apply([
      { op: 'write', path: 'c.txt', bytes: bytes('one two') },
      { op: 'edit', path: 'c.txt', replace: 'two', with: 'three' },
      { op: 'rename', from: 'c.txt', to: 'd.txt' },
      { op: 'delete', path: 'a.txt' },
    ]);
    expect(answer).toMatchObject({
      reason: 'write c.txt, edit c.txt, rename c.txt to d.txt, delete a.txt',
      files: [
        { path: 'a.txt', kind: 'deleted' },
        { path: 'd.txt', kind: 'added' },
      ],
    });
    expect(await textsOf(app)).toEqual({ 'b.txt': 'b', 'd.txt': 'one three' });
  });

  it.each([
    ['an edit of a file that is not there', { op: 'edit', path: 'x', replace: 'a', with: 'b' }, 'FILE_ABSENT'],
    ['a delete of a file that is not there', { op: 'delete', path: 'x' }, 'FILE_ABSENT'],
    ['a rename of a file that is not there', { op: 'rename', from: 'x', to: 'y' }, 'FILE_ABSENT'],
    ['a rename over another file', { op: 'rename', from: 'a', to: 'b' }, 'PATH_TAKEN'],
    ['an edit whose text is there twice', { op: 'edit', path: 'a', replace: 'x', with: 'y' }, 'MATCH_AMBIGUOUS'],
    ['an edit of no text', { op: 'edit', path: 'a', replace: '', with: 'y' }, 'INPUT_INVALID'],
  ] as const)('refuse %s', async (_, operation, code) => {
    const { app } = await openMemory();
    await app.save(files({ a: 'xx', b: 'b' }));
    expect(await app.apply([operation])).toMatchObject({ outcome: 'refused', code });
    expect((await app.standing()).head).toBe(1);
  });

  it.each([['text'], [undefined], [null], [new Uint16Array([65])], [[104, 105]]])(
    'throw for what are no bytes (%j), by the file’s name',
    async (given) => {
      const opened = await openMemory();
      const { app } = opened;
      await app.write('a', bytes('precious'));
      const wrong = { path: './a', bytes: given as never };
      const thrown = { code: 'VERBATIM_CALL_INVALID', path: 'a' };
      await expect(app.write('./a', given as never)).rejects.toMatchObject(thrown);
      await expect(app.save([wrong])).rejects.toMatchObject(thrown);
      await expect(
        app.apply([
          { op: 'delete', path: 'a' },
          { op: 'write', ...wrong },
        ]),
      ).rejects.toMatchObject(thrown);
      opened.policy = { generators: [{ owns: ['a'], generate: () => [wrong] }] };
      await expect(app.regenerate()).rejects.toMatchObject(thrown);
      expect(await textsOf(app)).toEqual({ a: 'precious' });
      expect((await app.standing()).head).toBe(1);
    },
  );

  it.each([
    ['an edit that does not say what to replace', { op: 'edit', path: 'a', with: 'x' }],
    ['an edit that does not say with what', { op: 'edit', path: 'a', replace: 'x' }],
    ['an edit by a number', { op: 'edit', path: 'a', replace: 1, with: 'x' }],
    ['an operation that there is not', { op: 'move', path: 'a' }],
    ['a path that is none', { op: 'delete', path: 42 }],
    ['a path that is missing', { op: 'rename', from: 'a' }],
  ])('throw for %s', async (_, operation) => {
    const { app } = await openMemory();
    await app.write('a', bytes('1 undefined'));
    await expect(app.apply([operation as never])).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    expect(await textsOf(app)).toEqual({ a: '1 undefined' });
  });

  it('refuse to do nothing at all', async () => {
    const { app } = await openMemory();
    expect(await app.apply([])).toMatchObject({ code: 'INPUT_INVALID' });
  });

  it.each([
    { reserved: 'platform.json' },
    { reserved: [1] },
    { generators: {} },
    { generators: [{ owns: 'gen.txt', generate: () => [] }] },
    { generators: [{ owns: [] }] },
    { text: 'utf-8' },
    { revisionsMax: 1 },
  ])('are not made under a policy that is none: %j', async (policy) => {
    const opened = await openMemory();
    opened.policy = policy as never;
    const { app } = opened;
    await expect(app.write('a', bytes('1'))).rejects.toMatchObject({
      code: 'VERBATIM_CALL_INVALID',
      path: 'groceries',
    });
    opened.policy = {};
    expect(await app.standing()).toMatchObject({ head: 0 });
  });

  it('keep every byte where the policy says as is', async () => {
    const { app } = await openMemory({ text: 'as-is' });
    await app.write('a.txt', bytes('\uFEFFa\r\n'));
    expect(must(await app.read('a.txt'), 'file').bytes).toEqual(bytes('\uFEFFa\r\n'));
  });

  it('leave platform files alone, whatever the spelling', async () => {
    const { app } = await openMemory({ reserved: ['platform.json', 'generated/'] });
    const platform = { 'platform.json': '{}', 'generated/a.js': 'g' };
    await app.save(files({ ...platform, 'app.js': '1' }), { asPlatform: true });
    for (const answer of [
      await app.write('platform.json', bytes('x')),
      await app.write('Platform.JSON', bytes('x')),
      await app.write('generated/new.js', bytes('x')),
      await app.delete('generated/a.js'),
      await app.rename('app.js', 'generated/app.js'),
      await app.rename('platform.json', 'mine.json'),
      await app.edit('platform.json', { replace: '{}', with: '' }),
      await app.save(files({ 'platform.json': 'x' })),
      await app.save(files({ 'generated/b.js': 'x' })),
    ]) {
      expect(answer).toMatchObject({ outcome: 'refused', code: 'PATH_RESERVED' });
    }
    // A set that holds them as they are, or not at all, leaves them as they are.
    expect(await app.save(files({ ...platform, 'app.js': '2' }))).toMatchObject({ outcome: 'saved' });
    expect(await app.save(files({ 'app.js': '3' }))).toMatchObject({ outcome: 'saved' });
    expect(await textsOf(app)).toEqual({ ...platform, 'app.js': '3' });
  });

  it('have reasons made of facts that are never long', async () => {
    const { app } = await openMemory();
    await app.save(files(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`some/folder/file-${n}.txt`, 'x']))));
    await app.write(`${'long/'.repeat(20)}${'😀'.repeat(40)}.txt`, bytes('1'));
    await app.save([]);
    for (const { reason } of must(await app.history(), 'history').revisions) {
      expect(reason.length).toBeLessThanOrEqual(120);
      expect(reason).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('refuse files that are too large', async () => {
    const { app } = await openMemory({ text: 'as-is' });
    expect(await app.write('big', new Uint8Array(67_108_865))).toMatchObject({ code: 'LIMIT', files: ['big'] });
  });

  it('are told of other arguments under the same key', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'), { key: 'k' });
    for (const answer of [
      await app.write('a', bytes('2'), { key: 'k' }),
      await app.write('b', bytes('1'), { key: 'k' }),
      await app.write('a', bytes('1'), { key: 'k', expectedRevision: 0 }),
      await app.undo({}, { key: 'k' }),
      await app.recordCheck(1, { ok: true }, { key: 'k' }),
      await app.publish(() => {}, { key: 'k' }),
    ]) {
      expect(answer).toMatchObject({ outcome: 'refused', code: 'KEY_REUSED' });
    }
  });

  it('are the same under a key however their arguments are put', async () => {
    const { app } = await openMemory();
    await app.startTurn('t');
    await app.save(files({ a: 'x', b: 'x' }), { turn: 't', key: 'set', expectedRevision: 0 });
    expect(await app.save(files({ b: 'x', a: 'x' }), { key: 'set', expectedRevision: 0, turn: 't' })).toMatchObject({
      revision: 1,
      replayed: true,
    });
    await app.apply([{ op: 'edit', path: 'a', replace: 'x', with: 'y' }], { key: 'edit' });
    expect(
      await app.apply([{ with: 'y', all: false, replace: 'x', path: './a', op: 'edit' }], { key: 'edit' }),
    ).toMatchObject({ revision: 2, replayed: true });
    await app.undo({ to: 1 }, { key: 'undo' });
    expect(await app.undo({ turn: undefined as never, to: 1 }, { key: 'undo' })).toMatchObject({ replayed: true });
  });

  it('do not look at the caller’s bytes again once they were called', async () => {
    const { app } = await openMemory({ text: 'as-is' });
    const given = Buffer.from('first');
    const writing = [app.write('a', given), app.save([{ path: 'a', bytes: given }])];
    given.write('other');
    await Promise.all(writing);
    expect(await textsOf(app)).toEqual({ a: 'first' });
  });

  it('find text that is remembered with other line ends than it was stored with', async () => {
    const { app } = await openMemory();
    await app.write('a.txt', bytes('one\r\ntwo\r\n'));
    await app.edit('a.txt', { replace: 'one\r\ntwo', with: '1\r\n2' });
    expect(await textsOf(app)).toEqual({ 'a.txt': '1\n2\n' });
  });

  it('answer a retry even when the draft has moved since, and an unchanged one too', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    await app.write('a', bytes('1'), { key: 'same' });
    await app.write('a', bytes('2'), { key: 'k', expectedRevision: 1 });
    await app.write('a', bytes('3'));
    expect(await app.write('a', bytes('2'), { key: 'k', expectedRevision: 1 })).toMatchObject({
      revision: 2,
      replayed: true,
    });
    expect(await app.write('a', bytes('1'), { key: 'same' })).toMatchObject({
      outcome: 'unchanged',
      revision: 1,
      replayed: true,
    });
    expect(await textsOf(app)).toEqual({ a: '3' });
  });
});
