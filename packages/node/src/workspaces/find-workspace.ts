import { dirname, resolve } from 'node:path';
import { findFolder } from '../places.js';
import { systemWorld, type World } from '../world.js';
import { readRegistry } from './registry.js';

export interface FoundWorkspace {
  /** Absolute, links resolved where the folder exists. */
  readonly root: string;
  /** False where no ledger speaks of it yet. */
  readonly isKnown: boolean;
}

/** The nearest known workspace at or above the folder `cwd`, else that folder. Creates nothing. Refuses `HOME_UNSAFE`. */
export function findWorkspace(options: { readonly cwd: string; readonly home?: string }): FoundWorkspace {
  return findWorkspaceIn(systemWorld(), options);
}

export function findWorkspaceIn(world: World, { cwd, home }: { cwd: string; home?: string }): FoundWorkspace {
  const disk = world.disk(undefined);
  const folder = findFolder(disk, resolve(world.folder, cwd))?.tree;
  folder?.close();
  const start = folder?.path ?? resolve(world.folder, cwd);
  const { known } = readRegistry(disk, resolve(world.folder, home ?? world.home));
  const roots = new Set(known.map(({ root }) => root));
  for (let at = start; ; at = dirname(at)) {
    if (roots.has(at)) return { root: at, isKnown: true };
    if (at === dirname(at)) return { root: start, isKnown: false };
  }
}
