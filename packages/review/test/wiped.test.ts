/** Recovery where somebody cleared the work folder away after a crash: the copy in the ledger is enough. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, put, sha256, swapOrders, type Workspace } from './workspace.js';

describe.each(swapOrders)('in the %s order', (order) => {
  let w: Workspace;
  beforeEach(async () => {
    w = await openWorkspace({ order });
  });
  afterEach(async () => {
    await w.close();
  });

  /** As a crash right after the swap leaves it: the journal says intended, the files are at their after. */
  const crash = async (path: string, before: string | null, after: string): Promise<void> => {
    if (before !== null) w.write(path, before);
    await w.review.act('write', [put('other.md', before ?? 'x'), put('another.md', after)]);
    w.write(path, after);
    const mode = 0o644;
    w.ledger.lease('crash', (tx) => {
      tx.putJournal({
        token: 'crashed',
        owner: { pid: 1, started: '0', boot: 'an earlier boot', namespace: '' },
        verb: 'edit',
        at: new Date(0).toISOString(),
        state: 'intended',
        folders: [],
        steps: [
          {
            path,
            from:
              before === null
                ? { kind: 'absent' }
                : { kind: 'present', hash: sha256(before), size: before.length, mode },
            to: { kind: 'present', hash: sha256(after), size: after.length, mode },
            folder: '.verbatim-00000000',
            staged: '.verbatim-00000000/0.new',
            aside: '.verbatim-00000000/0.old',
          },
        ],
      });
    });
    rmSync(w.at('.verbatim-00000000'), { recursive: true, force: true });
  };

  it('an edited file goes back to its bytes from before', async () => {
    await crash('a.md', 'before', 'after');
    expect(await w.review.recover()).toHaveLength(1);
    expect(w.read('a.md')).toBe('before');
    expect(Object.keys(w.files()).sort()).toEqual(['a.md', 'another.md', 'other.md']);
  });

  it('a created file goes', async () => {
    await crash('a.md', null, 'after');
    await w.review.recover();
    expect(Object.keys(w.files()).sort()).toEqual(['another.md', 'other.md']);
  });

  it('a file that a person saved since stays', async () => {
    await crash('a.md', 'before', 'after');
    w.write('a.md', 'after, and mine');
    await w.review.recover();
    expect(w.read('a.md')).toBe('after, and mine');
  });
});
