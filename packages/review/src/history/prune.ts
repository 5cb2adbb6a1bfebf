/** Retention: carries out what `planPrune` plans, in the transaction that added a copy (P11). */
import { labels, refuse } from '@verbatim/core';
import {
  guardedCopies,
  type LedgerTransaction,
  type LedgerView,
  type PruneUnit,
  planPrune,
  type RetainedFile,
  removableUnits,
} from '@verbatim/ledger';
import { quoted } from '../messages.js';
import type { Room } from '../room.js';

/** Copies that always find room beside restore points and pins: the newest pair, "Before restore" and "Restored". */
const floorCopies = 4;

/** Removes what is over the limits, now that these files have more copies. Bytes are freed by a later transaction. */
export function prune(room: Room, transaction: LedgerTransaction, paths: readonly string[]): void {
  const { snapshotsPerFileMax, ledgerBytesMax } = room.limits;
  for (const path of new Set(paths)) {
    if (transaction.countCopies(path, snapshotsPerFileMax + 1) <= snapshotsPerFileMax) continue;
    for (const unit of planPrune([retained(transaction, path)], room.limits)) removeUnit(transaction, unit);
  }
  if (ledgerBytesMax !== null && transaction.heldBytes() > ledgerBytesMax) pruneBytes(transaction, ledgerBytesMax);
}

/** The same order over all files, until the copies are within the budget or nothing is left that may go. */
function pruneBytes(transaction: LedgerTransaction, bytesMax: number): void {
  for (const kind of ['routine', 'restore point'] as const) {
    for (let excess = transaction.heldBytes() - bytesMax; excess > 0; excess = transaction.heldBytes() - bytesMax) {
      const units = oldestUnits(transaction, kind, excess);
      if (units.length === 0) break;
      for (const unit of units) if (transaction.heldBytes() > bytesMax) removeUnit(transaction, unit);
    }
  }
}

/** Oldest first, of all files, until they have these bytes together. No more is read: a ledger may be long. */
function oldestUnits(view: LedgerView, kind: 'routine' | 'restore point', bytes: number): PruneUnit[] {
  const removable = new Map<string, Map<string, PruneUnit>>();
  const found: PruneUnit[] = [];
  let left = bytes;
  for (const { id, path } of view.allCopies('oldest first')) {
    if (left <= 0) break;
    let units = removable.get(path);
    if (units === undefined) {
      const ofKind = removableUnits(retained(view, path)).filter(
        ({ copies }) => (copies[0]?.label === labels.restorePoint) === (kind === 'restore point'),
      );
      units = new Map(ofKind.map((unit) => [unit.copies[0]?.id ?? '', unit]));
      removable.set(path, units);
    }
    const unit = units.get(id);
    if (unit === undefined) continue;
    found.push(unit);
    left -= unit.copies.reduce((sum, { size }) => sum + size, 0);
  }
  return found;
}

export function removeUnit(transaction: LedgerTransaction, { path, action, copies }: PruneUnit): void {
  for (const { id } of copies) transaction.removeSnapshot(id);
  if (action !== null) {
    for (const pair of transaction.pairs(action)) {
      if (pair.path === path) transaction.putPair({ ...pair, pruned: true });
    }
  }
  const newest = copies.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  // What was decided before these copies went, and what was decided on their action, can be undone no more.
  for (const decision of transaction.decisionsOf(path)) {
    const waits = decision.actions.some((id) => isWaiting(transaction, id));
    const isOver = decision.seq <= newest || (action !== null && decision.actions.includes(action));
    if (isOver && !waits) transaction.releaseDecision(decision);
  }
}

export function retained(view: LedgerView, path: string): RetainedFile {
  return {
    path,
    copies: view.copiesOf(path).map(({ id, seq, label, pinned, action, state }) => ({
      id,
      seq,
      label,
      pinned,
      action,
      isWaiting: action !== null && isWaiting(view, action),
      hash: state.kind === 'present' ? state.hash : null,
      size: state.kind === 'present' ? state.size : 0,
    })),
  };
}

/** True while the action's copies are needed: for a decision, or for what its agent has not recorded yet. */
export function isWaiting(view: LedgerView, action: string): boolean {
  return ['open', 'pending', 'interrupted'].includes(view.mustAction(action).status);
}

/** Refuses restore points or pins for which `more` copies stay, where routine copies would find no room any more. */
export function checkRoomForGuarded(room: Room, view: LedgerView, path: string, more: number): void {
  if (more === 0) return;
  const most = room.limits.snapshotsPerFileMax - floorCopies;
  const guarded = guardedCopies(retained(view, path)).sort((a, b) => a.seq - b.seq);
  if (guarded.length + more <= most) return;
  const oldest = guarded.slice(0, 3).map(({ id, pinned }) => (pinned ? `${id} (pinned)` : id));
  refuse(
    'HISTORY_FULL',
    `This file has ${guarded.length} restore points and pinned copies; with more of them there would be no room for the copies that Discard needs. The oldest: ${oldest.join(', ')}.`,
    [path],
    `Remove one (verbatim purge ${quoted(path)} ${guarded[0]?.id ?? ''} --yes), or unpin one: verbatim unpin ${quoted(path)} COPY`,
  );
}
