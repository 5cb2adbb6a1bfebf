import { sameBytes } from '@verbatim/core';
import type { LedgerTransaction } from '@verbatim/ledger';
import type { Landed } from '../transition/plan.js';

/**
 * Our own write changed which file lies at the path: the pairs that left it so are told (transition.md, "Identity"). That
 * is the top one that still waits, and the newest that was kept, which stays revertible.
 */
export function stamp(transaction: LedgerTransaction, { path, now }: Landed): void {
  const identity = now.kind === 'present' ? now.identity : null;
  for (const pair of [transaction.pendingPairs(path)[0], transaction.newestKept(path)]) {
    const after = transaction.after(pair);
    if (pair !== undefined && after !== undefined && sameBytes(after.state, now))
      transaction.putPair({ ...pair, identity });
  }
  const [top] = transaction.pendingPairs(path);
  const review = top === undefined ? undefined : transaction.review(path, top.action);
  if (review !== undefined && sameBytes(review.expected.state, now)) transaction.putReview({ ...review, identity });
}
