import { describe, expect, it } from 'vitest';
import type { AppDraft, DiffedFile, DiffRequest } from '../../src/index.js';
import { bytes, files, must, openMemory } from '../open.js';

const numbered = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, n) => `${mark}${n}\n`).join('');

/** Follows every request that the answers hand out, as they are. */
async function followed(app: AppDraft, request: DiffRequest): Promise<Map<string, { text: string; answers: number }>> {
  const found = new Map<string, { text: string; answers: number }>();
  const waiting: DiffRequest[] = [request];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const shown = must(await app.diff(next), 'diff');
    if (shown.next !== undefined) waiting.push(shown.next);
    for (const file of shown.files) {
      const so = found.get(file.path) ?? { text: '', answers: 0 };
      found.set(file.path, { text: so.text + bodyOf(file), answers: so.answers + 1 });
      if (file.next !== undefined) waiting.unshift(file.next);
    }
  }
  return found;
}

const bodyOf = ({ text }: DiffedFile): string =>
  text
    .split('\n')
    .filter((line) => /^[-+]/.test(line) && !/^(---|\+\+\+) /.test(line))
    .map((line) => `${line}\n`)
    .join('');

describe('a diff', () => {
  it('is of any two revisions, of a turn, or against r0', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1\n'), { turn: 't1' });
    await app.write('a', bytes('2\n'), { turn: 't2' });
    await app.write('a', bytes('3\n'), { turn: 't2' });
    expect(must(await app.diff({ from: 1, to: 3 }), 'diff')).toMatchObject({
      turn: null,
      files: [{ added: 1, removed: 1 }],
    });
    expect(must(await app.diff({ from: 3, to: 1 }), 'diff').files[0]?.text).toContain('--- a@3\n+++ a@1\n');
    expect(must(await app.diff({ turn: 't2' }), 'diff')).toMatchObject({ turn: 't2', from: 1, to: 3 });
    expect(must(await app.diff({ from: 0, to: 1 }), 'diff').files[0]).toMatchObject({
      kind: 'added',
      text: '--- /dev/null\n+++ a@1\n@@ -0,0 +1 @@\n+1\n',
    });
    expect(must(await app.diff({ to: 2 }), 'diff')).toMatchObject({ from: 1, to: 2 });
    expect(await app.diff({ turn: 'none' })).toMatchObject({ code: 'TURN_UNKNOWN' });
    expect(await app.diff({ from: 9 })).toMatchObject({ code: 'REVISION_UNKNOWN' });
    expect(await app.diff({ from: 1.5, to: 2 })).toMatchObject({ code: 'REVISION_UNKNOWN' });
    expect(await app.diff({ linesMax: 0 })).toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('without any turn is what the newest revision changed', async () => {
    const { app } = await openMemory();
    expect(must(await app.diff(), 'diff')).toMatchObject({ from: 0, to: 0, files: [] });
    await app.write('a', bytes('1\n'));
    await app.write('b', bytes('1\n'));
    expect(must(await app.diff(), 'diff')).toMatchObject({ from: 1, to: 2, files: [{ path: 'b' }] });
  });

  it('says what was added, edited, deleted, renamed and binary', async () => {
    const { app } = await openMemory();
    await app.save([
      ...files({ 'gone.txt': 'g\n', 'old.txt': 'o\n', 'e.txt': '1\n' }),
      { path: 'b.bin', bytes: new Uint8Array([0, 1]) },
    ]);
    await app.save([
      ...files({ 'new.txt': 'n\n', 'moved.txt': 'o\n', 'e.txt': '2\n' }),
      { path: 'b.bin', bytes: new Uint8Array([0, 2]) },
    ]);
    const shown = must(await app.diff(), 'diff').files;
    expect(shown.map(({ path, kind, from, isBinary }) => [path, kind, from, isBinary])).toEqual([
      ['b.bin', 'edited', undefined, true],
      ['e.txt', 'edited', undefined, false],
      ['gone.txt', 'deleted', undefined, false],
      ['moved.txt', 'renamed', 'old.txt', false],
      ['new.txt', 'added', undefined, false],
    ]);
    expect(shown[0]?.text).toBe('Binary files b.bin@1 and b.bin@2 differ\n');
    expect(shown[2]?.text).toBe('--- gone.txt@1\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n');
    expect(shown[3]?.text).toBe('rename from old.txt@1\nrename to moved.txt@2\n');
  });

  it('shows every line once when its follow-up requests are sent back as they are', async () => {
    const { app } = await openMemory();
    const before = { 'a.txt': numbered(300), 'b.txt': numbered(20), 'c.txt': numbered(900) };
    const after = { 'a.txt': numbered(300, 'x'), 'b.txt': numbered(20, 'y'), 'c.txt': numbered(900, 'z') };
    await app.save(files(before));
    await app.save(files(after));
    const found = await followed(app, { linesMax: 60 });
    for (const [path, mark] of [
      ['a.txt', 'x'],
      ['b.txt', 'y'],
      ['c.txt', 'z'],
    ] as const) {
      const count = path === 'a.txt' ? 300 : path === 'b.txt' ? 20 : 900;
      const expected = [
        ...Array.from({ length: count }, (_, n) => `-${n}`),
        ...Array.from({ length: count }, (_, n) => `+${mark}${n}`),
      ];
      expect(found.get(path)?.text.trimEnd().split('\n').toSorted()).toEqual(expected.toSorted());
    }
  });

  it('of very many files is paged, and each file has its counts', async () => {
    const { app } = await openMemory();
    const set = (mark: string) =>
      files(Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`f${n + 1000}.txt`, `${mark}\n`])));
    await app.save(set('1'));
    await app.save(set('2'));
    const first = must(await app.diff(), 'diff');
    expect(first).toMatchObject({ fileCount: 450, truncated: true, next: { from: 1, to: 2 } });
    expect(first.files).toHaveLength(200);
    for (const file of first.files) expect(file).toMatchObject({ added: 1, removed: 1 });
    const found = await followed(app, {});
    expect(found.size).toBe(450);
    for (const { text } of found.values()) expect(text).toBe('-1\n+2\n');
  });

  it('of one endless line is bounded, too', async () => {
    const { app } = await openMemory();
    await app.write('app.min.js', bytes('a'.repeat(2_000_000)));
    await app.write('app.min.js', bytes('b'.repeat(2_000_000)));
    const shown = must(await app.diff(), 'diff');
    expect(shown.files[0]).toMatchObject({ added: 1, removed: 1, truncated: true });
    expect(JSON.stringify(shown).length).toBeLessThan(40_000);
    expect((await followed(app, {})).size).toBe(1);
  });

  it('leaves what small files do not need to the large ones', async () => {
    const { app } = await openMemory();
    await app.save(files({ 'a.txt': '1\n', 'b.txt': '1\n', 'c.txt': numbered(150) }));
    await app.save(files({ 'a.txt': '2\n', 'b.txt': '2\n', 'c.txt': numbered(150, 'x') }));
    const shown = must(await app.diff({ linesMax: 330 }), 'diff');
    expect(shown.truncated).toBe(false);
  });

  it('shows what happened to one file, also by its old name', async () => {
    const { app } = await openMemory();
    await app.save(files({ 'a.txt': '1\n', 'b.txt': '1\n1\n' }));
    await app.save(files({ 'a.txt': '2\n', 'c.txt': '1\n1\n' }));
    expect(must(await app.diff({ path: './a.txt' }), 'diff').files.map(({ path }) => path)).toEqual(['a.txt']);
    expect(must(await app.diff({ path: 'b.txt' }), 'diff').files).toMatchObject([
      { path: 'c.txt', kind: 'renamed', from: 'b.txt' },
    ]);
    expect(must(await app.diff({ path: 'none' }), 'diff').files).toEqual([]);
  });

  it('is never stored: asking leaves the app as it was', async () => {
    const { app } = await openMemory();
    await app.write('a', bytes('1\n'));
    const before = [await app.standing(), await app.metrics(), await app.history()];
    await app.diff();
    expect([await app.standing(), await app.metrics(), await app.history()]).toEqual(before);
  });
});
