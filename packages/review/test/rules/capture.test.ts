/** P1: no copy, no write. Whatever stops a capture cancels that one action and nothing else. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import {
  action,
  callsFor,
  openWorkspace,
  put,
  replace,
  type SwapOrder,
  sha256,
  swapOrders,
  type Workspace,
} from '../workspace.js';
import { begun, edited, inodeOf, statusOf, workspaceForEach } from './each-workspace.js';

/** Which call fails, with what, and when; nothing does without `code`. */
interface Failing {
  on: keyof SystemCalls;
  code?: string;
  when: (given: readonly unknown[]) => boolean;
}

function callsThatFail(order: SwapOrder, failing: Failing): SystemCalls {
  return new Proxy(callsFor(order), {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (property === failing.on && failing.code !== undefined && failing.when(given))
          throw systemError(failing.code, property);
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}

const always = (): boolean => true;
/** Only what creates a file is refused; reading goes on. */
const toCreate = ([, flags]: readonly unknown[]): boolean => (Number(flags) & 0o100) !== 0;

describe.each([
  ['no space', { on: 'write', when: always }, 'ENOSPC'],
  ['no permission', { on: 'open', when: toCreate }, 'EACCES'],
  ['a disk that fails', { on: 'flush', when: always }, 'EIO'],
] as const)('a capture that fails for %s', (_name, where, code) => {
  const failing: Failing = { ...where };
  const here = workspaceForEach(() => ({ calls: callsThatFail('exchange', failing) }));

  it('leaves the file unwritten and cancels only its own action', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    w.write('c.md', 'c0');
    const pending = await edited(w, put('b.md', 'b1'));
    const open = await begun(w, ['c.md']);
    const inode = inodeOf(w, 'a.md');

    failing.code = code;
    const failed = { code: 'VERBATIM_CAPTURE_FAILED', path: 'a.md', data: { system: code } };
    await expect(w.review.act('edit', [replace('a.md', 'a0', 'a1')])).rejects.toMatchObject(failed);
    await expect(w.review.begin(['a.md'])).rejects.toMatchObject(failed);
    delete failing.code;

    expect(w.files()).toEqual({ 'a.md': 'a0', 'b.md': 'b1', 'c.md': 'c0' });
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect((await w.review.status()).actions).toMatchObject([
      { id: pending, status: 'pending' },
      { id: open, status: 'open' },
    ]);
    await edited(w, put('a.md', 'a1'));
    expect(await w.review.discard([action(pending)])).toMatchObject({ outcome: 'discarded' });
    writeFileSync(w.at('c.md'), 'c1');
    expect(await w.review.commit(open)).toMatchObject({ outcome: 'pending' });
  });

  it('of a result leaves the action open, to be committed later', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    const id = await begun(w, ['a.md']);
    writeFileSync(w.at('a.md'), 'a1');
    failing.code = code;
    await expect(w.review.commit(id)).rejects.toMatchObject({ data: { system: code } });
    delete failing.code;
    expect(await statusOf(w, id)).toBe('open');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual({ 'a.md': 'a0' });
  });
});

describe('a capture of a file over the limit', () => {
  const here = workspaceForEach({ review: { limits: { fileBytesMax: 10 } } });

  it('leaves the file unwritten and cancels only its own action', async () => {
    const { w } = here;
    w.write('large.md', '12345678901');
    w.write('small.md', '1234567890');
    const pending = await edited(w, put('small.md', 'agent'));
    const refused = { outcome: 'refused', code: 'LIMIT', files: [{ path: 'large.md' }] };
    expect(await w.review.act('edit', [put('large.md', 'agent')])).toMatchObject(refused);
    expect(await w.review.act('edit', [{ op: 'delete', path: 'large.md' }])).toMatchObject(refused);
    expect(await w.review.begin(['large.md'])).toMatchObject(refused);
    expect(await w.review.act('edit', [put('new.md', 'ok'), put('large.md', 'agent')])).toMatchObject(refused);
    expect(w.files()).toEqual({ 'large.md': '12345678901', 'small.md': 'agent' });
    expect(await statusOf(w, pending)).toBe('pending');
  });

  it('is refused for what the agent would write, too', async () => {
    const { w } = here;
    w.write('small.md', 'old');
    expect(await w.review.act('edit', [put('small.md', '12345678901')])).toMatchObject({
      outcome: 'refused',
      code: 'LIMIT',
    });
    const id = await begun(w, ['small.md']);
    writeFileSync(w.at('small.md'), '12345678901');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'refused', code: 'LIMIT' });
    expect(await statusOf(w, id)).toBe('open');
    writeFileSync(w.at('small.md'), '1234567890');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'pending' });
  });
});

