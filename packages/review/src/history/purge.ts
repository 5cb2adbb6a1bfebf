/** Purge: a file's history, or some of its copies, are removed for good. What it would do is told first. */
import { type ActionId, hashOf, RefusalError, refuse, type SnapshotId, VerbatimError } from '@verbatim/core';
import type { LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import type { PurgeAnswer } from '../answers.js';
import { commandFor, quoted } from '../messages.js';
import type { PurgeOptions } from '../review-api.js';
import type { Room } from '../room.js';
import { removeAllCleared } from '../transition/cleared.js';
import { copiesUnderAllNames } from './entries.js';
import { isWaiting } from './prune.js';
import { copyOf } from './restore.js';

export async function purge(room: Room, given: string, { copies = [], confirmed }: PurgeOptions): Promise<PurgeAnswer> {
  const path = room.ledger.read((view) => locateNamed(room, view, given));
  const { gone: found, left } = room.ledger.read((view) => toPurge(room, view, path, copies));
  const told = { path, copies: found.map(({ id }) => id), bytes: bytesOf(found), ...notesOf(left) };
  if (found.length === 0) return { outcome: 'unchanged', ...told };
  if (confirmed !== true) return { outcome: 'preview', ...told };
  // Durable before any of them goes: whatever happens then, they are made anew from what the index says.
  room.ledger.lease('purge', (transaction) => {
    for (const id of manifestsOf(toPurge(room, transaction, path, copies).gone)) transaction.putManifestDue(id);
  });
  let named: readonly (ActionId | SnapshotId)[] = [];
  room.ledger.lease('purge', (transaction) => {
    removeAllCleared(room.tree, transaction);
    const { gone } = toPurge(room, transaction, path, copies);
    named = manifestsOf(gone);
    for (const id of named) transaction.putManifestDue(id);
    for (const copy of gone) remove(transaction, copy);
    for (const name of new Set([path, ...gone.map((copy) => copy.path)])) releaseDecisions(transaction, name, gone);
    // They would bring back what was purged, and a note tells of it.
    room.ledger.removeManifests(named);
  });
  for (const id of named) room.ledger.writeManifest(id);
  room.ledger.freeReleased();
  const unfreed = room.ledger.read((view) => view.countReleased());
  if (unfreed > 0) {
    const message = `The history was removed, but ${unfreed} of its copies could not be deleted from the disk yet.`;
    throw new VerbatimError('VERBATIM_IO', message, {
      path: `${room.ledger.dir}/copies`,
      hint: 'Make that folder writable, if it is not; the next command that writes tries again. verbatim verify counts what is left.',
    });
  }
  return { outcome: 'purged', ...told };
}

/** The file that was named, never the one that a link leads to: what is purged is gone. */
function locateNamed({ tree }: Room, view: LedgerView, given: string): string {
  const named = tree.asWritten(given) ?? tree.locate(given, true);
  if (view.countCopies(named, 1) > 0) return named;
  const real = tree.locate(given);
  if (real === named) return named;
  return refuse(
    'PATH_IS_LINK',
    'A link leads from this path to another file, and only that one has a history.',
    [named],
    `If that is the file that you mean: verbatim purge ${quoted(real)}`,
  );
}

interface ToPurge {
  readonly gone: Snapshot[];
  /** Former names of the file under which copies stay. */
  readonly left: string[];
}

/**
 * All copies of the file, or the named ones with the other halves of their pairs. Those under its former names are among
 * them, unless a file lies there: whose history it is can then not be told. Refuses where a decision waits.
 */
function toPurge(room: Room, view: LedgerView, path: string, named: readonly SnapshotId[]): ToPurge {
  const known = copiesUnderAllNames(view, path);
  const formerNames = [...new Set(known.map((copy) => copy.path))].filter((name) => name !== path);
  const left = named.length > 0 ? [] : formerNames.filter((name) => isTaken(room, name));
  const all = known.filter((copy) => !left.includes(copy.path));
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
  if (named.length === 0) return { gone: all, left };
  const gone = all.filter((copy) =>
    chosen.some(
      (one) => one.id === copy.id || (copy.action !== null && one.action === copy.action && one.path === copy.path),
    ),
  );
  return { gone, left };
}

/** True where a file lies at the name, or something through which none can be seen. */
function isTaken({ tree }: Room, path: string): boolean {
  try {
    return tree.glance(path).kind === 'present';
  } catch (error) {
    if (error instanceof RefusalError) return true;
    throw error;
  }
}

function notesOf(left: readonly string[]): { notes?: readonly string[] } {
  if (left.length === 0) return {};
  const notes = left.map(
    (name) =>
      `There is a file at the former name ${name}, so the copies of that name stay: verbatim purge ${quoted(name)}`,
  );
  return { notes };
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
