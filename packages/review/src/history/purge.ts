/** Purge: a file's history, or some of its copies, are removed for good. What it would do is told first. */
import { type ActionId, hashOf, refuse, type SnapshotId, VerbatimError } from '@verbatim/core';
import type { LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import type { PurgeAnswer } from '../answers.js';
import { commandFor } from '../messages.js';
import type { PurgeOptions } from '../review-api.js';
import type { Room } from '../room.js';
import { removeAllCleared } from '../transition/cleared.js';
import { copiesUnderAllNames } from './entries.js';
import { isWaiting } from './prune.js';
import { copyOf } from './restore.js';

export async function purge(room: Room, given: string, { copies = [], confirmed }: PurgeOptions): Promise<PurgeAnswer> {
  const path = room.tree.locate(given);
  const found = room.ledger.read((view) => toPurge(view, path, copies));
  const told = { path, copies: found.map(({ id }) => id), bytes: bytesOf(found) };
  if (found.length === 0) return { outcome: 'unchanged', ...told };
  if (confirmed !== true) return { outcome: 'preview', ...told };
  // Durable before any of them goes: whatever happens then, they are made anew from what the index says.
  room.ledger.lease('purge', (transaction) => {
    for (const id of manifestsOf(toPurge(transaction, path, copies))) transaction.putManifestDue(id);
  });
  let named: readonly (ActionId | SnapshotId)[] = [];
  room.ledger.lease('purge', (transaction) => {
    removeAllCleared(room.tree, transaction);
    const gone = toPurge(transaction, path, copies);
    named = manifestsOf(gone);
    for (const id of named) transaction.putManifestDue(id);
    for (const copy of gone) remove(transaction, copy);
    for (const name of new Set([path, ...gone.map((copy) => copy.path)])) releaseDecisions(transaction, name, gone);
    // They would bring back what was purged, and a note tells of it.
    room.ledger.removeManifests(named);
  });
  for (const id of named) room.ledger.writeManifest(id);
  room.ledger.freeReleased();
  const left = room.ledger.read((view) => view.countReleased());
  if (left > 0) {
    const message = `The history was removed, but ${left} of its copies could not be deleted from the disk yet.`;
    throw new VerbatimError('VERBATIM_IO', message, {
      path: `${room.ledger.dir}/copies`,
      hint: 'Make that folder writable, if it is not; the next command that writes tries again. verbatim verify counts what is left.',
    });
  }
  return { outcome: 'purged', ...told };
}

/**
 * All copies of the file, those under its former names too, or the named ones with the other halves of their pairs. Refuses
 * where a decision waits.
 */
function toPurge(view: LedgerView, path: string, named: readonly SnapshotId[]): Snapshot[] {
  const all = copiesUnderAllNames(view, path);
  const chosen = named.map((id) => copyOf(view, path, id));
  const needed = (named.length === 0 ? all : chosen).filter(({ action }) => action !== null && isWaiting(view, action));
  if (needed.length > 0) {
    const waiting = [...new Set(needed.flatMap(({ action }) => action ?? []))];
    const unfinished = waiting.find((id) => view.mustAction(id).status !== 'pending');
    const next = unfinished === undefined ? commandFor('keep', waiting) : `verbatim commit ${unfinished}`;
    refuse(
      'REVIEW_PENDING',
      named.length === 0
        ? 'This file has reviews that wait for a decision; their copies are needed for it.'
        : `The copy ${needed[0]?.id} is needed for a decision that waits.`,
      [...new Set(needed.map((copy) => copy.path))],
      `Decide first: ${next}`,
    );
  }
  if (named.length === 0) return all;
  return all.filter((copy) =>
    chosen.some(
      (one) => one.id === copy.id || (copy.action !== null && one.action === copy.action && one.path === copy.path),
    ),
  );
}

/** Whose manifests name these copies. */
function manifestsOf(copies: readonly Snapshot[]): (ActionId | SnapshotId)[] {
  return [...new Set(copies.map(({ id, action }) => action ?? id))];
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
