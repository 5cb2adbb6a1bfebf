/** Deciding: twice, too widely, on what was not seen, all at once, and again on what was kept. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { action, file, put, sha256 } from '../workspace.js';
import { begun, discarded, edited, inBothOrders, inodeOf, statusOf, workspaceForEach } from './each-workspace.js';

describe('deciding twice', () => {
  const here = workspaceForEach();

  it.each(['keep', 'discard'] as const)('to %s answers the same, with what lies there now', async (verdict) => {
    const { w } = here;
    w.write('a.md', 'a0');
    const id = await edited(w, put('a.md', 'a1'));
    const first = await w.review[verdict]([action(id)]);
    expect(await w.review[verdict]([action(id)])).toEqual({ ...first, replayed: true });
    expect(await w.review[verdict]([file('a.md')])).toEqual({ ...first, replayed: true });
    writeFileSync(w.at('a.md'), 'mine');
    await w.reopen();
    const [receipt] = first.outcome === 'refused' ? [] : first.files;
    expect(await w.review[verdict]([action(id)])).toEqual({
      ...first,
      files: [{ ...receipt, sha256: { ...receipt?.sha256, now: sha256('mine') } }],
      replayed: true,
    });
    expect(w.files()).toEqual({ 'a.md': 'mine' });
  });

  it('otherwise the second time is refused', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    const id = await edited(w, put('a.md', 'a1'));
    await discarded(w, action(id));
    expect(await w.review.keep([action(id)])).toMatchObject({ outcome: 'refused', code: 'ACTION_SETTLED' });
  });

  it('on two actions answers the same only for the same decision', async () => {
    const { w } = here;
    const one = await edited(w, put('a.md', 'a'));
    const two = await edited(w, put('b.md', 'b'));
    const first = await w.review.keep([action(one), action(two)]);
    expect(await w.review.keep([action(one), action(two)])).toEqual({ ...first, replayed: true });
    const third = await edited(w, put('c.md', 'c'));
    await w.review.keep([action(third)]);
    expect(await w.review.keep([action(one), action(third)])).toMatchObject({
      outcome: 'refused',
      code: 'ACTION_SETTLED',
    });
  });

  it('on nothing, or on what nobody knows, is refused', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    expect(await w.review.discard([])).toMatchObject({ outcome: 'refused', code: 'INPUT_INVALID' });
    expect(await w.review.discard([action('a000000nope')])).toMatchObject({
      outcome: 'refused',
      code: 'ACTION_UNKNOWN',
    });
    expect(await w.review.keep([file('a.md')])).toMatchObject({ outcome: 'refused', code: 'NOTHING_PENDING' });
    expect(await w.review.keep([file('none.md')])).toMatchObject({ outcome: 'refused', code: 'NOTHING_PENDING' });
  });
});

describe('scope', () => {
  const here = workspaceForEach();

  it('discarding the older of two pending actions says what it would reach', async () => {
    const { w } = here;
    w.write('a b.md', '0');
    const older = await edited(w, put('a b.md', '1'));
    const newer = await edited(w, put('a b.md', '2'), put('c.md', 'c'));
    expect(await w.review.discard([action(older)])).toMatchObject({
      outcome: 'refused',
      code: 'SCOPE_WIDER',
      message: `This would also discard what was not named: action:${newer} ('./a b.md', ./c.md).`,
      files: [{ path: 'a b.md' }, { path: 'c.md' }],
      next: `To discard all of it: verbatim discard action:${older} action:${newer}`,
    });
    expect(w.files()).toEqual({ 'a b.md': '2', 'c.md': 'c' });
    expect(await w.review.discard([action(older), action(newer)])).toMatchObject({
      outcome: 'discarded',
      actions: [older, newer],
    });
    expect(w.files()).toEqual({ 'a b.md': '0' });
  });

  it('keeping the newer of two pending actions says what it would reach', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const older = await edited(w, put('a.md', '1'));
    const newer = await edited(w, put('a.md', '2'));
    expect(await w.review.keep([action(newer)])).toMatchObject({
      outcome: 'refused',
      code: 'SCOPE_WIDER',
      next: `To keep all of it: verbatim keep action:${older} action:${newer}`,
    });
    expect(await w.review.keep([action(older)])).toMatchObject({ outcome: 'kept', actions: [older] });
    expect(await w.review.discard([action(newer)])).toMatchObject({ outcome: 'discarded', actions: [newer] });
    expect(w.files()).toEqual({ 'a.md': '1' });
  });

  it('a file as target means its whole chain', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const ids = [
      await edited(w, put('a.md', '1')),
      await edited(w, put('a.md', '2')),
      await edited(w, put('a.md', '3')),
    ];
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded', actions: ids });
    expect(w.files()).toEqual({ 'a.md': '0' });
  });

  it('a decision on several files is all or nothing', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    await edited(w, put('a.md', 'a1'));
    await edited(w, put('b.md', 'b1'));
    writeFileSync(w.at('b.md'), 'mine');
    const inode = inodeOf(w, 'a.md');
    expect(await w.review.discard([file('a.md'), file('b.md')])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_CHANGED',
      files: [{ path: 'b.md' }],
    });
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect((await w.review.status()).actions).toHaveLength(2);
  });
});

describe('what was seen', () => {
  const here = workspaceForEach();

  it('deciding with an old `seen` is refused', async () => {
    const { w } = here;
    w.write('a.md', '0');
    const first = await edited(w, put('a.md', '1'));
    const { seen } = await w.review.status();
    const shown = await w.review.inspect(action(first));
    const second = await edited(w, put('a.md', '2'));
    for (const old of [seen, shown.outcome === 'shown' ? shown.seen : '']) {
      for (const verdict of ['keep', 'discard'] as const) {
        expect(await w.review[verdict]([file('a.md')], { seen: old })).toMatchObject({
          outcome: 'refused',
          code: 'SEEN_MOVED',
          files: [{ path: 'a.md' }],
        });
      }
      expect(await w.review.discardAll({ seen: old })).toMatchObject({ outcome: 'refused', code: 'SEEN_MOVED' });
      expect(await w.review.keepAll({ seen: old })).toMatchObject({ outcome: 'refused', code: 'SEEN_MOVED' });
    }
    expect(w.files()).toEqual({ 'a.md': '2' });
    expect((await w.review.status()).actions.map(({ id }) => id)).toEqual([first, second]);
  });

  it('deciding with a `seen` that still holds goes on, whether of all or of this alone', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    const one = await edited(w, put('a.md', 'a1'));
    await edited(w, put('b.md', 'b1'));
    const shown = await w.review.inspect(action(one));
    // What happens to another file does not move what was shown of this one.
    await edited(w, put('b.md', 'b2'));
    expect(await w.review.discard([action(one)], { seen: shown.outcome === 'shown' ? shown.seen : '' })).toMatchObject({
      outcome: 'discarded',
    });
    const { seen } = await w.review.status();
    expect(await w.review.discardAll({ seen })).toMatchObject({ outcome: 'discarded' });
    expect(w.files()).toEqual({ 'a.md': 'a0', 'b.md': 'b0' });
  });

  it('is moved by a commit of what was open when it was seen', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    const id = await begun(w, ['a.md']);
    const { seen } = await w.review.status();
    writeFileSync(w.at('a.md'), 'a1');
    await w.review.commit(id);
    expect(await w.review.discard([action(id)], { seen })).toMatchObject({ outcome: 'refused', code: 'SEEN_MOVED' });
  });
});

inBothOrders((here) => {
  describe('all at once', () => {
    it('is one decision for each group of actions that share files, told one by one', async () => {
      const { w } = here;
      for (const name of ['a.md', 'b.md', 'c.md', 'd.md']) w.write(name, '0');
      const one = await edited(w, put('a.md', '1'));
      const other = await edited(w, put('d.md', '1'));
      const two = await edited(w, put('b.md', '1'), put('c.md', '1'));
      const joining = await edited(w, put('a.md', '2'), put('b.md', '2'));
      writeFileSync(w.at('d.md'), 'mine');
      expect(await w.review.discardAll()).toMatchObject({
        outcome: 'refused',
        decisions: [
          { outcome: 'discarded', actions: [one, two, joining] },
          { outcome: 'refused', code: 'FILE_CHANGED', files: [{ path: 'd.md' }] },
        ],
      });
      expect(w.files()).toEqual({ 'a.md': '0', 'b.md': '0', 'c.md': '0', 'd.md': 'mine' });
      expect((await w.review.status()).actions.map(({ id }) => id)).toEqual([other]);
    });

    it('keeps every group, whatever became of the files', async () => {
      const { w } = here;
      w.write('a.md', '0');
      w.write('b.md', '0');
      await edited(w, put('a.md', '1'));
      await edited(w, put('b.md', '1'));
      writeFileSync(w.at('b.md'), 'mine');
      expect(await w.review.keepAll()).toMatchObject({
        outcome: 'kept',
        decisions: [{ outcome: 'kept' }, { outcome: 'kept' }],
        files: [{ path: 'a.md' }, { path: 'b.md', sha256: { after: sha256('1'), now: sha256('mine') } }],
      });
      expect(w.files()).toEqual({ 'a.md': '1', 'b.md': 'mine' });
      expect((await w.review.status()).actions).toEqual([]);
    });

    it('--changed keeps only what a person changed since', async () => {
      const { w } = here;
      w.write('a.md', '0');
      w.write('b.md', '0');
      const untouched = await edited(w, put('a.md', '1'));
      const changed = await edited(w, put('b.md', '1'));
      writeFileSync(w.at('b.md'), 'mine');
      expect(await w.review.keepAll({ changedOnly: true })).toMatchObject({
        outcome: 'kept',
        decisions: [{ actions: [changed] }],
      });
      expect(await statusOf(w, untouched)).toBe('pending');
      expect(await w.review.discardAll()).toMatchObject({
        outcome: 'discarded',
        decisions: [{ actions: [untouched] }],
      });
      expect(await w.review.discardAll()).toEqual({ outcome: 'unchanged', decisions: [], files: [] });
      expect(w.files()).toEqual({ 'a.md': '0', 'b.md': 'mine' });
    });

    it('leaves open actions alone', async () => {
      const { w } = here;
      w.write('a.md', '0');
      w.write('b.md', '0');
      const open = await begun(w, ['a.md']);
      await edited(w, put('b.md', '1'));
      expect(await w.review.discardAll()).toMatchObject({ outcome: 'discarded', decisions: [{}] });
      expect(await statusOf(w, open)).toBe('open');
    });
  });

  describe('what was kept', () => {
    it('stays revertible while the file matches', async () => {
      const { w } = here;
      w.write('a.md', '0');
      const id = await edited(w, put('a.md', '1'));
      await w.review.keep([action(id)]);
      await w.reopen();
      expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'refused', code: 'NOTHING_PENDING' });
      expect(await w.review.discard([action(id)])).toMatchObject({
        outcome: 'discarded',
        files: [{ sha256: { before: sha256('0'), after: sha256('1'), now: sha256('0') } }],
      });
      expect(w.files()).toEqual({ 'a.md': '0' });
    });

    it('is not reverted when the file changed since', async () => {
      const { w } = here;
      w.write('a.md', '0');
      const id = await edited(w, put('a.md', '1'));
      await w.review.keep([action(id)]);
      writeFileSync(w.at('a.md'), 'mine');
      expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
      expect(w.files()).toEqual({ 'a.md': 'mine' });
      expect((await w.review.status()).actions).toEqual([]);
    });

    it('reaches the newer action that waits on the same file', async () => {
      const { w } = here;
      w.write('a.md', '0');
      const kept = await edited(w, put('a.md', '1'));
      await w.review.keep([action(kept)]);
      const newer = await edited(w, put('a.md', '2'));
      expect(await w.review.discard([action(kept)])).toMatchObject({ outcome: 'refused', code: 'SCOPE_WIDER' });
      expect(await w.review.discard([action(kept), action(newer)])).toMatchObject({ outcome: 'discarded' });
      expect(w.files()).toEqual({ 'a.md': '0' });
    });

    it('stays revertible also where an older edit still waits below a person’s', async () => {
      const { w } = here;
      w.write('a.md', '0');
      await edited(w, put('a.md', '1'));
      writeFileSync(w.at('a.md'), 'mine');
      const kept = await edited(w, put('a.md', '2'));
      await w.review.keep([action(kept)]);
      await discarded(w, action(await edited(w, put('a.md', '3'))));
      expect(await w.review.discard([action(kept)])).toMatchObject({ outcome: 'discarded' });
      expect(w.files()).toEqual({ 'a.md': 'mine' });
    });

    it('stays revertible after our own Discard of what came later', async () => {
      const { w } = here;
      w.write('a.md', '0');
      const kept = await edited(w, put('a.md', '1'));
      await w.review.keep([action(kept)]);
      const newer = await edited(w, put('a.md', '2'));
      await discarded(w, action(newer));
      expect(await w.review.discard([action(kept)])).toMatchObject({ outcome: 'discarded' });
      expect(w.files()).toEqual({ 'a.md': '0' });
    });
  });
});
