/** Disks that can neither exchange two files nor give one a second name (exFAT, some network mounts). */
import { writeFileSync } from 'node:fs';
import type { SystemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { action, callsFor, openWorkspace, put } from '../workspace.js';
import { bracket, edited, inodeOf, statusOf, workspaceForEach } from './each-workspace.js';

const refused = {
  outcome: 'refused',
  code: 'REPLACE_UNSUPPORTED',
  next: expect.stringContaining('--allow-unsafe-replace'),
};

describe('a disk without exchange and links', () => {
  const here = workspaceForEach(() => ({ calls: withoutLinks() }));

  it('refuses an edit, and the file stays the file it is', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    w.write('b.md', 'before');
    const inode = inodeOf(w, 'a.md');
    expect(await w.review.act('edit', [put('a.md', 'agent')])).toMatchObject(refused);
    expect(await w.review.act('edit', [put('b.md', 'agent'), put('a.md', 'agent')])).toMatchObject(refused);
    expect(w.files()).toEqual({ 'a.md': 'before', 'b.md': 'before' });
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect((await w.review.status()).actions).toEqual([]);
  });

  it('refuses a new file', async () => {
    const { w } = here;
    expect(await w.review.act('edit', [put('new/a.md', 'agent')])).toMatchObject(refused);
    expect(w.files()).toEqual({});
  });

  it('puts a deleted file back when another file of the action is refused', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    w.write('b.md', 'before');
    expect(await w.review.act('edit', [{ op: 'delete', path: 'a.md' }, put('b.md', 'agent')])).toMatchObject(refused);
    expect(w.files()).toEqual({ 'a.md': 'before', 'b.md': 'before' });
  });

  it('refuses a Discard and leaves the review pending', async () => {
    const { w } = here;
    w.write('a.md', 'before');
    const id = await bracket(w, ['a.md'], () => writeFileSync(w.at('a.md'), 'agent'));
    expect(await w.review.discard([action(id)])).toMatchObject(refused);
    expect(w.files()).toEqual({ 'a.md': 'agent' });
    expect(await statusOf(w, id)).toBe('pending');
  });

  it('replaces all the same when that was asked for', async () => {
    const w = await openWorkspace({ calls: withoutLinks(), review: { allowUnsafeReplace: true } });
    try {
      w.write('a.md', 'before');
      const id = await edited(w, put('a.md', 'agent'));
      expect(w.files()).toEqual({ 'a.md': 'agent' });
      expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'discarded' });
      expect(w.files()).toEqual({ 'a.md': 'before' });
    } finally {
      await w.close();
    }
  });

  it('is all or none also then', async () => {
    const real = withoutLinks();
    const disk = { fails: false };
    const calls: SystemCalls = {
      ...real,
      rename(from, to) {
        if (disk.fails && to.endsWith('/b.md')) throw systemError('EIO', 'rename');
        real.rename(from, to);
      },
    };
    const w = await openWorkspace({ calls, review: { allowUnsafeReplace: true } });
    try {
      w.write('a.md', 'before');
      w.write('b.md', 'before');
      disk.fails = true;
      await expect(w.review.act('edit', [put('a.md', 'agent'), put('b.md', 'agent')])).rejects.toMatchObject({
        code: 'VERBATIM_IO',
      });
      expect(w.files()).toEqual({ 'a.md': 'before', 'b.md': 'before' });
    } finally {
      await w.close();
    }
  });
});

function withoutLinks(): SystemCalls {
  return {
    ...callsFor('aside'),
    link() {
      throw systemError('EPERM', 'link');
    },
  };
}
