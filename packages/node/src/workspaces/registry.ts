/** All workspaces of a home: read, found by folder, registered. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { assert, type Clock, type Disk, type Tree, VerbatimError } from '@verbatim/core';
import { idCandidatesMax } from '../limits.js';
import { findFolder } from '../places.js';
import {
  decodeWorkspace,
  encodeWorkspace,
  isFolderOf,
  type Workspace,
  wasFolderOf,
  workspaceFile,
  workspaceId,
} from './workspace.js';

export interface Registry {
  /** The home, absolute, links resolved as far as it exists. */
  readonly home: string;
  readonly known: readonly Workspace[];
  /** Records that cannot be read; any workspace might be meant by them. */
  readonly unreadable: readonly { readonly path: string; readonly why: 'damaged' | 'newer' }[];
}

const folder = 'workspaces';

/** Reads every record. Creates nothing; a home that is not there knows nobody. Refuses `HOME_UNSAFE`. */
export function readRegistry(disk: Disk, home: string): Registry {
  const tree = findFolder(disk, home, { private: true })?.tree;
  if (tree === undefined) return { home, known: [], unreadable: [] };
  try {
    return readRecords(tree, home);
  } finally {
    tree.close();
  }
}

function readRecords(tree: Tree, home: string): Registry {
  const known: Workspace[] = [];
  const unreadable: { path: string; why: 'damaged' | 'newer' }[] = [];
  for (const { name } of tree.list(folder)) {
    const path = `${folder}/${name}/${workspaceFile}`;
    const bytes = workspaceId.test(name) ? tree.read(path) : undefined;
    if (bytes === undefined) continue;
    const record = decodeWorkspace(bytes, name);
    if (typeof record === 'string') unreadable.push({ path: join(home, path), why: record });
    else known.push(record);
  }
  return { home, known, unreadable };
}

export function ledgerFolder({ home }: Registry, { id }: Workspace): string {
  return join(home, folder, id);
}

/** The workspace recorded for this folder by its path. */
export function findByPath({ known }: Registry, root: Tree): Workspace | undefined {
  return known.find((workspace) => workspace.root === root.path);
}

export interface FoundByFolder {
  readonly workspace: Workspace;
  /** The same folder is at the workspace's path still: one under two paths (a second mount) has not moved. */
  readonly isThereStill: boolean;
  /** Another folder is at that path. */
  readonly isTaken: boolean;
}

/** The workspace that this very folder is, or was before another one took its place; at another path. */
export function findByFolder({ known }: Registry, disk: Disk, root: Tree): FoundByFolder | undefined {
  const others = known.filter((one) => one.root !== root.path);
  const workspace =
    others.find((one) => isFolderOf(one, root.identity)) ?? others.find((one) => wasFolderOf(one, root.identity));
  if (workspace === undefined) return undefined;
  const old = findFolder(disk, workspace.root)?.tree;
  old?.close();
  const isThereStill = old !== undefined && isFolderOf(old.identity, root.identity);
  return { workspace, isThereStill, isTaken: old !== undefined && !isThereStill };
}

/** Throws where some record cannot be read: an unknown folder might be the one it speaks of. */
export function assertWholeFor(root: string, { unreadable }: Registry): void {
  const record = unreadable[0];
  if (record === undefined) return;
  if (record.why === 'newer') {
    throw new VerbatimError('VERBATIM_LEDGER_NEWER', 'A later version of Verbatim keeps this workspace’s ledger.', {
      path: record.path,
      hint: 'Use that version.',
    });
  }
  throw new VerbatimError('VERBATIM_LEDGER_DAMAGED', 'A workspace’s record cannot be read, and it may be this one’s.', {
    path: record.path,
    hint: 'Put the file back from a backup, or move its folder away if it belongs to another workspace.',
    data: { root },
  });
}

/**
 * The record of a folder that has none yet; durable with `save`. The id follows from the path, so two processes that
 * register one folder at once write the same record, and a lost record is made again beside its ledger.
 */
export function newWorkspace(registry: Registry, root: Tree, clock: Clock): Workspace {
  const taken = new Set(registry.known.map(({ id }) => id));
  const candidates = Array.from({ length: idCandidatesMax }, (_, at) => idOf(root.path, at));
  const id = candidates.find((one) => !taken.has(one));
  assert(id !== undefined, 'all ids of this workspace are taken');
  const { inode, birth } = root.identity;
  return { v: 1, id, root: root.path, inode, birth, createdAt: new Date(clock.now()).toISOString() };
}

/** Writes a record beside the workspace's ledger. Durable when it returns. */
export function save(disk: Disk, registry: Registry, workspace: Workspace): void {
  makeHome(disk, registry.home);
  const tree = disk.openTree(ledgerFolder(registry, workspace), { create: true, private: true });
  try {
    tree.writeDurably(workspaceFile, encodeWorkspace(workspace));
  } finally {
    tree.close();
  }
}

function makeHome(disk: Disk, home: string): void {
  try {
    disk.openTree(home, { create: true, private: true }).close();
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    const hint = error.hint ?? 'Choose another folder for the copies with --home DIR.';
    throw new VerbatimError(error.code, error.message, {
      path: error.path ?? home,
      hint,
      cause: error,
      data: error.data,
    });
  }
}

function idOf(root: string, at: number): string {
  const hash = createHash('sha256')
    .update(at === 0 ? root : `${root}\0${at}`)
    .digest('hex');
  return `w${(BigInt(`0x${hash}`) % 36n ** 10n).toString(36).padStart(10, '0')}`;
}
