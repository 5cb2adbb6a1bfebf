/**
 * When the journal record of a settled transition may go. Its work folders are gone by then, but a power cut may bring them
 * back until the folders they lay in have been flushed; so the record stays until a later transition has flushed those
 * anyway, which costs nothing (ADR 17).
 */
import type { Tree } from '@verbatim/core';
import type { JournalRecord, LedgerTransaction } from '@verbatim/ledger';
import { clearedStepsMax } from '../limits.js';
import type { Room } from '../room.js';
import { cleanUp } from './clean-up.js';
import { parentOf, workFolders } from './work-folders.js';

/**
 * Cleans up after a settled transition. Its record goes later, with a flush that comes anyway; at once, after a flush of its
 * own, where a folder was made or emptied: what somebody makes there afterwards is theirs. Answers what was kept beside.
 */
export async function clear(room: Room, record: JournalRecord): Promise<string[]> {
  const { ledger, tree } = room;
  const rescued = await cleanUp(room, record);
  if (record.folders.length > 0) {
    flushNearest(tree, foldersOf(record));
    ledger.lease('clean up', (transaction) => transaction.removeJournal(record.token));
  }
  ledger.ended(record.token);
  return rescued;
}

/** A settled transition that made and emptied no folder, and of which nothing is left to clean up. */
export function isCleared(tree: Tree, { state, steps, folders }: JournalRecord): boolean {
  const isGone = (folder: string): boolean => lookAt(tree, folder) === 'gone';
  return state !== 'intended' && folders.length === 0 && workFolders(steps).every(isGone);
}

/** Something of it is left to settle, or to clean up where that can be reached. */
export function isLeft(tree: Tree, { state, steps, folders }: JournalRecord): boolean {
  const isThere = (folder: string): boolean => lookAt(tree, folder) === 'there';
  return state === 'intended' || folders.length > 0 || workFolders(steps).some(isThere);
}

/**
 * Calls `flush`, which flushes `flushed`, then removes the records of all transitions that were cleared before, and whose
 * folders were among them. Where too many wait, their folders are flushed too.
 */
export function removeCleared(
  tree: Tree,
  transaction: LedgerTransaction,
  flushed: ReadonlySet<string>,
  flush: () => void,
): void {
  const cleared = transaction.journal().filter((record) => isCleared(tree, record));
  flush();
  const steps = cleared.reduce((sum, record) => sum + record.steps.length, 0);
  for (const record of cleared) {
    const folders = foldersOf(record).filter((folder) => !flushed.has(folder));
    if (folders.length > 0) {
      if (steps <= clearedStepsMax || !areFlushed(tree, folders)) continue;
    }
    transaction.removeJournal(record.token);
  }
}

/** Removes the records of all that is cleared, at the cost of a flush for each folder. */
export function removeAllCleared(tree: Tree, transaction: LedgerTransaction): void {
  for (const record of transaction.journal()) {
    if (isCleared(tree, record) && areFlushed(tree, foldersOf(record))) transaction.removeJournal(record.token);
  }
}

/** The folders in which a transition makes and removes names, its work folders not counted. */
export function foldersOf({ steps, folders }: JournalRecord): string[] {
  return [...new Set([...steps.map(({ path }) => path), ...folders].map(parentOf))];
}

/** Flushes each, or the nearest one above it that is there. */
function flushNearest(tree: Tree, folders: readonly string[]): void {
  const nearest = (folder: string): string =>
    folder === '' || lookAt(tree, folder) === 'there' ? folder : nearest(parentOf(folder));
  for (const folder of new Set(folders.map(nearest))) tree.flushFolder(folder);
}

/** What cannot be flushed now is tried again later, and stops nobody's work. */
function areFlushed(tree: Tree, folders: readonly string[]): boolean {
  try {
    flushNearest(tree, folders);
    return true;
  } catch {
    return false;
  }
}

/** `out of reach`: a link or a file is on the way now, or the disk says nothing. */
function lookAt(tree: Tree, folder: string): 'there' | 'gone' | 'out of reach' {
  try {
    return tree.isFolder(folder) ? 'there' : 'gone';
  } catch {
    return 'out of reach';
  }
}
