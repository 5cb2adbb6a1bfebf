import { sameBytes } from '@verbatim/core';
import type { FileReview, LedgerTransaction, Pair } from '@verbatim/ledger';
import type { Landed } from '../transition/plan.js';

/**
 * Our own write changed which file lies at the path: the pairs that left it so are told (transition.md, "Identity"), and
 * which of its attributes could not be kept. That is the top one that still waits, and the newest that was kept, which
 * stays revertible.
 */
export function stamp(transaction: LedgerTransaction, landed: Landed): void {
  const { path, now } = landed;
  for (const pair of [transaction.pendingPairs(path)[0], transaction.newestKept(path)]) {
    const after = transaction.after(pair);
    if (pair !== undefined && after !== undefined && sameBytes(after.state, now))
      transaction.putPair(stamped(pair, landed));
  }
  const [top] = transaction.pendingPairs(path);
  const review = top === undefined ? undefined : transaction.review(path, top.action);
  if (review !== undefined && sameBytes(review.expected.state, now)) transaction.putReview(stamped(review, landed));
}

function stamped<T extends Pair | FileReview>(record: T, { now, notKept }: Landed): T {
  const { notKept: _, ...rest } = record;
  const identity = now.kind === 'present' ? now.identity : null;
  return { ...rest, identity, ...(notKept.length > 0 ? { notKept } : {}) } as T;
}
