/** `--all` and `--changed`: one decision for each group of actions that share files, told one by one. */
import { sameBytes } from '@verbatim/core';
import type { Action, LedgerView } from '@verbatim/ledger';
import { answered } from '../answer.js';
import type { DecisionAnswer, DecisionsAnswer } from '../answers.js';
import type { DecisionOptions, Target } from '../review-api.js';
import type { Room } from '../room.js';
import { checkSeen } from '../seen.js';
import { decide } from './decide.js';
import { connectedGroups, type Verdict } from './scope.js';

export async function decideAll(
  room: Room,
  verdict: Verdict,
  options: DecisionOptions & { readonly changedOnly?: boolean },
): Promise<DecisionsAnswer> {
  const groups = room.ledger.read((view) => {
    const pending = view.waiting().filter(({ status }) => status === 'pending');
    checkSeen(view, options.seen, pending);
    const all = connectedGroups(pending);
    return options.changedOnly === true ? all.filter((group) => isChanged(room, view, group)) : all;
  });
  const decisions: DecisionAnswer[] = [];
  for (const group of groups) {
    const targets = group.map(({ id }): Target => ({ kind: 'action', id }));
    const { seen: _, key, ...rest } = options;
    // `seen` covered all groups together; each key is one for its group, so that a retry replays group by group.
    const own = key === undefined ? rest : { ...rest, key: `${key}/${group[0]?.id}` };
    decisions.push(await answered(() => decide(room, verdict, targets, own)));
  }
  const outcomes = new Set(decisions.map(({ outcome }) => outcome));
  const [only] = outcomes;
  const outcome =
    only === undefined ? 'unchanged' : outcomes.size === 1 ? only : outcomes.has('refused') ? 'refused' : 'mixed';
  return {
    outcome,
    decisions,
    files: decisions.flatMap((decision) => (decision.outcome === 'refused' ? [] : decision.files)),
  };
}

/** True where a file of the group no longer is what its newest action left. */
function isChanged({ tree }: Room, view: LedgerView, group: readonly Action[]): boolean {
  return [...new Set(group.flatMap(({ paths }) => paths))].some((path) => {
    const after = view.after(view.pendingPairs(path)[0]);
    if (after === undefined) return false;
    try {
      return !sameBytes(tree.look(path), after.state);
    } catch {
      return true;
    }
  });
}
