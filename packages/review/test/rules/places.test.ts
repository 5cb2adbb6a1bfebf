/** P14 and what Verbatim does not take on: places outside, links, special files, folders, hard links, read-only ones. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { systemError } from '@verbatim/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Refused } from '../../src/index.js';
import { action, callsFor, file, openWorkspace, put, type Workspace } from '../workspace.js';
import { bracket, discarded, edited, inBothOrders, statusOf, workspaceForEach } from './each-workspace.js';

/** What every way to reach a path answers: all the operations that take one. */
async function everyWayTo(w: Workspace, path: string): Promise<object[]> {
  return [
    await w.review.act('write', [put(path, 'agent')]),
    await w.review.act('delete', [{ op: 'delete', path }]),
    await w.review.act('move', [{ op: 'move', path, to: 'moved-away' }]),
    await w.review.begin([path]),
  ];
}

function refusedWith(...codes: string[]): object {
  return { outcome: 'refused', code: expect.stringMatching(`^(?:${codes.join('|')})$`) };
}

describe('a place outside the workspace', () => {
  const here = workspaceForEach();
  let outside: string;
  beforeEach(() => {
    outside = join(here.w.base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.md'), 'secret');
  });

  it('is refused, by dots, absolutely or through a link', async () => {
    const { w } = here;
    w.write('inside.md', 'mine');
    mkdirSync(w.at('sub'));
    symlinkSync(outside, w.at('out'));
    symlinkSync('../../outside', w.at('sub/out'));
    symlinkSync(join(outside, 'secret.md'), w.at('alias.md'));
    symlinkSync('out', w.at('twice'));
    for (const path of [
      '../outside/secret.md',
      'sub/../../outside/secret.md',
      join(outside, 'secret.md'),
      '/etc/passwd',
      'out/secret.md',
      'sub/out/secret.md',
      'twice/secret.md',
      'out/new.md',
      '..',
      '../work-2/x.md',
    ]) {
      for (const answer of await everyWayTo(w, path)) expect(answer).toMatchObject(refusedWith('OUTSIDE_ROOT'));
      expect(await w.review.act('move', [{ op: 'move', path: 'inside.md', to: path }])).toMatchObject(
        refusedWith('OUTSIDE_ROOT'),
      );
      expect(await w.review.discard([file(path)])).toMatchObject(refusedWith('OUTSIDE_ROOT'));
    }
    // Deleting or moving a link would be about the link itself.
    for (const answer of await everyWayTo(w, 'alias.md'))
      expect(answer).toMatchObject(refusedWith('OUTSIDE_ROOT', 'PATH_IS_LINK'));
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(w.read('inside.md')).toBe('mine');
    expect((await w.review.status()).actions).toEqual([]);
  });

  it('is not made through a link to nothing', async () => {
    const { w } = here;
    symlinkSync(join(outside, 'made-by-agent.md'), w.at('dangling.md'));
    for (const answer of await everyWayTo(w, 'dangling.md')) expect(answer).toMatchObject(refusedWith('PATH_IS_LINK'));
    expect(() => lstatSync(join(outside, 'made-by-agent.md'))).toThrow();
    expect(readlinkSync(w.at('dangling.md'))).toBe(join(outside, 'made-by-agent.md'));
  });

  it('is not written when a folder became a link to it since the edit', async () => {
    const { w } = here;
    w.write('sub/secret.md', 'before');
    const id = await edited(w, put('sub/secret.md', 'agent'), put('sub/new.md', 'agent'));
    renameSync(w.at('sub'), w.at('real'));
    writeFileSync(join(outside, 'secret.md'), 'agent');
    writeFileSync(join(outside, 'new.md'), 'agent');
    symlinkSync(outside, w.at('sub'));
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('PATH_IS_LINK'));
    expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject(refusedWith('PATH_IS_LINK'));
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('agent');
    expect(readFileSync(join(outside, 'new.md'), 'utf8')).toBe('agent');
    expect(await statusOf(w, id)).toBe('pending');
    rmSync(w.at('sub'));
    renameSync(w.at('real'), w.at('sub'));
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'sub/': '', 'sub/secret.md': 'before' });
  });

  it('is not read when the file became a link to it since the edit', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    const id = await edited(w, put('a.md', 'agent'));
    writeFileSync(join(outside, 'secret.md'), 'agent');
    rmSync(w.at('a.md'));
    symlinkSync(join(outside, 'secret.md'), w.at('a.md'));
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('PATH_IS_LINK'));
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('agent');
    expect(await statusOf(w, id)).toBe('pending');
    rmSync(w.at('a.md'));
  });

  it('is not captured when the agent put a link there', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    const begun = await w.review.begin(['a.md']);
    rmSync(w.at('a.md'));
    symlinkSync(join(outside, 'secret.md'), w.at('a.md'));
    const id = begun.outcome === 'open' ? begun.action : '';
    expect(await w.review.commit(id)).toMatchObject(refusedWith('PATH_IS_LINK'));
    expect(await statusOf(w, id)).toBe('open');
    rmSync(w.at('a.md'));
  });
});

