import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { put, replace, sha256 } from '../workspace.js';
import { begun, copiesOf, edited, inBothOrders, inodeOf } from './each-workspace.js';

inBothOrders((here) => {
  it('same bytes written by the agent make no action, no copy and no write', async () => {
    const { w } = here;
    w.write('a.md', 'same');
    const inode = inodeOf(w, 'a.md');
    const hash = sha256('same');
    const unchanged = {
      outcome: 'unchanged',
      files: [{ path: 'a.md', sha256: { before: hash, after: hash, now: hash }, did: 'nothing' }],
    };
    expect(await w.review.act('edit', [put('a.md', 'same')])).toEqual(unchanged);
    expect(await w.review.act('edit', [replace('a.md', 'same', 'same')])).toEqual(unchanged);
    expect(await w.review.act('edit', [put('a.md', 'other'), put('a.md', 'same')])).toEqual(unchanged);
    expect(inodeOf(w, 'a.md')).toBe(inode);
    expect((await w.review.status()).actions).toEqual([]);
    expect(copiesOf(w)).toEqual([]);
  });

  it('a file made and deleted in one go was never there', async () => {
    const { w } = here;
    expect(await w.review.act('edit', [put('new.md', 'x'), { op: 'delete', path: 'new.md' }])).toMatchObject({
      outcome: 'unchanged',
    });
    expect(w.files()).toEqual({});
    expect(copiesOf(w)).toEqual([]);
  });

  it('only the files that did change are part of the action', async () => {
    const { w } = here;
    w.write('a.md', 'a0');
    w.write('b.md', 'b0');
    await edited(w, put('a.md', 'a0'), put('b.md', 'b1'));
    expect((await w.review.status()).actions).toMatchObject([{ files: [{ path: 'b.md' }] }]);
  });

  it('an agent that writes by itself and changes nothing leaves no action', async () => {
    const { w } = here;
    w.write('a.md', 'same');
    const id = await begun(w, ['a.md', 'never-made.md']);
    writeFileSync(w.at('a.md'), 'same');
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'unchanged' });
    expect((await w.review.status()).actions).toEqual([]);
    expect(await w.review.commit(id)).toMatchObject({ outcome: 'refused', code: 'ACTION_SETTLED' });
  });
});
