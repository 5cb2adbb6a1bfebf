import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBuilt, openDesk, outcome } from './desk.js';

const edit = ['edit', 'a.txt', '--replace', 'one', '--with', 'two'];

describe.skipIf(!isBuilt)('the workspace', () => {
  test('is the nearest known one above the current folder', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.write('deep/er/b.txt', 'one');
    desk.json(edit);
    const status = desk.json(['status'], { cwd: desk.file('deep/er') });
    expect(status).toMatchObject({ root: desk.root, isKnown: true, actions: [{ files: [{ path: 'a.txt' }] }] });
    expect(desk.json(['discard', '../../a.txt'], { cwd: desk.file('deep/er') }).outcome).toBe('discarded');
  });

  test('that nobody knows is told kindly, and nothing is made for it', () => {
    const desk = openDesk();
    const ran = desk.run(['status']);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toContain(`No agent has worked in ${desk.root} through Verbatim yet`);
    expect(desk.json(['status'])).toMatchObject({ exit: 0, isKnown: false, actions: [] });
    expect(existsSync(desk.home)).toBe(false);
  });

  test('is never the home folder, the whole disk, or around the copies', () => {
    const desk = openDesk();
    const user = join(desk.path, 'user');
    expect(outcome(desk.json(['status'], { cwd: user }))).toEqual([2, 'refused', 'ROOT_FORBIDDEN']);
    expect(outcome(desk.json(['status', '--root', '/']))).toEqual([2, 'refused', 'ROOT_FORBIDDEN']);
    expect(outcome(desk.json([...edit, '--home', 'copies']))).toEqual([2, 'refused', 'HOME_IN_WORKSPACE']);
    expect(outcome(desk.json([...edit, '--home', desk.path]))).toEqual([2, 'refused', 'HOME_IN_WORKSPACE']);
    expect(outcome(desk.json(['status', '--root', 'nowhere']))).toEqual([2, 'refused', 'INPUT_INVALID']);
    expect(readdirSync(desk.root)).toEqual([]);
    const told = desk.run(['status'], { cwd: user });
    expect(told.stderr).toContain('check  ROOT_FORBIDDEN');
    expect(told.stderr).toContain('--root DIR');
  });

  test('has its copies in a folder that nobody else can touch', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    const home = join(desk.path, 'home');
    mkdirSync(home, { mode: 0o755 });
    chmodSync(home, 0o777);
    expect(outcome(desk.json([...edit, '--home', home]))).toEqual([2, 'refused', 'HOME_UNSAFE']);
    chmodSync(home, 0o700);
    symlinkSync(home, join(desk.path, 'link'));
    expect(outcome(desk.json([...edit, '--home', join(desk.path, 'link')]))).toEqual([2, 'refused', 'HOME_UNSAFE']);
    expect(outcome(desk.json(edit, { env: { VERBATIM_HOME: home } }))).toEqual([0, 'pending']);
    expect(readdirSync(home)).toEqual(['workspaces']);
    expect(existsSync(desk.home)).toBe(false);
  });

  test('that moved stops everything until it is told where it is', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.write('b.txt', 'one');
    desk.json(edit);
    const moved = join(desk.path, 'moved');
    renameSync(desk.root, moved);
    for (const args of [['status'], edit, ['discard', 'a.txt']]) {
      const answer = desk.json(args, { cwd: moved });
      expect(outcome(answer)).toEqual([2, 'refused', 'WORKSPACE_MOVED']);
      expect(answer.next).toBe(`verbatim relocate --root ${moved}`);
    }
    expect(desk.json(['relocate'], { cwd: moved })).toMatchObject({ exit: 0, ok: true, from: desk.root, to: moved });
    expect(outcome(desk.json(['discard', 'a.txt'], { cwd: moved }))).toEqual([0, 'discarded']);
    expect(desk.read('../moved/a.txt')).toBe('one');
  });

  test('that was moved away from a folder that took its place keeps its reviews', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.write('d.txt', 'gone');
    desk.json(edit);
    desk.json(['delete', 'd.txt']);
    const moved = join(desk.path, 'work.bak');
    renameSync(desk.root, moved);
    desk.write('b.txt', 'one');
    expect(desk.json(['status']).notes).toEqual([expect.stringContaining('in another folder than the one')]);
    const there = desk.json(['edit', 'b.txt', '--replace', 'one', '--with', 'two']);
    expect(there.notes).toEqual([expect.stringContaining('run verbatim relocate where it is now')]);

    const status = desk.json(['status'], { cwd: moved });
    expect(outcome(status)).toEqual([2, 'refused', 'WORKSPACE_MOVED']);
    expect(status.message).toContain(`${desk.root}, where another folder lies now`);
    expect(desk.json(['relocate'], { cwd: moved })).toMatchObject({ exit: 0, from: desk.root, to: moved });
    expect(outcome(desk.json(['discard', 'a.txt', 'd.txt'], { cwd: moved }))).toEqual([0, 'discarded']);
    expect([desk.read('../work.bak/a.txt'), desk.read('../work.bak/d.txt')]).toEqual(['one', 'gone']);

    expect(desk.json(['status'])).toMatchObject({ isKnown: false, actions: [], notes: [] });
    desk.json(['edit', 'b.txt', '--replace', 'two', '--with', 'three']);
    expect(desk.json(['status']).actions).toMatchObject([{ files: [{ path: 'b.txt' }] }]);
    expect(desk.read('d.txt')).toBeUndefined();
  });

  test('whose folder was removed and made anew goes on', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.json(edit);
    cpSync(desk.root, join(desk.path, 'backup'), { recursive: true });
    rmSync(desk.root, { recursive: true });
    cpSync(join(desk.path, 'backup'), desk.root, { recursive: true });
    expect(desk.json(['status']).actions).toHaveLength(1);
    expect(outcome(desk.json(['discard', 'a.txt', '--accept-replaced']))).toEqual([0, 'discarded']);
    expect(desk.read('a.txt')).toBe('one');
  });

  test('that was copied is relocated by its old place, and its files say that they are others', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.json(edit);
    const copy = join(desk.path, 'copy');
    cpSync(desk.root, copy, { recursive: true });
    expect(desk.json(['status'], { cwd: copy }).isKnown).toBe(false);
    expect(outcome(desk.json(['relocate', '--from', desk.root], { cwd: copy }))).toEqual([
      2,
      'refused',
      'INPUT_INVALID',
    ]);
    renameSync(desk.root, join(desk.path, 'gone'));
    writeFileSync(join(desk.path, 'gone', 'a.txt'), '');
    expect(desk.run(['relocate', '--from', desk.root], { cwd: copy }).stdout).toContain('Its reviews wait there.');
    expect(outcome(desk.json(['discard', 'a.txt'], { cwd: copy }))).toEqual([2, 'refused', 'FILE_REPLACED']);
  });

  test('whose record is damaged is never taken for a new one', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    desk.json(edit);
    const [id] = readdirSync(join(desk.home, 'workspaces'));
    const record = join(desk.home, 'workspaces', id ?? '', 'workspace.json');
    writeFileSync(record, '{');
    const answer = desk.json(['status']);
    expect(answer).toMatchObject({ exit: 1, error: { code: 'VERBATIM_LEDGER_DAMAGED', path: record } });
    const told = desk.run(['status']);
    expect(told).toMatchObject({ status: 1, stdout: '' });
    expect(told.stderr).toContain(`path   ${record}`);
    writeFileSync(record, '{"v":9}');
    expect(desk.json(['status'])).toMatchObject({ exit: 1, error: { code: 'VERBATIM_LEDGER_NEWER' } });
  });

  test('is named in suggestions again where it was named', () => {
    const desk = openDesk();
    desk.write('a.txt', 'one');
    const ran = desk.run([...edit, '--root', desk.root, '--home', join(desk.path, 'h o')], { cwd: desk.path });
    expect(ran.stdout).toContain(`verbatim inspect ./a.txt --root ${desk.root} --home '${desk.path}/h o'`);
  });
});
