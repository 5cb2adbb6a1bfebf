/** What a decision reaches: from the targets that were named to whole actions (design section 6, "Scope"). */
import { type ActionId, refuse } from '@verbatim/core';
import type { Action, LedgerView, Pair } from '@verbatim/ledger';
import { commandFor, quoted } from '../messages.js';
import type { Target } from '../review-api.js';
import { olderInChain, topChain } from './chain.js';

export type Verdict = 'keep' | 'discard';

/** The actions that a verdict on the targets takes with it, oldest first. Refuses where that reaches what was not named. */
export function scopeOf(view: LedgerView, verdict: Verdict, targets: readonly Target[]): Action[] {
  const named = new Set<ActionId>();
  const namedFiles = new Set<string>();
  const start = new Set<ActionId>();
  for (const target of targets) {
    if (target.kind === 'action') {
      named.add(target.id);
      start.add(target.id);
    } else {
      namedFiles.add(target.path);
      for (const { action } of topChain(view, target.path)) start.add(action);
    }
  }
  const reached = closure(view, verdict, start);
  const isNamed = ({ id, paths }: Action): boolean => named.has(id) || paths.every((path) => namedFiles.has(path));
  const unnamed = reached.filter((action) => !isNamed(action));
  if (unnamed.length > 0) {
    const list = unnamed.map(({ id, paths }) => `action:${id} (${paths.map(quoted).join(', ')})`).join('; ');
    refuse(
      'SCOPE_WIDER',
      `This would also ${verdict} what was not named: ${list}.`,
      [...new Set(unnamed.flatMap(({ paths }) => paths))],
      `To ${verdict} all of it: ${commandFor(
        verdict,
        reached.map(({ id }) => id),
      )}`,
    );
  }
  return reached;
}

/**
 * Discard takes the newer pending actions on the same files with it, Keep the older ones of the same chain. A chain of which
 * single changes were decided goes as one.
 */
export function closure(view: LedgerView, verdict: Verdict, start: ReadonlySet<ActionId>): Action[] {
  const reached = new Map<ActionId, Action>();
  const queue = [...start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    const action = view.mustAction(id);
    reached.set(id, action);
    for (const path of action.paths) {
      queue.push(...(view.review(path, id)?.actions ?? []));
      const pairs = view.pendingPairs(path);
      if (verdict === 'discard') queue.push(...pairs.filter(({ seq }) => seq > action.seq).map((pair) => pair.action));
      else queue.push(...olderThan(view, pairs, action.seq));
    }
  }
  return [...reached.values()].sort((a, b) => a.seq - b.seq);
}

function olderThan(view: LedgerView, newestFirst: readonly Pair[], seq: number): ActionId[] {
  const from = newestFirst.findIndex((pair) => pair.seq <= seq);
  const pair = newestFirst[from];
  return pair === undefined ? [] : olderInChain(view, pair, newestFirst.slice(from + 1)).map(({ action }) => action);
}

/** Pending actions in groups that share no file, each oldest first. */
export function connectedGroups(actions: readonly Action[]): Action[][] {
  const groups: Action[][] = [];
  for (const action of actions) {
    const touching = groups.filter((group) =>
      group.some(({ paths }) => paths.some((path) => action.paths.includes(path))),
    );
    const merged = [...touching.flat(), action].sort((a, b) => a.seq - b.seq);
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.sort((a, b) => (a[0] as Action).seq - (b[0] as Action).seq);
}
