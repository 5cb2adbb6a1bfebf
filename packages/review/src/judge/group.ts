/** Actions whose files were decided change by change, and what has become of them all together. */
import { type ActionId, assert, sameState } from '@verbatim/core';
import type { Action, FileReview, LedgerView } from '@verbatim/ledger';

export type Outcome = 'kept' | 'discarded' | 'mixed';

/**
 * All actions that this record settles: those of its chain, and of every other chain that shares an action with it, where
 * no change of any of their files is left without a verdict. Undefined where something is left.
 */
export function settledBy(view: LedgerView, review: FileReview): Action[] | undefined {
  const reached = new Map<ActionId, Action>();
  const queue = [...review.actions];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    const action = view.mustAction(id);
    reached.set(id, action);
    for (const path of action.paths) {
      const other = view.review(path, id);
      if (other === undefined || !other.isDecided) return undefined;
      queue.push(...other.actions);
    }
  }
  return [...reached.values()].sort((a, b) => a.seq - b.seq);
}

/** How a file stands: as nobody undid anything, back at its first before, or between. */
export function outcomeOf({ original, expected, isUndone, isAround = false }: FileReview): Outcome {
  if (!isUndone) return 'kept';
  return sameState(original.state, expected.state) && !isAround ? 'discarded' : 'mixed';
}

/** One word for several files. */
export function summedOutcome(outcomes: readonly Outcome[]): Outcome {
  const [first, ...others] = new Set(outcomes);
  assert(first !== undefined, 'a decision is about a file at least');
  return others.length === 0 ? first : 'mixed';
}