describe('a link that stays inside', () => {
  const here = workspaceForEach();

  it('is followed to the real file, and stays a link', async () => {
    const { w } = here;
    w.write('real/a.md', 'before');
    symlinkSync('real', w.at('folder'));
    symlinkSync('real/a.md', w.at('alias.md'));
    await edited(w, put('folder/a.md', 'agent'));
    expect((await w.review.status()).actions).toMatchObject([{ files: [{ path: 'real/a.md' }] }]);
    await discarded(w, file('alias.md'));
    expect(w.read('real/a.md')).toBe('before');
    expect(readlinkSync(w.at('alias.md'))).toBe('real/a.md');
    for (const edit of [
      { op: 'delete', path: 'alias.md' },
      { op: 'move', path: 'alias.md', to: 'b.md' },
    ] as const)
      expect(await w.review.act(edit.op, [edit])).toMatchObject(refusedWith('PATH_IS_LINK'));
  });

  it('that leads in a circle is refused', async () => {
    const { w } = here;
    symlinkSync('two', w.at('one'));
    symlinkSync('one', w.at('two'));
    for (const path of ['one', 'one/a.md'])
      for (const answer of await everyWayTo(w, path)) expect(answer).toMatchObject(refusedWith('PATH_IS_LINK'));
  });
});

describe('what is no file', () => {
  const here = workspaceForEach();

  it('like a pipe is refused, and does not stop the command', async () => {
    const { w } = here;
    execFileSync('mkfifo', [w.at('pipe')]);
    for (const answer of await everyWayTo(w, 'pipe')) expect(answer).toMatchObject(refusedWith('NOT_A_FILE'));
    expect(lstatSync(w.at('pipe')).isFIFO()).toBe(true);
  });

  it('like a socket is refused', async () => {
    const { w } = here;
    const server = createServer();
    await new Promise<void>((listening) => void server.listen(w.at('socket'), listening));
    for (const answer of await everyWayTo(w, 'socket')) expect(answer).toMatchObject(refusedWith('NOT_A_FILE'));
    await new Promise((closed) => void server.close(closed));
  });

  it.runIf(process.getuid?.() === 0)('like a device is refused without being opened', async () => {
    const { w } = here;
    try {
      // Opening this one for reading would wait for ever, or answer ENXIO.
      execFileSync('mknod', [w.at('device'), 'c', '4', '250'], { stdio: 'ignore' });
    } catch {
      return;
    }
    for (const answer of await everyWayTo(w, 'device')) expect(answer).toMatchObject(refusedWith('NOT_A_FILE'));
  });

  it('took the place of the file since the edit, so Discard is refused', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    const id = await edited(w, put('a.md', 'agent'));
    rmSync(w.at('a.md'));
    execFileSync('mkfifo', [w.at('a.md')]);
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('NOT_A_FILE'));
    rmSync(w.at('a.md'));
    mkdirSync(w.at('a.md'));
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('IS_FOLDER'));
    expect(await statusOf(w, id)).toBe('pending');
  });

  it('is in the way of a folder, so the edit is refused', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    for (const answer of await everyWayTo(w, 'a.md/b.md')) expect(answer).toMatchObject(refusedWith('NOT_A_FILE'));
    expect(w.files()).toEqual({ 'a.md': 'mine' });
  });
});

