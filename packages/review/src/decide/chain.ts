/** Chains: runs of pending edits on one file that unwind into each other (design section 6). */
import { sameBytes } from '@verbatim/core';
import type { LedgerView, Pair } from '@verbatim/ledger';

/**
 * A file's top chain, newest first: pending pairs in which each before equals the previous after. A person's edit in
 * between ends it. Pairs that have a review record are a chain of their own: what they left is what its verdicts come to.
 */
export function topChain(view: LedgerView, path: string): Pair[] {
  const [newest, ...older] = view.pendingPairs(path);
  return newest === undefined ? [] : [newest, ...olderInChain(view, newest, older)];
}

/** The pairs of the same chain that are older than `pair`; `olderPairs` are all pending ones of the file, newest first. */
export function olderInChain(view: LedgerView, pair: Pair, olderPairs: readonly Pair[]): Pair[] {
  const review = view.review(pair.path, pair.action);
  if (review !== undefined) return olderPairs.filter(({ action }) => review.actions.includes(action));
  let newer = pair;
  const end = olderPairs.findIndex((older) => {
    const isSame = view.review(older.path, older.action) === undefined && follows(view, older, newer);
    newer = older;
    return !isSame;
  });
  return end === -1 ? [...olderPairs] : olderPairs.slice(0, end);
}

/** True where `newer` starts from what `older` left. */
function follows(view: LedgerView, older: Pair, newer: Pair): boolean {
  const after = view.after(older);
  const before = view.before(newer);
  return after !== undefined && before !== undefined && sameBytes(after.state, before.state);
}
