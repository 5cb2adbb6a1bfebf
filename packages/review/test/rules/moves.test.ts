import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { action, file, put, replace, sha256 } from '../workspace.js';
import { discarded, edited, inBothOrders, statusOf } from './each-workspace.js';

inBothOrders((here) => {
  it('a move and its Discard', async () => {
    const { w } = here;
    w.write('from.md', 'text');
    const id = await edited(w, { op: 'move', path: 'from.md', to: 'new folder/to.md' });
    expect(w.files()).toEqual({ 'new folder/': '', 'new folder/to.md': 'text' });
    expect((await w.review.status()).actions).toMatchObject([
      {
        id,
        files: [
          { path: 'from.md', kind: 'moved' },
          { path: 'new folder/to.md', kind: 'moved' },
        ],
      },
    ]);
    // Nothing was deleted, so nothing goes to the trash.
    expect(existsSync(w.trash)).toBe(false);
    expect(await w.review.discard([action(id)])).toMatchObject({
      outcome: 'discarded',
      files: [
        { path: 'from.md', sha256: { before: sha256('text'), after: null, now: sha256('text') }, did: 'restored' },
        { path: 'new folder/to.md', sha256: { before: null, after: sha256('text'), now: null }, did: 'removed' },
      ],
    });
    expect(w.files()).toEqual({ 'from.md': 'text' });
  });

  it('a move to a name that is taken is refused', async () => {
    const { w } = here;
    w.write('from.md', 'text');
    w.write('to.md', 'mine');
    expect(await w.review.act('move', [{ op: 'move', path: 'from.md', to: 'to.md' }])).toMatchObject({
      outcome: 'refused',
      code: 'PATH_TAKEN',
      files: [{ path: 'to.md' }],
    });
    expect(await w.review.act('move', [{ op: 'move', path: 'from.md', to: 'from.md' }])).toMatchObject({
      outcome: 'refused',
      code: 'PATH_TAKEN',
    });
    expect(await w.review.act('move', [{ op: 'move', path: 'none.md', to: 'new.md' }])).toMatchObject({
      outcome: 'refused',
      code: 'FILE_ABSENT',
    });
    expect(w.files()).toEqual({ 'from.md': 'text', 'to.md': 'mine' });
  });

  it('a Discard of a move is refused when either name changed since', async () => {
    const { w } = here;
    w.write('from.md', 'text');
    const id = await edited(w, { op: 'move', path: 'from.md', to: 'to.md' });
    writeFileSync(w.at('from.md'), 'mine');
    const refused = { outcome: 'refused', code: 'FILE_CHANGED' };
    expect(await w.review.discard([action(id)])).toMatchObject({ ...refused, files: [{ path: 'from.md' }] });
    expect(w.files()).toEqual({ 'from.md': 'mine', 'to.md': 'text' });
    expect(await statusOf(w, id)).toBe('pending');
  });

  it('both names are decided together', async () => {
    const { w } = here;
    w.write('from.md', 'text');
    const id = await edited(w, { op: 'move', path: 'from.md', to: 'to.md' });
    expect(await w.review.discard([file('from.md')])).toMatchObject({ outcome: 'refused', code: 'SCOPE_WIDER' });
    expect(await w.review.keep([file('to.md')])).toMatchObject({ outcome: 'refused', code: 'SCOPE_WIDER' });
    expect(await w.review.discard([file('from.md'), file('to.md')])).toMatchObject({ actions: [id] });
  });

  it('a moved file that is edited, moved on and put back ends where it began', async () => {
    const { w } = here;
    w.write('a.md', 'one');
    const first = await edited(w, { op: 'move', path: 'a.md', to: 'b.md' });
    const second = await edited(w, replace('b.md', 'one', 'two'));
    const third = await edited(w, { op: 'move', path: 'b.md', to: 'a.md' });
    expect(w.files()).toEqual({ 'a.md': 'two' });
    await discarded(w, action(first), action(second), action(third));
    expect(w.files()).toEqual({ 'a.md': 'one' });
  });

  it('two files trade names in one action, and back', async () => {
    const { w } = here;
    w.write('a.md', 'A');
    w.write('b.md', 'B');
    const id = await edited(
      w,
      { op: 'move', path: 'a.md', to: 'c.md' },
      { op: 'move', path: 'b.md', to: 'a.md' },
      { op: 'move', path: 'c.md', to: 'b.md' },
    );
    expect(w.files()).toEqual({ 'a.md': 'B', 'b.md': 'A' });
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': 'A', 'b.md': 'B' });
  });

  it('a move onto what the same action deletes goes through, and the deleted bytes come back', async () => {
    const { w } = here;
    w.write('a.md', 'A');
    w.write('b.md', 'B');
    const id = await edited(w, { op: 'delete', path: 'b.md' }, { op: 'move', path: 'a.md', to: 'b.md' });
    expect(w.files()).toEqual({ 'b.md': 'A' });
    await discarded(w, action(id));
    expect(w.files()).toEqual({ 'a.md': 'A', 'b.md': 'B' });
  });

  it('a name that a move left can be taken again and deleted: the moved file is not in the trash, and keeps its history', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    await w.review.save('a.md');
    const scratch = [put('a.md', 'scratch'), { op: 'delete', path: 'a.md' }] as const;
    await edited(w, { op: 'move', path: 'a.md', to: 'b.md' }, ...scratch);
    expect(existsSync(w.trash)).toBe(false);
    const { copies } = (await w.review.history(file('b.md'))) as { copies: readonly { path: string; label: string }[] };
    expect(copies).toContainEqual(expect.objectContaining({ path: 'a.md', label: 'Restore point' }));
  });

  it('what is written and deleted at a name that the file only passed is not the file', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    await edited(
      w,
      { op: 'move', path: 'a.md', to: 'b.md' },
      { op: 'move', path: 'b.md', to: 'c.md' },
      put('b.md', 'scratch'),
      { op: 'delete', path: 'b.md' },
    );
    expect(w.files()).toEqual({ 'c.md': 'mine' });
    expect(existsSync(w.trash)).toBe(false);
  });

  it('a file that is moved, then deleted, lies in the trash under the name that the person knows', async () => {
    const { w } = here;
    w.write('a.md', 'mine');
    await edited(w, { op: 'move', path: 'a.md', to: 'b.md' }, put('a.md', 'agent'), { op: 'delete', path: 'b.md' });
    expect(w.files()).toEqual({ 'a.md': 'agent' });
    expect(readdirSync(`${w.trash}/files`)).toEqual(['a.md']);
    expect(readFileSync(`${w.trash}/files/a.md`, 'utf8')).toBe('mine');
  });

  it('a deleted file lies in the trash under its own name', async () => {
    const { w } = here;
    w.write('sub/a.md', 'text');
    await edited(w, { op: 'delete', path: 'sub/a.md' }, put('new.md', 'x'));
    expect(existsSync(`${w.trash}/files/a.md`)).toBe(true);
    expect(existsSync(`${w.trash}/info/a.md.trashinfo`)).toBe(true);
  });
});
