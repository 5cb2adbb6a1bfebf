/**
 * Manifests: one small file for each action, and for each copy that belongs to none (restore points, what a restore saved),
 * with the immutable facts, never a status, so that the index can be rebuilt from files alone. Not flushed when written;
 * the ledger remembers which are still due.
 */
import type { ActionId, FileKind, FileState, IdSource, SnapshotId, SnapshotLabel } from '@verbatim/core';
import type { Store } from '@verbatim/store';
import type { LedgerView } from './view.js';

export const manifestFolder = 'manifests';

export interface Manifest {
  readonly v: 1;
  readonly action: ActionId;
  readonly seq: number;
  readonly verb: string;
  readonly agent: string | null;
  readonly request: string | null;
  readonly at: string;
  readonly files: readonly {
    readonly path: string;
    readonly kind: FileKind;
    readonly before: FileState | null;
    readonly after: FileState | null;
  }[];
}

/** A copy that no action made. */
export interface CopyManifest {
  readonly v: 1;
  readonly copy: SnapshotId;
  readonly seq: number;
  readonly path: string;
  readonly label: SnapshotLabel;
  readonly at: string;
  readonly note: string | null;
  readonly state: FileState;
}

export function prepareManifests({ tree }: Store): void {
  tree.makeFolders(manifestFolder);
}

/** Writes the manifest of an action or of a copy, unless it is there, or the copy is gone already. */
export function writeManifest({ tree }: Store, view: LedgerView, ids: IdSource, id: ActionId | SnapshotId): void {
  const path = `${manifestFolder}/${id}.json`;
  if (tree.glance(path).kind === 'present') return;
  const manifest = actionManifest(view, id as ActionId) ?? copyManifest(view, id as SnapshotId);
  if (manifest === undefined) return;
  // Two processes may find the same one due.
  const temporary = `${manifestFolder}/.tmp-${id}-${ids.next(8)}`;
  try {
    tree.jot(temporary, Buffer.from(`${JSON.stringify(manifest)}\n`));
    tree.rename(temporary, path);
  } catch (error) {
    tree.remove(temporary);
    throw error;
  }
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
