/** `seen`: a hash of what was shown, so that nobody decides what they did not see (P16). */
import { type ActionId, refuse } from '@verbatim/core';
import { type Action, type LedgerView, sha256 } from '@verbatim/ledger';

/** Of some actions together, by what was seen of each, in their order; of one alone it is what was seen of that one. */
export function seenOf(view: LedgerView, actions: readonly Action[]): string {
  return seenTogether(actions.toSorted((a, b) => a.seq - b.seq).map((action) => seenOfOne(view, action)));
}

/** What was seen of all that waits, and of each action of it: a decision on some is not made old by what happens to others. */
export function seenOfEach(
  view: LedgerView,
  waiting: readonly Action[],
): { readonly all: string; readonly each: ReadonlyMap<ActionId, string> } {
  const inOrder = waiting.toSorted((a, b) => a.seq - b.seq);
  const each = new Map(inOrder.map((action) => [action.id, seenOfOne(view, action)]));
  return { all: seenTogether([...each.values()]), each };
}

function seenTogether(each: readonly string[]): string {
  const [only] = each;
  return each.length === 1 && only !== undefined ? only : hashOfShown(each);
}

/** Covers the action's status, the copies on both sides of each file, and verdicts on its changes. */
function seenOfOne(view: LedgerView, { id, status }: Action): string {
  return hashOfShown([id, status, pairsSeen(view, id)]);
}

function hashOfShown(shown: readonly unknown[]): string {
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
  if (seen === seenOf(view, actions) || seen === seenOf(view, view.waiting())) return;
  refuse(
    'SEEN_MOVED',
    'The review has moved since it was shown, so nothing was decided.',
    [...new Set(actions.flatMap(({ paths }) => paths))],
    'Look again (verbatim status, or verbatim inspect), then decide.',
  );
}
