/** `--all` and `--changed`: one decision for each group of actions that share files, told one by one. */
import { type ActionId, isVerbatimError, sameBytes } from '@verbatim/core';
import type { Action, LedgerView } from '@verbatim/ledger';
import { answered } from '../answer.js';
import type { DecisionAnswer, DecisionsAnswer } from '../answers.js';
import { claimKey, type KeyClaim, stopIfAnswered, storeAnswer } from '../key.js';
import type { DecisionOptions, Target } from '../review-api.js';
import { type Room, timestamp } from '../room.js';
import { checkSeen } from '../seen.js';
import { pastTheDead } from '../transition/recover.js';
import { decide } from './decide.js';
import { connectedGroups, type Verdict } from './scope.js';

export interface AllOptions extends DecisionOptions {
  readonly changedOnly?: boolean;
}

export async function decideAll(room: Room, verdict: Verdict, options: AllOptions): Promise<DecisionsAnswer> {
  const claim = claimKey(options, `${verdict} all`, [options.changedOnly ?? false]);
  const groups = claim === undefined ? groupsNow(room, options) : claimedGroups(room, options, claim);
  const { seen: _seen, key: _key, ...rest } = options;
  const decisions: DecisionAnswer[] = [];
  for (const group of groups) {
    // `seen` covered all groups together, and so does the key.
    const targets = group.map((id): Target => ({ kind: 'action', id }));
    try {
      decisions.push(await answered(() => pastTheDead(room, () => decide(room, verdict, targets, rest))));
    } catch (error) {
      // What was decided is told with its receipts (P15); under a key a retry goes on from there.
      if (decisions.length === 0 || !isVerbatimError(error)) throw error;
      const { code, message, hint = null, path = null } = error;
      return { ...summed(decisions), error: { code, message, hint, path } };
    }
  }
  const answer = summed(decisions);
  if (claim !== undefined) {
    room.ledger.lease(verdict, (transaction) => {
      if (answer.outcome === 'refused' && answer.files.length === 0) transaction.removeKey(claim.scope);
      else storeAnswer(room, transaction, claim, answer);
    });
  }
  return answer;
}

function summed(decisions: readonly DecisionAnswer[]): DecisionsAnswer {
  const outcomes = new Set(decisions.map(({ outcome }) => outcome));
  const [only] = outcomes;
  const several = outcomes.has('refused') ? 'refused' : 'mixed';
  return {
    outcome: only === undefined ? 'unchanged' : outcomes.size === 1 ? only : several,
    decisions,
    files: decisions.flatMap((decision) => (decision.outcome === 'refused' ? [] : decision.files)),
  };
}

function groupsNow(room: Room, options: AllOptions): ActionId[][] {
  return room.ledger.read((view) => {
    const pending = view.waiting().filter(({ status }) => status === 'pending');
    checkSeen(view, options.seen, pending);
    const all = connectedGroups(pending);
    const chosen = options.changedOnly === true ? all.filter((group) => isChanged(room, view, group)) : all;
    return chosen.map((group) => group.map(({ id }) => id));
  });
}

/**
 * What a key covers is written down before the first group is decided: a retry after a crash goes on with the same groups,
 * and those that were decided answer as they did.
 */
function claimedGroups(room: Room, options: AllOptions, claim: KeyClaim): readonly (readonly ActionId[])[] {
  const begun = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return view.key(claim.scope)?.groups;
  });
  if (begun !== undefined) return begun;
  const groups = groupsNow(room, options);
  room.ledger.lease('decide all', (transaction) => {
    stopIfAnswered(transaction, claim);
    transaction.putKey(claim.scope, { arguments: claim.arguments, groups, at: timestamp(room) });
  });
  return groups;
}

/** True where a file of the group no longer is what its newest action left. */
function isChanged({ tree }: Room, view: LedgerView, group: readonly Action[]): boolean {
  return [...new Set(group.flatMap(({ paths }) => paths))].some((path) => {
    const [top] = view.pendingPairs(path);
    if (top === undefined) return false;
    const expected = view.review(path, top.action)?.expected.state ?? view.after(top)?.state;
    if (expected === undefined) return false;
    try {
      return !sameBytes(tree.look(path), expected);
    } catch {
      return true;
    }
  });
}
