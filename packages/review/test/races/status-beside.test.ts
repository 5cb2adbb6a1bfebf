/** A `status` every 200 ms beside long edits takes nothing from them: who is alive is left alone. */
import type { SystemCalls } from '@verbatim/fs';
import { describe, expect, it } from 'vitest';
import { action, callsFor, openWorkspace, put, type SwapOrder, swapOrders } from '../workspace.js';
import { isLong } from './form.js';
import { next, processes } from './processes.js';
import type { Read } from './roles/status-reader.js';

const rounds = isLong ? 60 : 2;
/** Milliseconds that each flush takes on this slow disk. */
const slowness = 60;
const { start } = processes();

describe.each(swapOrders)('in the %s order', (order) => {
  it('a status every 200 ms beside long edits and Discards steals nothing', async () => {
    const w = await openWorkspace({ calls: slow(order) });
    try {
      const reader = start('readStatus', { root: w.root, ledgerDir: w.ledgerDir, every: 200 });
      await next(reader);
      for (let n = 1; n <= rounds; n++) {
        w.write('a.md', `before ${n}`);
        const edit = await w.review.act('edit', [put('a.md', `agent ${n}`), put('new/b.md', `agent ${n}`)]);
        expect(edit).toMatchObject({ outcome: 'pending' });
        // Between two turns of the event loop, as a command would be.
        await new Promise((resolve) => setImmediate(resolve));
        expect(await w.review.discard([action('action' in edit ? edit.action : '')])).toMatchObject({
          outcome: 'discarded',
        });
        expect(w.files()).toEqual({ 'a.md': `before ${n}` });
      }
      const found = next<Read>(reader);
      reader.send('stop');
      const { times, seenAtWork, ...told } = await found;
      console.log(`${order} order: ${times} times status beside ${2 * rounds} operations, ${seenAtWork} seen at work`);
      expect(told).toEqual({ recovered: [], notes: [], faults: [] });
      expect(seenAtWork).toBeGreaterThan(0);
    } finally {
      await w.close();
    }
  });
});

function slow(order: SwapOrder): SystemCalls {
  const real = callsFor(order);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  return {
    ...real,
    flush(fd) {
      Atomics.wait(pause, 0, 0, slowness);
      real.flush(fd);
    },
  };
}
