/** Workspaces in odd places, by the command: each is kept apart, or refused by name. The whole list is in `docs/reliability.md`. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { isBuilt, openDesk, outcome } from './desk.js';

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(!isBuilt)('a workspace', () => {
  test('inside another one keeps its own edits; neither brings back what the other wrote over', () => {
    const desk = openDesk();
    desk.write('inner/x.md', 'mine\n');
    const write = (root: string, text: string) =>
      desk.json(['write', desk.file('inner/x.md'), '--root', root], { input: text });
    expect(outcome(write('.', 'outer\n'))).toEqual([0, 'pending']);
    expect(outcome(write('inner', 'inner\n'))).toEqual([0, 'pending']);
    expect(readdirSync(join(desk.home, 'workspaces'))).toHaveLength(2);
    expect(outcome(desk.json(['discard', 'inner/x.md', '--root', '.']))).toEqual([2, 'refused', 'FILE_CHANGED']);
    expect(desk.read('inner/x.md')).toBe('inner\n');
    expect(outcome(desk.json(['discard', 'inner/x.md', '--root', 'inner']))).toEqual([0, 'discarded']);
    expect(desk.read('inner/x.md')).toBe('outer\n');
    // The inner Discard made a new file with the same bytes: that is said, and can be accepted.
    expect(outcome(desk.json(['discard', 'inner/x.md', '--root', '.']))).toEqual([2, 'refused', 'FILE_REPLACED']);
    const accepted = desk.json(['discard', 'inner/x.md', '--root', '.', '--accept-replaced']);
    expect(outcome(accepted)).toEqual([0, 'discarded']);
    expect(desk.read('inner/x.md')).toBe('mine\n');
  });

  test('in /proc takes no edit, and the command ends in words', () => {
    const desk = openDesk();
    const ran = desk.json(['write', 'comm', '--root', '/proc/self'], { input: 'agent' });
    expect([1, 2]).toContain(ran.exit);
    expect(ran.error?.code ?? ran.code).not.toBe('VERBATIM_BUG');
    expect(readFileSync('/proc/self/comm', 'utf8').trim()).not.toBe('agent');
  });

  test('has no way to the ledger’s own files', () => {
    const desk = openDesk();
    desk.write('a.md', 'mine\n');
    desk.json(['write', 'a.md'], { input: 'agent\n' });
    const [id] = readdirSync(join(desk.home, 'workspaces'));
    for (const name of ['data.mdb', 'workspace.json', 'copies/x', 'manifests/x.json']) {
      const path = join(desk.home, 'workspaces', id ?? '', name);
      const before = existsSync(path) ? readFileSync(path) : undefined;
      expect(outcome(desk.json(['write', path], { input: 'x' })), name).toEqual([2, 'refused', 'OUTSIDE_ROOT']);
      expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(before);
    }
    expect(outcome(desk.json(['write', 'x.md', '--root', desk.home]))).toEqual([2, 'refused', 'HOME_IN_WORKSPACE']);
  });

  test.runIf(process.getuid?.() === 0)('whose home belongs to somebody else is refused', () => {
    const desk = openDesk();
    desk.write('a.md', 'mine\n');
    const home = join(desk.path, 'theirs');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 65_534, 65_534);
    const told = desk.json(['write', 'a.md', '--home', home], { input: 'agent\n' });
    expect(outcome(told)).toEqual([2, 'refused', 'HOME_UNSAFE']);
    expect(desk.read('a.md')).toBe('mine\n');
  });

  test('in which a folder became a link goes on with everything else', () => {
    const desk = openDesk();
    desk.write('drafts/x.md', 'mine\n');
    desk.write('y.md', 'mine\n');
    const edit = (name: string, text: string) => outcome(desk.json(['write', name], { input: text }));
    expect(edit('drafts/x.md', 'agent\n')).toEqual([0, 'pending']);
    renameSync(desk.file('drafts'), join(desk.path, 'moved'));
    symlinkSync(join(desk.path, 'moved'), desk.file('drafts'));
    expect(desk.json(['status'])).toMatchObject({ exit: 0 });
    expect(desk.json(['doctor'])).toMatchObject({ exit: 0 });
    expect(edit('y.md', 'agent\n')).toEqual([0, 'pending']);
    expect(outcome(desk.json(['discard', 'y.md']))).toEqual([0, 'discarded']);
  });

  test('in a git repository is told by git like any edit, and leaves git’s own files alone', () => {
    const desk = openDesk();
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', desk.root, ...args], { encoding: 'utf8', stdio: 'pipe' });
    desk.write('a.md', 'mine\n');
    git('init', '-q');
    git('add', '-A');
    desk.json(['write', 'a.md'], { input: 'agent\n' });
    expect(git('status', '--porcelain')).toBe('AM a.md\n');
    expect(outcome(desk.json(['discard', 'a.md']))).toEqual([0, 'discarded']);
    expect(git('status', '--porcelain')).toBe('A  a.md\n');
    expect(git('fsck')).toBe('');
  });
});
