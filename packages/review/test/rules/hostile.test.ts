/** Places and files that no rule of their own is about: each is refused or told, and everything is as it was (P14). The whole list is in `docs/reliability.md`. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVerbatimError } from '@verbatim/core';
import { describe, expect, it } from 'vitest';
import { action, file, openWorkspace, put, sha256, type Workspace } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, statusOf, workspaceForEach } from './each-workspace.js';

/** The refusal's code, or the fault's. */
async function codeOf(run: () => Promise<{ readonly outcome: string; readonly code?: string }>): Promise<string> {
  try {
    const { outcome, code } = await run();
    return code ?? outcome;
  } catch (error) {
    if (!isVerbatimError(error)) throw error;
    return error.code;
  }
}

const everyWay = (
  w: Workspace,
  path: string,
): (() => Promise<{ readonly outcome: string; readonly code?: string }>)[] => [
  () => w.review.act('write', [put(path, 'agent')]),
  () => w.review.act('delete', [{ op: 'delete', path }]),
  () => w.review.act('move', [{ op: 'move', path, to: 'moved-away' }]),
];

describe.runIf(maySetFlags())('with the flags of the disk', () => {
  const flag = (w: Workspace, path: string, change: string): void => void execFileSync('chattr', [change, w.at(path)]);

  inBothOrders((here) => {
    it.each([
      ['immutable', 'i', 'READ_ONLY'],
      ['append-only', 'a', ''],
    ])('a file that is %s is not edited, and what waits on it is not discarded', async (_, letter, code) => {
      const { w } = here;
      w.write('a.md', 'mine');
      w.write('b.md', 'before');
      const id = await edited(w, put('b.md', 'agent'));
      for (const path of ['a.md', 'b.md']) flag(w, path, `+${letter}`);
      try {
        for (const way of everyWay(w, 'a.md'))
          expect(await codeOf(way)).toMatch(code || /READ_ONLY|VERBATIM_(IO|WRITE_FAILED)/);
        const told = await codeOf(() => w.review.discard([action(id)]));
        expect(told).toMatch(code || /READ_ONLY|VERBATIM_(IO|WRITE_FAILED)/);
        expect(w.files()).toEqual({ 'a.md': 'mine', 'b.md': 'agent' });
        expect(await statusOf(w, id)).toBe('pending');
      } finally {
        for (const path of ['a.md', 'b.md']) flag(w, path, `-${letter}`);
      }
      await w.review.recover();
      await discarded(w, action(id));
      expect(w.files()).toEqual({ 'a.md': 'mine', 'b.md': 'before' });
    });

    it('a folder that is immutable is left alone', async () => {
      const { w } = here;
      w.write('sub/a.md', 'mine');
      flag(w, 'sub', '+i');
      try {
        for (const path of ['sub/a.md', 'sub/new.md'])
          expect(await codeOf(() => w.review.act('write', [put(path, 'agent')]))).toBe('FOLDER_READ_ONLY');
        expect(w.files()).toEqual({ 'sub/': '', 'sub/a.md': 'mine' });
      } finally {
        flag(w, 'sub', '-i');
      }
    });
  });
});

describe('a path', () => {
  const here = workspaceForEach();

  it('into /proc or /dev is refused, directly or through a link', async () => {
    const { w } = here;
    symlinkSync('/proc/self', w.at('self'));
    symlinkSync('/dev', w.at('dev'));
    for (const path of [
      '/proc/self/environ',
      'self/environ',
      'self/root/etc/passwd',
      'self/cwd/a.md',
      '/dev/zero',
      'dev/null',
    ])
      for (const way of everyWay(w, path)) expect(await codeOf(way), path).toBe('OUTSIDE_ROOT');
  });

  it('of a million bytes is refused, and one of many folders is reached or refused', async () => {
    const { w } = here;
    for (const path of ['x'.repeat(1_000_000), `${'x/'.repeat(500_000)}a.md`, `${'y'.repeat(200)}/`.repeat(40)])
      for (const way of everyWay(w, path))
        expect(await codeOf(way)).toMatch(/^(INPUT_INVALID|FILE_ABSENT|IS_FOLDER|LIMIT)$/);
    expect(w.files()).toEqual({});
  });
});

it('names that differ in case alone are two files where the disk says so', async () => {
  const w = await openWorkspace();
  try {
    w.write('A.md', 'upper');
    if (w.read('a.md') === null) {
      w.write('a.md', 'lower');
      await edited(w, put('a.md', 'agent'));
      await edited(w, put('A.md', 'AGENT'));
      await discarded(w, file('a.md'));
      expect(w.files()).toEqual({ 'A.md': 'AGENT', 'a.md': 'lower' });
      await discarded(w, file('A.md'));
      expect(w.files()).toEqual({ 'A.md': 'upper', 'a.md': 'lower' });
    }
  } finally {
    await w.close();
  }
});

