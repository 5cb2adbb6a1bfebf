/**
 * Manifests: one small file for each action, and for each copy that belongs to none (restore points, what a restore saved),
 * with the immutable facts, never a status, so that the index can be rebuilt from files alone. Written without a flush, so
 * a power cut may leave one empty: the ledger remembers it as due, and who opens it for writing looks, until it was flushed
 * with others, by when most have reached the disk anyway. An action has one from the moment in which it is opened, of what was
 * there before alone (P1): it is written anew with the commit, and goes where the action is cancelled.
 */
import type { ActionId, FileState, IdSource, SnapshotId, Tree } from '@verbatim/core';
import type { Store } from '@verbatim/store';
import { manifestText } from './manifest-text.js';
import { type CopyManifest, type Manifest, manifestFolder, manifestPath } from './manifest-words.js';
import { type AnyManifest, isOfOpen, readManifest } from './read-manifests.js';
import type { LedgerView } from './view.js';

export function prepareManifests({ tree }: Store): void {
  tree.makeFolders(manifestFolder);
}

/**
 * Writes the manifest of an action or of a copy, unless a sound one is there, or the copy is gone already; takes away that of
 * an action that was cancelled. Not flushed.
 */
export function writeManifest({ tree }: Store, view: LedgerView, ids: IdSource, id: ActionId | SnapshotId): void {
  if (isCancelled(view, id)) {
    tree.remove(manifestPath(id));
    return;
  }
  // One that is there may be what a power cut left of it.
  const found = readManifest(tree, id);
  if (typeof found === 'object' && !isOvertaken(view, found)) return;
  const manifest = actionManifest(view, id as ActionId) ?? copyManifest(view, id as SnapshotId);
  if (manifest === undefined) return;
  // Two processes may find the same one due.
  const temporary = `${manifestFolder}/.tmp-${id}-${ids.next(8)}`;
  try {
    tree.jot(temporary, Buffer.from(manifestText(manifest)));
    tree.rename(temporary, manifestPath(id));
  } catch (error) {
    tree.remove(temporary);
    throw error;
  }
}

/** Makes manifests durable. Answers those that are, and those of what is gone. */
export function flushManifests(
  tree: Tree,
  view: LedgerView,
  due: readonly (ActionId | SnapshotId)[],
): (ActionId | SnapshotId)[] {
  try {
    const done = due.filter((id) => {
      const found = readManifest(tree, id);
      if (isCancelled(view, id)) return found === 'absent';
      if (typeof found !== 'object')
        return view.action(id as ActionId) === undefined && view.snapshot(id as SnapshotId) === undefined;
      if (isOvertaken(view, found)) return false;
      tree.flushFile(manifestPath(id));
      return true;
    });
    tree.flushFolder(manifestFolder);
    return done;
  } catch {
    // They stay due, which stops nobody's work.
    return [];
  }
}

function isCancelled(view: LedgerView, id: ActionId | SnapshotId): boolean {
  return view.action(id as ActionId)?.status === 'cancelled';
}

/** True for the manifest of an open action that was committed since. */
function isOvertaken(view: LedgerView, manifest: AnyManifest): boolean {
  return isOfOpen(manifest) && view.pairs(manifest.action).some((pair) => view.after(pair) !== undefined);
}

function actionManifest(view: LedgerView, id: ActionId): Manifest | undefined {
  const action = view.action(id);
  if (action === undefined) return undefined;
  const state = (snapshot: string | null): FileState | null =>
    snapshot === null ? null : (view.snapshot(snapshot)?.state ?? null);
  return {
    v: 1,
    action: id,
    seq: action.seq,
    verb: action.verb,
    agent: action.agent,
    request: action.request,
    at: action.at,
    files: view.pairs(id).map((pair) => ({
      path: pair.path,
      kind: pair.kind,
      before: state(pair.before),
      after: state(pair.after),
    })),
  };
}

function copyManifest(view: LedgerView, id: SnapshotId): CopyManifest | undefined {
  const snapshot = view.snapshot(id);
  if (snapshot === undefined) return undefined;
  const { seq, path, label, at, note, state } = snapshot;
  return { v: 1, copy: id, seq, path, label, at, note, state };
}
