/** Purge: a file's history, or some of its copies, are removed for good. What it would do is told first. */
import { hashOf, refuse, type SnapshotId } from '@verbatim/core';
import type { LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import type { PurgeAnswer } from '../answers.js';
import { commandFor } from '../messages.js';
import type { PurgeOptions } from '../review-api.js';
import type { Room } from '../room.js';
import { copiesUnderAllNames } from './entries.js';
import { copyOf } from './restore.js';

export async function purge(room: Room, given: string, { copies = [], confirmed }: PurgeOptions): Promise<PurgeAnswer> {
  const path = room.tree.locate(given);
  const found = room.ledger.read((view) => toPurge(view, path, copies));
  const told = { path, copies: found.map(({ id }) => id), bytes: bytesOf(found) };
  if (found.length === 0) return { outcome: 'unchanged', ...told };
  if (confirmed !== true) return { outcome: 'preview', ...told };
  room.ledger.lease('purge', (transaction) => {
    const gone = toPurge(transaction, path, copies);
    for (const copy of gone) remove(transaction, copy);
    for (const name of new Set([path, ...gone.map((copy) => copy.path)])) releaseDecisions(transaction, name, gone);
  });
  room.ledger.freeReleased();
  return { outcome: 'purged', ...told };
}

/**
 * All copies of the file, those under its former names too, or the named ones with the other halves of their pairs. Refuses
 * where a decision waits.
 */
function toPurge(view: LedgerView, path: string, named: readonly SnapshotId[]): Snapshot[] {
  const all = copiesUnderAllNames(view, path);
  const waiting = new Set(all.flatMap((copy) => view.pendingPairs(copy.path)).map(({ action }) => action));
  for (const copy of [path, ...all.map((one) => one.path)]) {
    const open = view.openActionOn(copy);
    if (open !== undefined) waiting.add(open);
  }
  const isNeeded = ({ action }: Snapshot): boolean => action !== null && waiting.has(action);
  if (named.length === 0) {
    const needed = all.filter(isNeeded);
    if (needed.length > 0) {
      refuse(
        'REVIEW_PENDING',
        'This file has reviews that wait for a decision; their copies are needed for it.',
        [...new Set(needed.map((copy) => copy.path))],
        `Decide first: ${commandFor('keep', [...new Set(needed.flatMap(({ action }) => action ?? []))])}`,
      );
    }
    return all;
  }
  const chosen = named.map((id) => copyOf(view, path, id));
  const needed = chosen.find(isNeeded);
  if (needed?.action) {
    refuse(
      'REVIEW_PENDING',
      `The copy ${needed.id} is needed for a decision that waits.`,
      [path],
      commandFor('keep', [needed.action]),
    );
  }
  return all.filter((copy) =>
    chosen.some(
      (one) => one.id === copy.id || (copy.action !== null && one.action === copy.action && one.path === copy.path),
    ),
  );
}

function remove(transaction: LedgerTransaction, { id, action, path }: Snapshot): void {
  transaction.removeSnapshot(id);
  if (action === null) return;
  for (const pair of transaction.pairs(action)) {
    if (pair.path === path) transaction.putPair({ ...pair, pruned: true });
  }
}

/** A decision holds what undoing it would need; what is purged is not to be found anywhere. */
function releaseDecisions(transaction: LedgerTransaction, path: string, gone: readonly Snapshot[]): void {
  const hashes = new Set(gone.map(({ state }) => hashOf(state)));
  const isEmpty = transaction.countCopies(path, 1) === 0;
  for (const decision of transaction.decisionsOf(path)) {
    const { files, before, after } = decision;
    const reviews = [...before.reviews, ...after.reviews].flatMap(({ original, base, head, expected }) => [
      original,
      base,
      head,
      expected,
    ]);
    const needed = [...files.flatMap(({ from, to }) => [from, to]), ...reviews].map(({ state }) => hashOf(state));
    const isOfGone = gone.some(({ action }) => action !== null && decision.actions.includes(action));
    if (isEmpty || isOfGone || needed.some((hash) => hash !== null && hashes.has(hash))) {
      transaction.releaseDecision(decision);
    }
  }
}

/** Bytes of distinct contents; some may stay where another file has the same. */
function bytesOf(copies: readonly Snapshot[]): number {
  const sizes = new Map(copies.flatMap(({ state }) => (state.kind === 'present' ? [[state.hash, state.size]] : [])));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
