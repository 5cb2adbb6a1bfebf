/** Two processes at the writer lock: one that stops while it holds it, and one that waits. */
import { once } from 'node:events';
import { callsFor, openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface AtTheLock {
  readonly base: string;
  readonly order: SwapOrder;
  /** URL of the module that the lock watch tells. */
  readonly module: string;
}

/** Edits a file, and is stopped by SIGSTOP in the middle of the swap, under the lock. */
export async function holdLock({ base, order, module }: AtTheLock): Promise<void> {
  const real = callsFor(order);
  const calls: typeof real = {
    ...real,
    // Tried in the aside order, too.
    exchange(a, b) {
      process.kill(process.pid, 'SIGSTOP');
      real.exchange(a, b);
    },
  };
  const w = await openWorkspace({ base, calls, ledger: { lockWatch: { module, verb: 'a long edit' } } });
  process.send?.('ready');
  const answer = await w.review.act('edit', [put('a.md', 'the holder')]);
  w.review.close();
  await w.ledger.close();
  process.send?.(answer, () => process.exit());
}

/** Opens the ledger, then edits the same file and another one when it is told to. */
export async function waitForLock({ base, order, module }: AtTheLock): Promise<void> {
  const w = await openWorkspace({ base, order, ledger: { lockWatch: { module, verb: 'edit' } } });
  process.send?.('ready');
  await once(process, 'message');
  const answers = [
    await w.review.act('edit', [put('a.md', 'the waiter')]),
    await w.review.act('edit', [put('b.md', 'the waiter')]),
  ];
  w.review.close();
  await w.ledger.close();
  process.send?.(answers, () => process.exit());
}
