/** What was begun under a key: for a retry of `begin`, and for an agent that knows its action by nothing but its key. */
import { hashOf, refuse } from '@verbatim/core';
import type { LedgerView } from '@verbatim/ledger';
import type { BeginAnswer } from '../answers.js';
import { answerUnder, claimKey, type KeyClaim, Replay } from '../key.js';
import { fileBusy } from '../messages.js';
import type { Context } from '../review-api.js';
import type { Room } from '../room.js';
import { isInterrupted } from './interrupted.js';

type Begun = BeginAnswer & { readonly outcome: 'open' };

/** Each file once, as it is captured and as a key is bound to it. */
export function locateOnce({ tree }: Room, given: readonly string[]): string[] {
  return [...new Set(given.map((path) => tree.locate(path)))];
}

export function claimBegin(context: Context, paths: readonly string[]): KeyClaim | undefined {
  return claimKey(context, 'begin', paths);
}

/** Finds the action by its key, wherever it and its files have come to since. Refuses `ACTION_UNKNOWN`, `KEY_REUSED`. */
export async function begun(room: Room, given: readonly string[], context: Context): Promise<BeginAnswer> {
  const paths = locateOnce(room, given);
  const found = room.ledger.read((view) => answerUnder(view, claimBegin(context, paths)));
  if (found === undefined) return refuse('ACTION_UNKNOWN', 'Nothing was begun under this key.', paths);
  return found as Begun;
}

/**
 * “The agent may write now” is told again only while that is so: the action is open, and what was captured still lies there.
 * Where it has ended, the retry begins anew; where somebody was at a file, its new bytes are in no ledger: `FILE_BUSY`.
 */
export function stopIfBegun(room: Room, view: LedgerView, claim: KeyClaim | undefined): void {
  const answer = answerUnder(view, claim) as Begun | undefined;
  const action = answer === undefined ? undefined : view.action(answer.action);
  if (answer === undefined || action?.status !== 'open' || isInterrupted(room, action)) return;
  for (const { path, sha256 } of answer.files) {
    if (hashOf(room.tree.look(path)) !== sha256.before) fileBusy(path, action.id);
  }
  throw new Replay(answer);
}
