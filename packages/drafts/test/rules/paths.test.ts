import { describe, expect, it } from 'vitest';
import { bytes, files, openMemory, textsOf } from '../open.js';

describe('paths', () => {
  it.each([
    ['./a//b/./c.txt', 'a/b/c.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['a b/ü.md', 'a b/ü.md'],
    ['...', '...'],
  ])('%s is stored as %s', async (given, stored) => {
    const { app } = await openMemory();
    await app.write(given, bytes('x'));
    expect(Object.keys(await textsOf(app))).toEqual([stored]);
    expect(await app.write(stored, bytes('x'))).toMatchObject({ outcome: 'unchanged' });
    expect(await app.read(given)).toMatchObject({ outcome: 'file', path: stored });
  });

  it.each([
    ['', 'INPUT_INVALID'],
    ['.', 'INPUT_INVALID'],
    ['a\0b', 'INPUT_INVALID'],
    ['a\nb', 'INPUT_INVALID'],
    ['a\u2028b', 'INPUT_INVALID'],
    ['\ud800', 'INPUT_INVALID'],
    ['a\\b', 'INPUT_INVALID'],
    ['a/', 'IS_FOLDER'],
    ['/etc/passwd', 'OUTSIDE_ROOT'],
    ['C:/x', 'OUTSIDE_ROOT'],
    ['./C:/x', 'OUTSIDE_ROOT'],
    ['.//c:x', 'OUTSIDE_ROOT'],
    ['\u212A:/x', 'OUTSIDE_ROOT'],
    ['../x', 'OUTSIDE_ROOT'],
    ['a/../b', 'OUTSIDE_ROOT'],
    ['ü'.repeat(128), 'LIMIT'],
    [Array.from({ length: 33 }, () => 'd').join('/'), 'LIMIT'],
    [Array.from({ length: 6 }, () => 'd'.repeat(200)).join('/'), 'LIMIT'],
  ])('%j is refused', async (path, code) => {
    const { app } = await openMemory();
    for (const answer of [
      await app.write(path, bytes('x')),
      await app.save([{ path, bytes: bytes('x') }]),
      await app.rename('a', path),
      await app.edit(path, { replace: 'a', with: 'b' }),
      await app.delete(path),
    ]) {
      expect(answer).toMatchObject({ outcome: 'refused', code });
    }
    expect((await app.standing()).head).toBe(0);
  });

  it('that differ by case alone are refused, folders too; a rename may change case', async () => {
    const { app } = await openMemory();
    await app.save(files({ 'src/App.js': '1', 'README.md': 'r' }));
    expect(await app.write('src/app.js', bytes('2'))).toMatchObject({
      code: 'CASE_TWIN',
      files: ['src/App.js', 'src/app.js'],
    });
    expect(await app.write('Src/other.js', bytes('2'))).toMatchObject({ code: 'CASE_TWIN' });
    expect(await app.save(files({ 'ß.txt': '1', 'SS.txt': '2' }))).toMatchObject({ code: 'CASE_TWIN' });
    expect(await app.save(files({ 'ß.txt': '1', 'ẞ.txt': '2' }))).toMatchObject({ code: 'CASE_TWIN' });
    expect(await app.rename('src/App.js', 'src/app.js')).toMatchObject({ outcome: 'saved', revision: 2 });
  });

  it('are a file or a folder, never both', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1'));
    expect(await app.write('a/b', bytes('2'))).toMatchObject({ code: 'PATH_TAKEN' });
    expect(await app.save(files({ 'x/y': '1', x: '2' }))).toMatchObject({ code: 'PATH_TAKEN' });
    const swap = await app.apply([
      { op: 'delete', path: 'a' },
      { op: 'write', path: 'a/b', bytes: bytes('2') },
    ]);
    expect(swap).toMatchObject({ outcome: 'saved' });
  });

  it('are given once in a set', async () => {
    const { app } = await openMemory();
    expect(await app.save([...files({ 'a.txt': '1' }), ...files({ './a.txt': '2' })])).toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('are 10,000 at most', async () => {
    const { app } = await openMemory();
    const many = Array.from({ length: 10_001 }, (_, n) => ({ path: `f${n}`, bytes: bytes('x') }));
    expect(await app.save(many)).toMatchObject({ code: 'LIMIT' });
    expect(await app.save(many.slice(1))).toMatchObject({
      outcome: 'saved',
      fileCount: 10_000,
      reason: expect.stringMatching(/^save f1, .* and \d+ more$/),
    });
  });

  it('of apps, turns and keys are ids of one line', async () => {
    const { app, drafts } = await openMemory();
    for (const id of ['', 'a\nb', 'x'.repeat(201)]) {
      expect(await drafts.app(id).write('a', bytes('1'))).toMatchObject({ code: 'INPUT_INVALID' });
      expect(await app.write('a', bytes('1'), { key: id })).toMatchObject({ code: 'INPUT_INVALID' });
      expect(await app.write('a', bytes('1'), { turn: id })).toMatchObject({ code: 'INPUT_INVALID' });
      expect(await app.startTurn(id)).toMatchObject({ code: 'INPUT_INVALID' });
      await expect(drafts.app(id).standing()).rejects.toMatchObject({ code: 'VERBATIM_CALL_INVALID' });
    }
  });
});
