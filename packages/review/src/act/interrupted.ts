import type { ActionId, DecisionId } from '@verbatim/core';
import type { Action, LedgerTransaction, LedgerView } from '@verbatim/ledger';
import type { Room } from '../room.js';

/** True where an open action's agent is gone: its process died, or a day has passed. */
export function isInterrupted({ disk, clock, limits }: Room, action: Action): boolean {
  if (action.status !== 'open') return action.status === 'interrupted';
  if (action.process !== null && disk.liveness(action.process) === 'dead') return true;
  return clock.now() - Date.parse(action.at) > limits.openActionMax;
}

/** What has been at a file since an interrupted action began: then what lies there now is no longer its agent's work. */
export function overtakenBy(
  view: LedgerView,
  action: Action,
  path: string,
): { readonly action: ActionId } | { readonly decision: DecisionId } | undefined {
  const newest = view.newestPair(path);
  if (newest !== undefined && newest.action !== action.id && newest.seq > action.seq) return { action: newest.action };
  const decision = view.decisionsOf(path).find(({ files }) => files.some((file) => file.path === path));
  return decision !== undefined && decision.seq > action.seq ? { decision: decision.id } : undefined;
}

/** The action that holds the file open, unless its agent is gone. */
export function holderOf(room: Room, view: LedgerView, path: string): Action | undefined {
  const id = view.openActionOn(path);
  const action = id === undefined ? undefined : view.action(id);
  return action === undefined || isInterrupted(room, action) ? undefined : action;
}

/** Records that the file's open action was interrupted, so that it holds the file no longer. */
export function releaseInterrupted(room: Room, transaction: LedgerTransaction, path: string): void {
  const id = transaction.openActionOn(path);
  const action = id === undefined ? undefined : transaction.action(id);
  if (action !== undefined && isInterrupted(room, action)) transaction.putAction({ ...action, status: 'interrupted' });
}
