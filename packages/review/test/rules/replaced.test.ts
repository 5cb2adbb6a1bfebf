import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { action, file, put, sha256 } from '../workspace.js';
import { edited, inBothOrders, inodeOf, saveByRename, statusOf } from './each-workspace.js';

inBothOrders((here) => {
  it('a file replaced by another app with equal bytes is refused with its own code', async () => {
    const { w } = here;
    w.write('a.md', 'old');
    const id = await edited(w, put('a.md', 'agent'));
    saveByRename(w, 'a.md', 'agent');
    const inode = inodeOf(w, 'a.md');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_REPLACED',
      files: [{ path: 'a.md' }],
      next: expect.stringContaining('--accept-replaced'),
    });
    expect(w.files()).toEqual({ 'a.md': 'agent' });
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect((await w.review.status()).actions).toMatchObject([
      { id, status: 'pending', files: [{ path: 'a.md', blocked: 'replaced' }] },
    ]);
  });

  it('a replacement with equal bytes can be accepted', async () => {
    const { w } = here;
    w.write('a.md', 'old');
    const id = await edited(w, put('a.md', 'agent'));
    saveByRename(w, 'a.md', 'agent');
    expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject({
      outcome: 'discarded',
      files: [{ sha256: { before: sha256('old'), after: sha256('agent'), now: sha256('old') }, did: 'restored' }],
    });
    expect(w.files()).toEqual({ 'a.md': 'old' });
  });

  it('accepting a replacement accepts no other bytes', async () => {
    const { w } = here;
    w.write('a.md', 'old');
    const id = await edited(w, put('a.md', 'agent'));
    saveByRename(w, 'a.md', 'mine');
    expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
    });
    expect(w.files()).toEqual({ 'a.md': 'mine' });
    expect(await statusOf(w, id)).toBe('pending');
  });

  it('a created file that was replaced with equal bytes goes only when that is accepted', async () => {
    const { w } = here;
    const id = await edited(w, put('new.md', 'agent'));
    saveByRename(w, 'new.md', 'agent');
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'FILE_REPLACED' });
    expect(w.files()).toEqual({ 'new.md': 'agent' });
    expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject({
      outcome: 'discarded',
      files: [{ did: 'removed' }],
    });
    expect(w.files()).toEqual({});
  });

  it('one replaced file of two stops both', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    const id = await edited(w, put('a.md', 'a1'), put('b.md', 'b1'));
    saveByRename(w, 'b.md', 'b1');
    const inode = inodeOf(w, 'a.md');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_REPLACED',
      files: [{ path: 'b.md' }],
    });
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual({ 'a.md': 'a0', 'b.md': 'b0' });
  });

  it('a file that already is as it was before says so, and Keep closes the review', async () => {
    const { w } = here;
    w.write('a b.md', 'old');
    const id = await edited(w, put('a b.md', 'agent'));
    writeFileSync(w.at('a b.md'), 'old');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'ALREADY_BEFORE',
      files: [{ path: 'a b.md' }],
      next: "Close its review: verbatim keep './a b.md'",
    });
    expect(await w.review.keep([file('a b.md')])).toMatchObject({ outcome: 'kept' });
    expect(w.files()).toEqual({ 'a b.md': 'old' });
  });

  it('a created file that is gone already is as it was before', async () => {
    const { w } = here;
    const id = await edited(w, put('new.md', 'agent'));
    rmSync(w.at('new.md'));
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'ALREADY_BEFORE' });
    expect(await w.review.keep([action(id)])).toMatchObject({ outcome: 'kept', files: [{ sha256: { now: null } }] });
  });

  it('a file that changed outweighs one that is already as before', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    const id = await edited(w, put('a.md', 'a1'), put('b.md', 'b1'));
    writeFileSync(w.at('a.md'), 'a0');
    writeFileSync(w.at('b.md'), 'mine');
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      files: [{ path: 'b.md' }],
    });
    expect(w.files()).toEqual({ 'a.md': 'a0', 'b.md': 'mine' });
  });
});
