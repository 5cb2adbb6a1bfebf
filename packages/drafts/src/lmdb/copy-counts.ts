/**
 * How often retained revisions name each copy, over all apps, so that a copy goes with the last revision that names it.
 *
 * Along the retained revisions of an app, a path with its bytes counts once where it appears, not again while it stays. So
 * an edit counts only what it changed, and a revision that leaves from between two others takes back what only it had, and
 * what appears no longer anew after it.
 */
import { type Hash, isVerbatimError } from '@verbatim/core';
import type { Store, StoreTransaction } from '@verbatim/store';
import { grouped } from '../grouped.js';
import { copiesSweptMax } from '../limits.js';
import type { EntryChange, FileEntry } from '../words.js';
import { keys } from './keys.js';

/** The copies that count once more with a revision that comes after another one: what has appeared in it. */
export function appearances(before: readonly FileEntry[], after: readonly FileEntry[]): Hash[] {
  const was = new Set(before.map(nameOf));
  return after.filter((entry) => !was.has(nameOf(entry))).map(({ hash }) => hash);
}

/** Counts what a new head has and the head before had not. */
export function countNewHead(transaction: StoreTransaction, changes: readonly EntryChange[]): void {
  const appeared = changes.flatMap(({ after }) => (after === null ? [] : [after.hash]));
  add(transaction, appeared, 1);
}

/**
 * What a revision that leaves holds on pages of its own, and its retained neighbours on pages that it does not have. What
 * stands on a page that it shares with one of them is there with or without it.
 */
export interface Leaving {
  readonly own: readonly FileEntry[];
  readonly older: readonly FileEntry[];
  readonly newer: readonly FileEntry[];
}

/** Takes back what a revision counted that leaves. */
export function countLeaving(transaction: StoreTransaction, { own, older, newer }: Leaving): void {
  const names = {
    own: new Set(own.map(nameOf)),
    older: new Set(older.map(nameOf)),
    newer: new Set(newer.map(nameOf)),
  };
  const onlyOwn = own.filter((entry) => !names.older.has(nameOf(entry)) && !names.newer.has(nameOf(entry)));
  const onlyAround = newer.filter((entry) => names.older.has(nameOf(entry)) && !names.own.has(nameOf(entry)));
  const gone = [...onlyOwn, ...onlyAround].map(({ hash }) => hash);
  add(transaction, gone, -1);
}

function nameOf({ path, hash }: FileEntry): string {
  return `${hash} ${path}`;
}

function add(transaction: StoreTransaction, hashes: readonly Hash[], by: 1 | -1): void {
  for (const [hash, { length }] of grouped(hashes, (one) => one)) {
    const count = (transaction.get<number>(keys.copy(hash)) ?? 0) + by * length;
    if (count > 0) {
      transaction.put(keys.copy(hash), count);
      if (by > 0) transaction.remove(keys.unnamed(hash));
    } else {
      transaction.remove(keys.copy(hash));
      transaction.put(keys.unnamed(hash), 0);
    }
  }
}

/** Copies that no revision named before this transaction began; few at a time. */
export function unnamedCopies(transaction: StoreTransaction): Hash[] {
  const prefix = keys.allUnnamed;
  return [...transaction.entries(prefix, { limit: copiesSweptMax })].map(({ key }) => key.slice(prefix.length));
}

/**
 * Removes those of them that are still not named. They were unnamed in a transaction that is durable, and the writer lock is
 * held, so that nobody is about to name them: whoever wants to looks whether the copy is there under the same lock.
 */
export function sweepCopies(transaction: StoreTransaction, { copies }: Store, unnamed: readonly Hash[]): void {
  for (const hash of unnamed) {
    if (transaction.get(keys.copy(hash)) !== undefined) continue;
    try {
      copies.free(hash);
    } catch (error) {
      // It stays unnamed and is tried again later: a file that cannot be removed is no reason to refuse a write.
      if (isVerbatimError(error)) continue;
      throw error;
    }
    transaction.remove(keys.unnamed(hash));
  }
}

/** Remembers copies that were stored for commits which did not come about, so that they are removed where nobody names them. */
export function noteLoose(transaction: StoreTransaction, loose: Iterable<Hash>): void {
  for (const hash of loose) if (transaction.get(keys.copy(hash)) === undefined) transaction.put(keys.unnamed(hash), 0);
}
