/** The record of a decision: the verdict, its receipt, and how things stood before, so that it can be undone. */
import { type DecisionId, type Look, sameState } from '@verbatim/core';
import type {
  Action,
  DecidedFile,
  Decision,
  FileReview,
  FileVersion,
  LedgerTransaction,
  LedgerView,
  Standing,
} from '@verbatim/ledger';
import { prune } from '../history/prune.js';
import { type Room, timestamp } from '../room.js';
import type { Landed, Transfer } from '../transition/plan.js';

/** The review records of the actions' files. */
export function reviewsOf(view: LedgerView, actions: readonly Action[]): FileReview[] {
  const found = new Map<string, FileReview>();
  for (const { id, paths } of actions) {
    for (const path of paths) {
      const review = view.review(path, id);
      if (review !== undefined) found.set(`${review.seq} ${path}`, review);
    }
  }
  return [...found.values()];
}

/** How actions stand now; those given may have been read before the lock. */
export function standing(view: LedgerView, actions: readonly Action[]): Standing {
  const now = actions.map(({ id }) => view.mustAction(id));
  return {
    actions: now.map(({ id, status, decision }) => ({ id, status, decision })),
    reviews: reviewsOf(view, now),
  };
}

export function versionOfLook(look: Look): FileVersion {
  if (look.kind === 'absent') return { state: look, attributes: null };
  const { hash, size, mode, attributes } = look;
  return { state: { kind: 'present', hash, size, mode }, attributes };
}

export function sameVersion(one: FileVersion, other: FileVersion): boolean {
  return sameState(one.state, other.state);
}

/** Closes actions with their decision; the review records of their files are done with. */
export function closeActions(
  transaction: LedgerTransaction,
  actions: readonly Action[],
  status: 'kept' | 'discarded' | 'mixed',
  decision: DecisionId,
): void {
  for (const review of reviewsOf(transaction, actions)) transaction.removeReview(review);
  for (const { id } of actions) transaction.putAction({ ...transaction.mustAction(id), status, decision });
}

/** Records a decision that has just been carried out in this transaction; `before` is how things stood until then. */
export function putDecision(
  room: Room,
  transaction: LedgerTransaction,
  decision: Pick<Decision, 'id' | 'verdict' | 'answer' | 'before' | 'files'>,
): void {
  const actions = decision.before.actions.map(({ id }) => id);
  const after = standing(
    transaction,
    actions.map((id) => transaction.mustAction(id)),
  );
  transaction.putDecision({ ...decision, actions, after, seq: transaction.nextSequence(), at: timestamp(room) });
  // What was on top of the limit while it waited is counted from now on.
  prune(
    room,
    transaction,
    actions.flatMap((id) => transaction.mustAction(id).paths),
  );
}

/** A file that a transition of ours wrote. */
export function decidedFile({ path, from }: Pick<Transfer, 'path' | 'from'>, now: Landed['now']): DecidedFile {
  const identity = now.kind === 'present' ? now.identity : null;
  return { path, from: versionOfLook(from), to: versionOfLook(now), identity };
}
