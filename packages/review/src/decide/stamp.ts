import { sameBytes } from '@verbatim/core';
import type { LedgerTransaction } from '@verbatim/ledger';
import type { Landed } from '../transition/plan.js';

/**
 * Our own write changed which file lies at the path: the top pair that still waits is told, if that is what it left
 * (transition.md, "Identity").
 */
export function stamp(transaction: LedgerTransaction, { path, now }: Landed): void {
  const top = transaction.pendingPairs(path)[0];
  const after = transaction.after(top);
  if (top === undefined || after === undefined || !sameBytes(after.state, now)) return;
  transaction.putPair({ ...top, identity: now.kind === 'present' ? now.identity : null });
}