it('a file of a terabyte with nothing in it is refused by the limit, before it is read', async () => {
  const w = await openWorkspace();
  try {
    writeFileSync(w.at('sparse.bin'), '');
    truncateSync(w.at('sparse.bin'), 2 ** 40);
    for (const way of everyWay(w, 'sparse.bin')) expect(await codeOf(way)).toBe('LIMIT');
    expect(await codeOf(() => w.review.begin(['sparse.bin']))).toBe('LIMIT');
  } finally {
    rmSync(w.at('sparse.bin'));
    await w.close();
  }
});

describe('copies of the ledger', () => {
  const here = workspaceForEach();

  it.each(['changed places', 'a folder in its place', 'gone'])(
    'that are %s are not used, and others are',
    async (how) => {
      const { w } = here;
      w.isDamaged = true;
      for (const path of ['a.md', 'b.md', 'c.md']) w.write(path, `${path} before`);
      const [a, b, c] = [
        await edited(w, put('a.md', 'A')),
        await edited(w, put('b.md', 'B')),
        await edited(w, put('c.md', 'C')),
      ];
      const [one, two] = ['a.md before', 'b.md before'].map((text) => join(w.ledgerDir, 'copies', sha256(text)));
      if (one === undefined || two === undefined) throw new Error('no copies');
      if (how === 'changed places') {
        renameSync(one, `${one}.aside`);
        renameSync(two, one);
        renameSync(`${one}.aside`, two);
      } else {
        for (const copy of [one, two]) rmSync(copy);
        if (how !== 'gone') for (const copy of [one, two]) mkdirSync(copy);
      }
      for (const id of [a, b]) {
        const told = await codeOf(() => w.review.discard([action(id)]));
        expect(told).toMatch(how === 'a folder in its place' ? /^VERBATIM_IO$/ : /^(COPY_CORRUPT|PAIR_INCOMPLETE)$/);
        expect(await statusOf(w, id)).toBe('pending');
      }
      expect(w.ledger.verify().problems.length).toBe(2);
      await discarded(w, action(c));
      expect(w.files()).toEqual({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'c.md before' });
    },
  );
});

it('a clock that goes back, or stands still, changes no order', async () => {
  let now = Date.parse('2026-06-01T12:00:00Z');
  const clock = { now: () => now, sleep: async () => {} };
  const w = await openWorkspace({ ledger: { clock } });
  try {
    w.write('a.md', '0');
    for (const [text, step] of [
      ['1', -86_400_000],
      ['2', 0],
      ['3', 0],
      ['4', -1],
    ] as const) {
      await edited(w, put('a.md', text));
      now += step;
    }
    const waiting = (await w.review.status()).actions.map(({ id }) => id);
    expect(waiting).toEqual(w.ledger.read((view) => [...view.allActions()].map(({ id }) => id)));
    await discarded(w, file('a.md'));
    expect(w.read('a.md')).toBe('0');
  } finally {
    await w.close();
  }
});

it('a workspace in a git repository: git sees the edit, and nothing else of ours, then or afterwards', async () => {
  const w = await openWorkspace();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', w.base, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    writeFileSync(join(w.base, '.gitignore'), 'ledger/\ntrash/\n');
    w.write('sub/a.md', 'before');
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first');
    const id = await edited(w, put('sub/a.md', 'agent'), put('new.md', 'agent'));
    expect(git('status', '--porcelain').trim().split('\n').sort()).toEqual(
      ['?? work/new.md', 'M work/sub/a.md'].sort(),
    );
    await discarded(w, action(id));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('fsck', '--strict')).toBe('');
  } finally {
    await w.close();
  }
});

it('an agent that removes the whole workspace: what it deleted comes back, what it changed is told, no copy is lost', async () => {
  const w = await openWorkspace();
  try {
    w.write('a.md', 'before');
    w.write('sub/old.md', 'old');
    const changed = await edited(w, put('a.md', 'agent'));
    const deleted = await bracket(w, ['sub/old.md'], () => rmSync(w.at('sub'), { recursive: true }));
    const copies = readdirSync(join(w.ledgerDir, 'copies'));
    rmSync(w.root, { recursive: true });
    mkdirSync(w.root);
    await w.reopen();
    expect(await codeOf(() => w.review.discard([action(changed)]))).toBe('FILE_CHANGED');
    await discarded(w, action(deleted));
    expect(w.files()).toEqual({ 'sub/': '', 'sub/old.md': 'old' });
    expect(readdirSync(join(w.ledgerDir, 'copies'))).toEqual(copies);
    expect(readFileSync(join(w.ledgerDir, 'copies', sha256('before')), 'utf8')).toBe('before');
  } finally {
    await w.close();
  }
});

/** Root on a disk that keeps such flags; containers often may not. */
function maySetFlags(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-flags-'));
  const path = join(folder, 'a');
  writeFileSync(path, '');
  try {
    for (const change of ['+i', '-i', '+a', '-a']) execFileSync('chattr', [change, path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
