/** Which folders may be a workspace and a home, and how they may lie to each other. */

import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Disk, refuse, shellWord, type Tree, VerbatimError } from '@verbatim/core';
import type { World } from './world.js';

export interface Places {
  /** The workspace, open; close it. */
  readonly root: Tree;
  /** The home, links resolved as far as it exists. */
  readonly home: string;
}

/**
 * Opens the workspace folder and checks it against the home. Refuses `ROOT_FORBIDDEN` (`/`, or a home folder of the user),
 * `HOME_IN_WORKSPACE` (one lies in the other), and `INPUT_INVALID` where there is no such folder.
 */
export function openPlaces(world: World, disk: Disk, given: { root: string; home: string }): Places {
  const root = findFolder(disk, resolve(world.folder, given.root))?.tree;
  if (root === undefined) {
    return refuse('INPUT_INVALID', 'There is no such folder.', [given.root], 'Name the workspace with --root DIR.');
  }
  try {
    const home = realPath(disk, resolve(world.folder, given.home));
    checkRoot(world, disk, root.path);
    checkApart(root.path, home);
    return { root, home };
  } catch (error) {
    root.close();
    throw error;
  }
}

/** A folder that exists, open; close its tree. `undefined` where there is none. */
export function findFolder(disk: Disk, path: string, options: { private?: boolean } = {}): { tree: Tree } | undefined {
  try {
    return { tree: disk.openTree(path, options) };
  } catch (error) {
    if (error instanceof VerbatimError && ['ENOENT', 'ENOTDIR'].includes(String(error.data['system'])))
      return undefined;
    throw error;
  }
}

function checkRoot(world: World, disk: Disk, root: string): void {
  const next = 'Go into a project folder, or name one with --root DIR.';
  if (root === dirname(root)) refuse('ROOT_FORBIDDEN', 'The whole disk cannot be a workspace.', [root], next);
  if (world.userFolders.some((folder) => realPath(disk, folder) === root)) {
    refuse('ROOT_FORBIDDEN', 'A home folder cannot be a workspace.', [root], next);
  }
}

function checkApart(root: string, home: string): void {
  const message = isWithin(home, root)
    ? 'The folder that keeps the copies lies inside this workspace, where an agent could reach it.'
    : 'This workspace lies inside the folder that keeps the copies.';
  if (!isWithin(home, root) && !isWithin(root, home)) return;
  refuse(
    'HOME_IN_WORKSPACE',
    message,
    [root],
    `Choose another folder for the copies with --home DIR (now ${shellWord(home)}).`,
  );
}

export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../');
}

/** Links resolved as far as the path exists; the rest is appended as it is. */
export function realPath(disk: Disk, path: string): string {
  const found = findFolder(disk, path);
  if (found === undefined) return path === dirname(path) ? path : join(realPath(disk, dirname(path)), basename(path));
  found.tree.close();
  return found.tree.path;
}
