/** A revision's files, written out: into a folder that a person names, or a fresh one for a command. */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Disk, refuse, type Tree } from '@verbatim/core';
import type { RevisionFiles } from '@verbatim/drafts';
import { systemWorld } from '../world.js';

/** Writes all files into an empty folder, which is made where it is missing. Refuses `PATH_TAKEN` where something is in it. */
export async function exportRevision(files: RevisionFiles, folder: string): Promise<string> {
  const tree = systemWorld().disk(undefined).openTree(resolve(folder), { create: true });
  try {
    if (tree.list('').length > 0) {
      refuse('PATH_TAKEN', 'There is something in this folder already.', [folder], 'Name an empty folder.');
    }
    await writeAll(tree, files);
    return tree.path;
  } finally {
    tree.close();
  }
}

/** Gives `use` a fresh folder with the revision's files in it, and removes it afterwards, with all that came into it. */
export async function inFreshExport<T>(files: RevisionFiles, use: (folder: string) => Promise<T>): Promise<T> {
  const world = systemWorld();
  const disk: Disk = world.disk(undefined);
  const name = `verbatim-r${files.revision}-${world.ids.next(16)}`;
  const tree = disk.openTree(join(tmpdir(), name), { create: true });
  try {
    await writeAll(tree, files);
    return await use(tree.path);
  } finally {
    empty(tree, '');
    tree.close();
    const parent = disk.openTree(tmpdir());
    parent.removeFolder(name);
    parent.close();
  }
}

async function writeAll(tree: Tree, files: RevisionFiles): Promise<void> {
  for (const { path } of files.files) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (folder !== '') tree.makeFolders(folder);
    tree.jot(path, await files.read(path));
  }
}

function empty(tree: Tree, folder: string): void {
  for (const { name, kind } of tree.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind !== 'folder') tree.remove(path);
    else {
      empty(tree, path);
      tree.removeFolder(path);
    }
  }
}
