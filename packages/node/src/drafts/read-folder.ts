/** A folder's files, to become a draft. */
import { resolve } from 'node:path';
import { type Entry, refuse, type Tree, VerbatimError } from '@verbatim/core';
import { draftBytesMax, draftFileBytesMax, filesPerAppMax } from '@verbatim/drafts';
import { findFolder } from '../places.js';
import { systemWorld } from '../world.js';

export interface FolderFiles {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** What is there and is no part of a draft, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

interface Found {
  readonly paths: string[];
  bytes: number;
  readonly leftOut: { path: string; why: string }[];
}

/** What is made anew from the rest, or belongs to another tool. */
const othersFolders: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);
const ownFolder = /^\.verbatim-[0-9a-f]{8}$/;

/**
 * Reads every file below a folder. Links are not followed. Refuses `INPUT_INVALID` where there is no such folder, and `LIMIT`,
 * before anything is read, where it holds more than a draft can.
 */
export function readFolder(path: string): FolderFiles {
  const folder = path === '' ? undefined : findFolder(systemWorld().disk(undefined), resolve(path));
  if (folder === undefined) return refuse('INPUT_INVALID', 'There is no such folder.', [path]);
  const { tree } = folder;
  try {
    const found: Found = { paths: [], bytes: 0, leftOut: [] };
    collect(tree, '', found);
    const files = found.paths.flatMap((file) => {
      const bytes = bytesAt(tree, file);
      return bytes === undefined ? [] : [{ path: file, bytes }];
    });
    return { files, leftOut: found.leftOut };
  } catch (error) {
    throw namedWhole(error, tree.path);
  } finally {
    tree.close();
  }
}

function collect(tree: Tree, folder: string, found: Found): void {
  const names = new Set<string>();
  for (const entry of tree.list(folder)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const why = names.has(entry.name) ? notExact : whyNot(tree, path, entry);
    names.add(entry.name);
    if (why !== undefined) found.leftOut.push({ path, why });
    else if (entry.kind === 'folder') collect(tree, path, found);
    else count(tree, path, found);
  }
}

const notExact = 'its name has bytes that are not UTF-8';

/** Why an entry is no part of a draft. Names come decoded: one with other bytes than its own leads to nothing. */
function whyNot(tree: Tree, path: string, { name, kind }: Entry): string | undefined {
  if (kind === 'other') return 'it is a link or a special file';
  const isThere = !name.includes('\ufffd') || tree.isFolder(path) || tree.glance(path).kind === 'present';
  if (!isThere) return notExact;
  if (kind === 'folder' && ownFolder.test(name)) return 'Verbatim keeps it for itself for a moment';
  // In a work tree or a submodule it is a file.
  const isOthers = name === '.git' || (kind === 'folder' && othersFolders.has(name));
  return isOthers ? 'it belongs to another tool, or is made from the rest' : undefined;
}

function count(tree: Tree, path: string, found: Found): void {
  const look = tree.glance(path);
  if (look.kind === 'absent') return;
  found.bytes += look.size;
  if (look.size > draftFileBytesMax) {
    refuse('LIMIT', `A file of a draft may have ${draftFileBytesMax} bytes at most.`, [path]);
  }
  if (found.bytes > draftBytesMax) refuse('LIMIT', `The files of a draft may have ${draftBytesMax} bytes at most.`);
  if (found.paths.push(path) > filesPerAppMax) refuse('LIMIT', `A draft may have ${filesPerAppMax} files at most.`);
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

/** A fault names a file within the folder; who named the folder looks for it from elsewhere. */
function namedWhole(error: unknown, folder: string): unknown {
  if (!(error instanceof VerbatimError) || error.path === undefined) return error;
  const { code, message, path, hint, data, cause } = error;
  return new VerbatimError(code, message, {
    path: resolve(folder, path),
    data,
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}
