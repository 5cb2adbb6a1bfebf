/** A folder's files, to become a draft. */
import { resolve } from 'node:path';
import { refuse, type Tree } from '@verbatim/core';
import { findFolder } from '../places.js';
import { systemWorld } from '../world.js';

export interface FolderFiles {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** What is there and is no part of a draft, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

/** What is made anew from the rest, or belongs to another tool. */
const othersFolders: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Reads every file below a folder. Links are not followed. Refuses `INPUT_INVALID` where there is no such folder. */
export function readFolder(path: string): FolderFiles {
  const folder = findFolder(systemWorld().disk(undefined), resolve(path));
  if (folder === undefined) return refuse('INPUT_INVALID', 'There is no such folder.', [path]);
  try {
    const found: { files: { path: string; bytes: Uint8Array }[]; leftOut: { path: string; why: string }[] } = {
      files: [],
      leftOut: [],
    };
    collect(folder.tree, '', found);
    return found;
  } finally {
    folder.tree.close();
  }
}

function collect(
  tree: Tree,
  folder: string,
  found: { files: { path: string; bytes: Uint8Array }[]; leftOut: { path: string; why: string }[] },
): void {
  for (const { name, kind } of tree.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'other') found.leftOut.push({ path, why: 'it is a link or a special file' });
    else if (kind === 'folder' && othersFolders.has(name)) {
      found.leftOut.push({ path, why: 'it belongs to another tool, or is made from the rest' });
    } else if (kind === 'folder') collect(tree, path, found);
    else {
      const bytes = bytesAt(tree, path);
      if (bytes !== undefined) found.files.push({ path, bytes });
    }
  }
}

function bytesAt(tree: Tree, path: string): Uint8Array | undefined {
  const chunks: Buffer[] = [];
  const look = tree.look(
    path,
    (chunk) => chunks.push(Buffer.from(chunk)),
    () => chunks.splice(0),
  );
  return look.kind === 'absent' ? undefined : Buffer.concat(chunks);
}