describe('a folder', () => {
  const here = workspaceForEach();

  it('is not deleted: files can only be moved to trash', async () => {
    const { w } = here;
    w.write('sub/a.md', 'mine');
    mkdirSync(w.at('empty'));
    for (const path of ['sub', 'empty']) {
      const answer = await w.review.act('delete', [{ op: 'delete', path }]);
      expect(answer).toMatchObject({ outcome: 'refused', code: 'IS_FOLDER', files: [{ path }] });
      expect((answer as Refused).message.endsWith('Files can only be moved to trash.')).toBe(true);
    }
    expect(await w.review.act('delete', [{ op: 'delete', path: '.' }])).toMatchObject(refusedWith('IS_FOLDER'));
    expect(w.files()).toEqual({ 'sub/': '', 'sub/a.md': 'mine', 'empty/': '' });
  });

  it('is not written, captured or moved either', async () => {
    const { w } = here;
    mkdirSync(w.at('sub'));
    for (const answer of await everyWayTo(w, 'sub')) expect(answer).toMatchObject(refusedWith('IS_FOLDER'));
  });
});

inBothOrders((here) => {
  it('a hard-linked file is refused, and its twin is left alone', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    linkSync(w.at('a.md'), w.at('twin.md'));
    for (const answer of await everyWayTo(w, 'a.md'))
      expect(answer).toMatchObject({ ...refusedWith('HARD_LINKED'), files: [{ path: 'a.md' }] });
    expect(lstatSync(w.at('twin.md')).nlink).toBe(2);
  });

  it('a file that was hard-linked since the edit is not discarded', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    const id = await edited(w, put('a.md', 'agent'));
    linkSync(w.at('a.md'), w.at('twin.md'));
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('HARD_LINKED'));
    expect(w.files()).toEqual({ 'a.md': 'agent', 'twin.md': 'agent' });
    rmSync(w.at('twin.md'));
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': 'before' });
  });

  it('a read-only file is refused, and so is its Discard when it became one', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    chmodSync(w.at('a.md'), 0o444);
    for (const answer of await everyWayTo(w, 'a.md'))
      expect(answer).toMatchObject({ ...refusedWith('READ_ONLY'), files: [{ path: 'a.md' }] });
    chmodSync(w.at('a.md'), 0o644);
    const id = await edited(w, put('a.md', 'agent'));
    chmodSync(w.at('a.md'), 0o400);
    expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('READ_ONLY'));
    expect(w.files()).toEqual({ 'a.md': 'agent' });
    chmodSync(w.at('a.md'), 0o644);
    await discarded(w, action(id));
  });

  describe('a parent folder that vanished', () => {
    it('after an edit: the file changed, so Discard is refused', async () => {
      const { w } = here;
      w.write('sub/a.md', 'before');
      const id = await edited(w, put('sub/a.md', 'agent'));
      rmSync(w.at('sub'), { recursive: true });
      expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('FILE_CHANGED'));
      expect(await statusOf(w, id)).toBe('pending');
      expect(await w.review.keep([action(id)])).toMatchObject({ outcome: 'kept', files: [{ sha256: { now: null } }] });
      expect(w.files()).toEqual({});
    });

    it('after a create: it is as before already', async () => {
      const { w } = here;
      const id = await edited(w, put('sub/deep/new.md', 'agent'));
      rmSync(w.at('sub'), { recursive: true });
      expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('ALREADY_BEFORE'));
      expect(w.files()).toEqual({});
    });

    it('after a delete: the file is restored, and its folders with it', async () => {
      const { w } = here;
      w.write('sub/deep/old.md', 'before');
      const id = await edited(w, { op: 'delete', path: 'sub/deep/old.md' });
      rmSync(w.at('sub'), { recursive: true });
      await discarded(w, action(id));
      expect(w.files()).toEqual({ 'sub/': '', 'sub/deep/': '', 'sub/deep/old.md': 'before' });
    });

    it('and became a file: Discard is refused', async () => {
      const { w } = here;
      w.write('sub/old.md', 'before');
      const id = await edited(w, { op: 'delete', path: 'sub/old.md' });
      rmSync(w.at('sub'), { recursive: true });
      writeFileSync(w.at('sub'), 'mine');
      expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('NOT_A_FILE'));
      expect(w.files()).toEqual({ sub: 'mine' });
    });

    it('while an agent wrote by itself: the commit says deleted', async () => {
      const { w } = here;
      w.write('sub/a.md', 'before');
      const id = await bracket(w, ['sub/a.md'], () => rmSync(w.at('sub'), { recursive: true }));
      expect((await w.review.status()).actions).toMatchObject([{ id, files: [{ kind: 'deleted' }] }]);
      await discarded(w, action(id));
      expect(w.files()).toEqual({ 'sub/': '', 'sub/a.md': 'before' });
    });
  });

  describe('a folder that was made for a file', () => {
    it('goes with the discarded file when it is empty', async () => {
      const { w } = here;
      mkdirSync(w.at('mine'));
      const id = await edited(w, put('new/deep/a.md', 'agent'), put('new/b.md', 'agent'), put('mine/c.md', 'agent'));
      await discarded(w, action(id));
      expect(w.files()).toEqual({ 'mine/': '' });
    });

    it('stays when something else is in it', async () => {
      const { w } = here;
      const id = await edited(w, put('new/deep/a.md', 'agent'));
      w.write('new/mine.md', 'mine');
      await discarded(w, action(id));
      expect(w.files()).toEqual({ 'new/': '', 'new/mine.md': 'mine' });
    });

    it('stays while a file of a later action is in it', async () => {
      const { w } = here;
      const first = await edited(w, put('new/a.md', 'agent'));
      await edited(w, put('new/b.md', 'agent'));
      await discarded(w, action(first));
      expect(w.files()).toEqual({ 'new/': '', 'new/b.md': 'agent' });
    });
  });
});

describe('a folder that may not be written', () => {
  it('is refused before anything starts', async () => {
    let isReadOnly = false;
    const real = callsFor('exchange');
    const w = await openWorkspace({
      calls: {
        ...real,
        // To root nothing is read-only, so the system's answer to everybody else is given here.
        access(path, mode) {
          if (isReadOnly && path.endsWith('/.')) throw systemError('EACCES', 'access');
          real.access(path, mode);
        },
      },
    });
    try {
      w.write('sub/a.md', 'mine');
      const id = await edited(w, put('sub/b.md', 'agent'));
      isReadOnly = true;
      for (const path of ['sub/a.md', 'sub/new.md']) {
        expect(await w.review.act('write', [put(path, 'agent')])).toMatchObject(refusedWith('FOLDER_READ_ONLY'));
        expect(await w.review.begin([path])).toMatchObject(refusedWith('FOLDER_READ_ONLY'));
      }
      expect(await w.review.discard([action(id)])).toMatchObject(refusedWith('FOLDER_READ_ONLY'));
      expect(w.files()).toEqual({ 'sub/': '', 'sub/a.md': 'mine', 'sub/b.md': 'agent' });
      expect(await statusOf(w, id)).toBe('pending');
    } finally {
      await w.close();
    }
  });
});
