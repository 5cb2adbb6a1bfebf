/** Restore from History, on the real disk with the real LMDB. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { action, file, openWorkspace, plainFormats, put, sha256, swapOrders, type Workspace } from './workspace.js';

describe.each(swapOrders)('restore in the %s order', (order) => {
  let w: Workspace;
  beforeEach(async () => {
    w = await openWorkspace({ order });
  });
  afterEach(async () => {
    expect(Object.keys(w.files()).filter((path) => path.includes('.verbatim-'))).toEqual([]);
    await w.close();
  });

  /** One edit of a.md from "one" to "two"; answers the ids of both copies. */
  const edited = async (): Promise<{ id: string; before: string; after: string }> => {
    w.write('a.md', 'one');
    const answer = await w.review.act('edit', [put('a.md', 'two')]);
    if (answer.outcome !== 'pending') throw new Error(JSON.stringify(answer));
    const pair = w.ledger.read((view) => view.pairs(answer.action)[0]);
    return { id: answer.action, before: pair?.before ?? '', after: pair?.after ?? '' };
  };

  it('puts a copy back and saves the present state first', async () => {
    const { before } = await edited();
    writeFileSync(w.at('a.md'), 'mine');
    const answer = await w.review.restore('a.md', before);
    expect(answer).toMatchObject({
      outcome: 'restored',
      files: [{ sha256: { before: sha256('mine'), now: sha256('one') } }],
    });
    expect(w.read('a.md')).toBe('one');
    if (answer.outcome !== 'restored') return;
    const [saved] = answer.copies;
    if (saved === undefined) throw new Error('nothing was saved');
    const labels = w.ledger.read((view) => [saved.beforeRestore, saved.restored].map((id) => view.snapshot(id)?.label));
    expect(labels).toEqual(['Before restore', 'Restored']);
    expect(await w.review.restore('a.md', saved.beforeRestore)).toMatchObject({ outcome: 'restored' });
    expect(w.read('a.md')).toBe('mine');
  });

  it('does nothing where it would change nothing', async () => {
    const { after } = await edited();
    expect(await w.review.restore('a.md', after)).toMatchObject({ outcome: 'unchanged' });
  });

  it("leaves a pending review pending, and restoring the agent's result unblocks it", async () => {
    const { id, before, after } = await edited();
    await w.review.restore('a.md', before);
    expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'ALREADY_BEFORE' });
    await w.review.restore('a.md', after);
    expect(await w.review.discard([file('a.md')])).toMatchObject({ outcome: 'discarded' });
    expect(w.read('a.md')).toBe('one');
  });

  it('refuses a copy of another file and a damaged copy', async () => {
    const { before } = await edited();
    w.write('b.md', 'b');
    expect(await w.review.restore('b.md', before)).toMatchObject({ outcome: 'refused', code: 'COPY_UNKNOWN' });
    w.isDamaged = true;
    writeFileSync(join(w.ledgerDir, 'copies', sha256('one')), 'bad');
    expect(await w.review.restore('a.md', before)).toMatchObject({ outcome: 'refused', code: 'COPY_CORRUPT' });
    expect(w.read('a.md')).toBe('two');
  });

  it('never puts a copy back that its format says would not open', async () => {
    await w.close();
    w = await openWorkspace({
      order,
      review: {
        formats: {
          ...plainFormats,
          changes: () => ({ format: 'word', decidedBy: 'whole-file', changes: [] }),
          problemOf: (_path, bytes) => (String(bytes) === 'one' ? 'its main part is missing.' : undefined),
        },
      },
    });
    const { before } = await edited();
    expect(await w.review.restore('a.md', before)).toMatchObject({ outcome: 'refused', code: 'OFFICE_INVALID' });
    expect(w.read('a.md')).toBe('two');
  });
});
