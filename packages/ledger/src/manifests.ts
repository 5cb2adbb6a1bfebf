/**
 * Manifests: one small file for each action with its immutable facts, never its status, so that the index can be rebuilt
 * from files alone. Not flushed when written; the ledger remembers which are still due.
 */
import type { ActionId, FileKind, FileState, IdSource } from '@verbatim/core';
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

export function prepareManifests({ tree }: Store): void {
  tree.makeFolders(manifestFolder);
}

/** Writes the action's manifest unless it is there. */
export function writeManifest({ tree }: Store, view: LedgerView, ids: IdSource, id: ActionId): void {
  const path = `${manifestFolder}/${id}.json`;
  if (tree.glance(path).kind === 'present') return;
  const action = view.mustAction(id);
  const state = (snapshot: string | null): FileState | null =>
    snapshot === null ? null : (view.snapshot(snapshot)?.state ?? null);
  const manifest: Manifest = {
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
