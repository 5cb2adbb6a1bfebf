/** A revision's files, written out: into a folder that a person names, or a fresh one for a command. */
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { refuse, type Tree } from '@verbatim/core';
import type { RevisionFiles } from '@verbatim/drafts';
import { makePassingFolder } from '@verbatim/fs';
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

/**
 * Gives `use` a fresh folder with the revision's files in it, and clears it away afterwards, with all that came into it. That
 * never changes what `use` came to: `left` is told the folder in which something had to stay.
 */
export async function inFreshExport<T>(
  files: RevisionFiles,
  use: (folder: string) => Promise<T>,
  left: (folder: string) => void = () => {},
): Promise<T> {
  const { disk, ids } = systemWorld();
  const fresh = makePassingFolder(tmpdir(), `verbatim-r${files.revision}-${ids.next(16)}`);
  try {
    const tree = disk(undefined).openTree(fresh.path);
    // Not held while the command works: an open folder is the same one wherever it is moved.
    await writeAll(tree, files).finally(() => tree.close());
    return await use(fresh.path);
  } finally {
    const place = fresh.remove();
    if (place !== undefined) left(place);
  }
}

async function writeAll(tree: Tree, files: RevisionFiles): Promise<void> {
  for (const { path } of files.files) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (folder !== '') tree.makeFolders(folder);
    tree.jot(path, await files.read(path));
  }
}
