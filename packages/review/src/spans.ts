/** From what to what the changes of a target are shown. */
import { type FileKind, type FileState, refuse } from '@verbatim/core';
import type { Action, FileReview, FileVersion, LedgerView, Pair } from '@verbatim/ledger';
import { topChain } from './decide/chain.js';
import { versionOf } from './judge/file-review.js';
import type { Target } from './review-api.js';
import { locateWaiting, type Room } from './room.js';

/** One pair, a chain from its first before to its last after, or what a review record is about. */
export interface Span {
  readonly path: string;
  readonly kind: FileKind;
  readonly before: FileVersion;
  readonly after: FileVersion | undefined;
  readonly verdicts: FileReview['verdicts'];
}

/** Every file of an action, or a file's top chain. Refuses `ACTION_UNKNOWN`, `NOTHING_PENDING`, `PAIR_INCOMPLETE`. */
export function shownSpans(room: Room, view: LedgerView, given: Target): { actions: Action[]; spans: Span[] } {
  if (given.kind === 'action') {
    const action = view.action(given.id);
    if (action === undefined) return refuse('ACTION_UNKNOWN', `There is no action ${given.id}.`);
    return { actions: [action], spans: view.pairs(action.id).map((pair) => spanOf(view, pair, pair)) };
  }
  const path = locateWaiting(room, view, given.path);
  const chain = topChain(view, path);
  const [top, bottom] = [chain[0], chain.at(-1)];
  if (top === undefined || bottom === undefined) {
    const open = view.openActionOn(path);
    if (open !== undefined) return shownSpans(room, view, { kind: 'action', id: open });
    return refuse('NOTHING_PENDING', 'Nothing of this file waits for a decision.', [path]);
  }
  return { actions: chain.map(({ action }) => view.mustAction(action)), spans: [spanOf(view, bottom, top)] };
}

export function spanOf(view: LedgerView, bottom: Pair, top: Pair): Span {
  const review = view.review(top.path, top.action);
  if (review !== undefined) {
    const { path, base: before, head: after, verdicts } = review;
    return { path, kind: kindOf(before.state, after.state, top.kind), before, after, verdicts };
  }
  const before = view.before(bottom);
  if (before === undefined)
    return refuse(
      'PAIR_INCOMPLETE',
      'The copy of this file from before the edit is missing, so its changes cannot be shown.',
      [top.path],
    );
  const after = view.after(top);
  return {
    path: top.path,
    kind: bottom === top ? top.kind : kindOf(before.state, after?.state, top.kind),
    before: versionOf(before),
    after: after === undefined ? undefined : versionOf(after),
    verdicts: {},
  };
}

function kindOf(before: FileState, after: FileState | undefined, otherwise: FileKind): FileKind {
  if (after === undefined) return otherwise;
  if (before.kind === 'absent') return 'created';
  return after.kind === 'absent' ? 'deleted' : 'edited';
}
