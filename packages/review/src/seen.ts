/** `seen`: a hash of what was shown, so that nobody decides what they did not see (P16). */
import { type ActionId, refuse } from '@verbatim/core';
import { type Action, type LedgerView, sha256 } from '@verbatim/ledger';

/** Covers which actions there are, their status, the copies on both sides of each file, and verdicts on its changes. */
export function seenOf(view: LedgerView, actions: readonly Action[]): string {
  const shown = actions.toSorted((a, b) => a.seq - b.seq).map(({ id, status }) => [id, status, pairsSeen(view, id)]);
  return sha256(JSON.stringify(shown)).slice(0, 16);
}

function pairsSeen(view: LedgerView, action: ActionId): unknown[] {
  return view.pairs(action).map(({ path, before, after }) => {
    const review = view.review(path, action);
    const judged = review === undefined ? [] : [review.base.state, review.head.state, review.verdicts];
    return [path, before, after, ...judged];
  });
}

/** Refuses `SEEN_MOVED` unless `seen` was said of all that waits, or of just these actions, and still is true. */
export function checkSeen(view: LedgerView, seen: string | undefined, actions: readonly Action[]): void {
  if (seen === undefined) return;
  if (seen === seenOf(view, view.waiting()) || seen === seenOf(view, actions)) return;
  refuse(
    'SEEN_MOVED',
    'The review has moved since it was shown, so nothing was decided.',
    [...new Set(actions.flatMap(({ paths }) => paths))],
    'Look again (verbatim status, or verbatim inspect), then decide.',
  );
}
