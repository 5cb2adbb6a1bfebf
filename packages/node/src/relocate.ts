import { resolve } from 'node:path';
import { type Disk, refuse, type Tree } from '@verbatim/core';
import { findFolder, openPlaces } from './places.js';
import { findByFolder, findByPath, type Registry, readRegistry, save } from './workspaces/registry.js';
import { isAnotherThan, movedTo, type Workspace, wasFolderOf } from './workspaces/workspace.js';
import { systemWorld, type World } from './world.js';

export interface RelocateOptions {
  /** Where the workspace is now. */
  readonly root: string;
  readonly home?: string;
  /** Where it was, for a folder that was copied to another disk and so cannot be known again by itself. */
  readonly from?: string;
}

export interface RelocateAnswer {
  readonly outcome: 'relocated' | 'unchanged';
  readonly from: string;
  readonly to: string;
}

/**
 * Repoints the ledger of a workspace that moved. Durable when it returns. Refuses where no ledger knows the folder, where
 * the old place still holds the workspace, and where the new one has a ledger of its own.
 */
export function relocate(options: RelocateOptions): RelocateAnswer {
  return relocateIn(systemWorld(), options);
}

export function relocateIn(world: World, options: RelocateOptions): RelocateAnswer {
  const disk = world.disk(undefined);
  const { root, home } = openPlaces(world, disk, { root: options.root, home: options.home ?? world.home });
  try {
    const registry = readRegistry(disk, home);
    const from = options.from === undefined ? undefined : resolve(world.folder, options.from);
    const workspace = from === undefined ? movedHere(registry, disk, root) : recordedAt(registry, disk, root, from);
    if (workspace.root === root.path) return { outcome: 'unchanged', from: root.path, to: root.path };
    save(disk, registry, movedTo(workspace, root.path, root.identity));
    return { outcome: 'relocated', from: workspace.root, to: root.path };
  } finally {
    root.close();
  }
}

function movedHere(registry: Registry, disk: Disk, root: Tree): Workspace {
  const here = findByPath(registry, root);
  if (here !== undefined) return here;
  const found = findByFolder(registry, disk, root);
  if (found !== undefined && !found.isThereStill) return found.workspace;
  const message = 'No known workspace is this folder.';
  return refuse('INPUT_INVALID', message, [root.path], 'Say where it was: verbatim relocate --from OLD-DIR');
}

function recordedAt(registry: Registry, disk: Disk, root: Tree, from: string): Workspace {
  const here = findByPath(registry, root);
  const workspace = registry.known.find((one) => one.root === from);
  if (workspace === undefined) return refuse('INPUT_INVALID', 'No known workspace was at that folder.', [from]);
  if (here !== undefined && here !== workspace) {
    return refuse('INPUT_INVALID', 'This folder has a ledger of its own already.', [root.path]);
  }
  const old = findFolder(disk, from)?.tree;
  old?.close();
  const isThere = old !== undefined && old.path !== root.path && !isAnotherThan(workspace, old.identity);
  if (isThere && !wasFolderOf(workspace, root.identity)) {
    return refuse('INPUT_INVALID', 'That folder is still there, so its workspace has not moved.', [from]);
  }
  return workspace;
}
