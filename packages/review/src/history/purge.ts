/** Purge: a file's history, or some of its copies, are removed for good. What it would do is told first. */
import { hashOf, refuse, type SnapshotId } from '@verbatim/core';
import { type LedgerTransaction, type LedgerView, type Snapshot } from '@verbatim/ledger';
import type { PurgeAnswer } from '../answers.js';
import { commandFor } from '../messages.js';
import type { PurgeOptions } from '../review-api.js';
import type { Room } from '../room.js';
import { removeUnit } from './prune.js';
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
    releaseDecisions(transaction, path, gone);
  });
  room.ledger.freeReleased();
  return { outcome: 'purged', ...told };
}

/** All copies of the file, or the named ones with the other halves of their pairs. Refuses where a decision waits. */
function toPurge(view: LedgerView, path: string, named: readonly SnapshotId[]): Snapshot[] {
  const waiting = [...view.pendingPairs(path).map(({ action }) => action), view.openActionOn(path)].flatMap(
    (id) => id ?? [],
  );
  if (waiting.length > 0 && named.length === 0) {
    refuse(
      'REVIEW_PENDING',
      'This file has reviews that wait for a decision; their copies are needed for it.',
      [path],
      `Decide first: ${commandFor('keep', waiting)}`,
    );
  }
  const all = view.copiesOf(path);
  if (named.length === 0) return all;
  const chosen = named.map((id) => copyOf(view, path, id));
  const needed = chosen.find(({ action }) => action !== null && waiting.includes(action));
  if (needed !== undefined) {
    refuse(
      'REVIEW_PENDING',
      `The copy ${needed.id} is needed for a decision that waits.`,
      [path],
      commandFor('keep', waiting),
    );
  }
  return all.filter(({ id, action }) =>
    chosen.some((one) => one.id === id || (action !== null && one.action === action)),
  );
}

function remove(transaction: LedgerTransaction, { id, seq, label, pinned, action, path }: Snapshot): void {
  const copy = { id, seq, label, pinned, action, isWaiting: false, hash: null, size: 0 };
  removeUnit(transaction, { path, action, copies: [copy] });
}

/** A decision holds what undoing it would need; what is purged is not to be found anywhere. */
function releaseDecisions(transaction: LedgerTransaction, path: string, gone: readonly Snapshot[]): void {
  const hashes = new Set(gone.map(({ state }) => hashOf(state)));
  for (const decision of transaction.decisionsOf(path)) {
    const { files, before, after } = decision;
    const reviews = [...before.reviews, ...after.reviews].flatMap(({ original, base, head, expected }) => [
      original,
      base,
      head,
      expected,
    ]);
    const needed = [...files.flatMap(({ from, to }) => [from, to]), ...reviews].map(({ state }) => hashOf(state));
    if (needed.some((hash) => hash !== null && hashes.has(hash))) transaction.releaseDecision(decision);
  }
}

/** Bytes of distinct contents; some may stay where another file has the same. */
function bytesOf(copies: readonly Snapshot[]): number {
  const sizes = new Map(copies.flatMap(({ state }) => (state.kind === 'present' ? [[state.hash, state.size]] : [])));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
