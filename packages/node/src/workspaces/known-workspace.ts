/** Whose folder this is: by its path, else by which folder it is. */
import { type Disk, refuse, shellWord, type Tree } from '@verbatim/core';
import { findByFolder, findByPath, type Registry } from './registry.js';
import type { Workspace } from './workspace.js';

/** The workspace of this folder, or undefined where no record speaks of it. Refuses `WORKSPACE_MOVED`. */
export function knownWorkspace(registry: Registry, disk: Disk, root: Tree): Workspace | undefined {
  const here = findByPath(registry, root);
  if (here !== undefined) return here;
  const found = findByFolder(registry, disk, root);
  if (found === undefined || found.isThereStill) return found?.workspace;
  const at = found.workspace.root;
  const message = found.isTaken
    ? `This folder has moved here, and its reviews are kept under ${at}, where another folder lies now.`
    : `This workspace was at ${at} and has moved here; its reviews are kept under the old place.`;
  return refuse('WORKSPACE_MOVED', message, [root.path], `verbatim relocate --root ${shellWord(root.path)}`);
}
