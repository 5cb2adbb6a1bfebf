/** Ctrl-C before every single call of an edit and of a Discard: all files or none, and the command ends as it says. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace, put, type SwapOrder, swapOrders } from '../workspace.js';
import { isLong } from './form.js';
import { ended, processes } from './processes.js';
import type { Finished } from './roles/signalled.js';

const sample = 4;
const { start } = processes();

const before = { 'a.md': 'before' };
const after = { 'a.md': 'agent a', 'new/': '', 'new/b.md': 'agent b' };

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(['edit', 'discard'] as const)(
    'Ctrl-C in every step of an operation (%s) is held until it is done',
    async (verb) => {
      const { calls } = await run(order, verb, 0);
      const step = isLong ? 1 : Math.max(1, Math.floor(calls / sample));
      const told = { 'ended at once': 0, 'done first': 0 };
      for (let at = isLong ? 1 : 2; at <= calls; at += step) {
        const { finished, ...end } = await run(order, verb, at);
        const where = { at, of: calls };
        if (finished === undefined) {
          // Nothing had been written yet, and nothing was held.
          expect({ ...where, ...end.how, files: end.files }).toEqual({
            ...where,
            code: null,
            signal: 'SIGINT',
            files: verb === 'edit' ? before : after,
          });
          told['ended at once']++;
        } else {
          expect({ ...where, ...end.how, outcome: finished.answer.outcome, files: end.files }).toEqual({
            ...where,
            code: 130,
            signal: null,
            outcome: verb === 'edit' ? 'pending' : 'discarded',
            files: verb === 'edit' ? after : before,
          });
          told['done first']++;
        }
        expect({ ...where, pending: end.pending }).toEqual({
          ...where,
          pending: (verb === 'edit') === (finished !== undefined) ? 1 : 0,
        });
        expect({ ...where, recovered: end.recovered }).toEqual({ ...where, recovered: [] });
      }
      console.log(`${order} order, ${verb}: ${JSON.stringify(told)} of ${calls} calls`);
      expect(told['done first']).toBeGreaterThan(0);
    },
  );
});

interface End {
  readonly finished: Finished | undefined;
  readonly calls: number;
  readonly how: { readonly code: number | null; readonly signal: string | null };
  readonly files: Record<string, string>;
  readonly pending: number;
  readonly recovered: readonly string[];
}

/** One command in a process of its own, then a look at what it left. */
async function run(order: SwapOrder, verb: 'edit' | 'discard', at: number): Promise<End> {
  const base = mkdtempSync(join(tmpdir(), 'verbatim-signals-'));
  const first = await openWorkspace({ base, order });
  first.write('a.md', 'before');
  const edit =
    verb === 'discard' ? await first.review.act('edit', [put('a.md', 'agent a'), put('new/b.md', 'agent b')]) : {};
  first.review.close();
  await first.ledger.close();

  const child = start('beSignalled', { base, order, at, ...('action' in edit ? { discard: edit.action } : {}) });
  let finished: Finished | undefined;
  child.on('message', (message) => {
    finished = message as Finished;
  });
  const how = await ended(child);

  const w = await openWorkspace({ base, order });
  try {
    const recovered = await w.review.recover();
    const pending = (await w.review.status()).actions.filter(({ status }) => status === 'pending').length;
    return { finished, calls: finished?.calls ?? 0, how, files: w.files(), pending, recovered };
  } finally {
    await w.close();
  }
}
