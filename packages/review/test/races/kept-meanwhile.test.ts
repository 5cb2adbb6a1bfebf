/** An action that another process keeps while its Discard is under way was a kept one when it was discarded. */
import { expect, it } from 'vitest';
import { action, openWorkspace, put } from '../workspace.js';
import { processes } from './processes.js';

const { runNow } = processes();

it('undo of the Discard brings back that it was kept, and undo of the Keep is still possible', async () => {
  let keeps: { base: string; id: string } | undefined;
  // The plan is made by then, and nothing is intended yet.
  const hold = (): (() => void) => {
    if (keeps !== undefined) runNow('keepOnce', keeps);
    keeps = undefined;
    return () => {};
  };
  const w = await openWorkspace({ review: { signals: { hold } } });
  try {
    w.write('a.md', 'before');
    const edit = await w.review.act('edit', [put('a.md', 'after')]);
    const id = 'action' in edit ? edit.action : '';
    keeps = { base: w.base, id };
    const discarded = await w.review.discard([action(id)]);
    expect(discarded).toMatchObject({ outcome: 'discarded' });
    const undone = await w.review.undo('decision' in discarded ? discarded.decision : '');
    expect(undone).toMatchObject({ outcome: 'restored' });
    expect(w.files()).toEqual({ 'a.md': 'after' });
    const kept = w.ledger.read((view) => view.mustAction(id));
    expect(kept.status).toBe('kept');
    expect(await w.review.undo(kept.decision ?? '')).toMatchObject({ outcome: 'restored', undid: 'keep' });
    expect(w.ledger.read((view) => view.mustAction(id)).status).toBe('pending');
  } finally {
    await w.close();
  }
});