describe.each(swapOrders)('a failed second write of three (%s)', (order) => {
  const failing: Failing = { on: order === 'exchange' ? 'exchange' : 'link', when: always };
  const here = workspaceForEach(() => ({ calls: callsThatFail(order, failing) }));
  const failSecond = (on: Failing['on']): void => {
    let seen = 0;
    // Whether the disk has links is asked with one of another name.
    const isOfFile = ([, to]: readonly unknown[]): boolean => !String(to).endsWith('.link');
    Object.assign(failing, { on, code: 'EIO', when: (given: unknown[]) => isOfFile(given) && ++seen === 2 });
  };
  const three = [put('1.md', 'x'), put('2.md', 'y'), put('3.md', 'z')];
  const swapCall = failing.on;

  it('puts the first back', async () => {
    const { w } = here;
    for (const name of ['1.md', '2.md', '3.md']) w.write(name, `before ${name}`);
    const before = w.files();
    const inodes = Object.keys(before).map((path) => inodeOf(w, path));
    failSecond(swapCall);
    await expect(w.review.act('edit', three)).rejects.toMatchObject({ code: 'VERBATIM_IO', path: '2.md' });
    delete failing.code;
    expect(w.files()).toEqual(before);
    expect(Object.keys(before).map((path) => inodeOf(w, path))).toEqual(inodes);
    expect((await w.review.status()).actions).toEqual([]);
  });

  it('of a Discard puts the first back and leaves the review pending', async () => {
    const { w } = here;
    for (const name of ['1.md', '2.md', '3.md']) w.write(name, `before ${name}`);
    const before = w.files();
    const id = await edited(w, ...three);
    const after = w.files();
    failSecond(swapCall);
    await expect(w.review.discard([action(id)])).rejects.toMatchObject({ code: 'VERBATIM_IO', path: '2.md' });
    delete failing.code;
    expect(w.files()).toEqual(after);
    expect(await statusOf(w, id)).toBe('pending');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual(before);
  });

  it('takes created files and folders away again', async () => {
    const { w } = here;
    failSecond('link');
    await expect(
      w.review.act('edit', [put('new/1.md', 'x'), put('new/2.md', 'y'), put('other/3.md', 'z')]),
    ).rejects.toMatchObject({ code: 'VERBATIM_IO' });
    delete failing.code;
    expect(w.files()).toEqual({});
  });
});

describe.skipIf(!mayMount())('on a disk that is really full', () => {
  it('the capture fails, the file stays, and the review goes on', async () => {
    const base = mkdtempSync(join(tmpdir(), 'verbatim-full-'));
    const disk = join(base, 'ledger');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', disk]);
    let w: Workspace | undefined;
    try {
      w = await openWorkspace({ base });
      w.write('small.md', 'old');
      const pending = await edited(w, put('small.md', 'agent'));
      const bytes = randomBytes(4_000_000);
      w.write('large.bin', bytes);
      const inode = inodeOf(w, 'large.bin');
      const failed = { code: 'VERBATIM_CAPTURE_FAILED', data: { system: 'ENOSPC' } };
      await expect(w.review.act('edit', [put('large.bin', 'agent')])).rejects.toMatchObject(failed);
      await expect(w.review.begin(['large.bin'])).rejects.toMatchObject(failed);
      expect(inodeOf(w, 'large.bin')).toBe(inode);
      expect(statSync(w.at('large.bin')).size).toBe(bytes.length);
      expect(await w.review.discard([action(pending)])).toMatchObject({ outcome: 'discarded' });
      expect(w.read('small.md')).toBe('old');
    } finally {
      w?.review.close();
      await w?.ledger.close();
      execFileSync('umount', ['-l', disk]);
      rmSync(base, { recursive: true, force: true });
    }
  });
});

/** Whether this user may mount a small disk. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('between the copy and its record', () => {
  const moment: { act?: (() => void) | undefined } = {};
  const here = workspaceForEach(() => ({
    calls: {
      ...callsFor('exchange'),
      flush(fd: number): void {
        callsFor('exchange').flush(fd);
        moment.act?.();
      },
    },
  }));

  it('the copy goes and a person saves: the capture says who was there, not that a copy is damaged', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    moment.act = () => {
      rmSync(join(w.ledgerDir, 'copies', sha256('a0')), { force: true });
      w.write('a.md', 'the person was faster');
    };
    expect(await w.review.begin(['a.md'])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
    moment.act = undefined;
    expect(w.read('a.md')).toBe('the person was faster');
  });
});
