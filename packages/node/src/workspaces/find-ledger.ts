import type { Disk } from '@verbatim/core';
import { openPlaces } from '../places.js';
import type { World } from '../world.js';
import { knownWorkspace } from './known-workspace.js';
import { newWorkspace, type Registry, readRegistry } from './registry.js';
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
    const known = knownWorkspace(registry, disk, root);
    const workspace = known ?? newWorkspace(registry, root, world.clock);
    return { registry, workspace, isKnown: known !== undefined };
  } finally {
    root.close();
  }
}
