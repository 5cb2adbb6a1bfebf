import { sameBytes } from '@verbatim/core';
import type { LedgerTransaction } from '@verbatim/ledger';
import type { Landed } from '../transition/plan.js';

/**
 * Our own write changed which file lies at the path: the pair that left it so is told (transition.md, "Identity"). That
 * is the top one that still waits, or else the newest that was kept, which stays revertible.
 */
export function stamp(transaction: LedgerTransaction, { path, now }: Landed): void {
  const top = transaction.pendingPairs(path)[0] ?? transaction.newestKept(path);
  const after = transaction.after(top);
  if (top === undefined || after === undefined || !sameBytes(after.state, now)) return;
  transaction.putPair({ ...top, identity: now.kind === 'present' ? now.identity : null });
}
