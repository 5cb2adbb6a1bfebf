import { type Disk, refuse, shellWord } from '@verbatim/core';
import { openPlaces } from '../places.js';
import type { World } from '../world.js';
import { findByFolder, findByPath, newWorkspace, type Registry, readRegistry } from './registry.js';
import type { Workspace } from './workspace.js';

export interface FoundLedger {
  readonly registry: Registry;
  readonly workspace: Workspace;
  /** False where no record speaks of the workspace; its ledger, found by the folder's path, may be there all the same. */
  readonly isKnown: boolean;
}

/** Which ledger is this workspace's, without opening it. Creates nothing. Refuses what `openPlaces` does, and `WORKSPACE_MOVED`. */
export function findLedger(world: World, disk: Disk, given: { root: string; home?: string }): FoundLedger {
  const { root, home } = openPlaces(world, disk, { root: given.root, home: given.home ?? world.home });
  try {
    const registry = readRegistry(disk, home);
    const here = findByPath(registry, root);
    if (here !== undefined) return { registry, workspace: here, isKnown: true };
    const elsewhere = findByFolder(registry, disk, root);
    if (elsewhere?.isThereStill === true) return { registry, workspace: elsewhere.workspace, isKnown: true };
    if (elsewhere !== undefined) {
      const message = `This workspace was at ${elsewhere.workspace.root} and has moved here.`;
      refuse('WORKSPACE_MOVED', message, [root.path], `verbatim relocate --root ${shellWord(root.path)}`);
    }
    return { registry, workspace: newWorkspace(registry, root, world.clock), isKnown: false };
  } finally {
    root.close();
  }
}
