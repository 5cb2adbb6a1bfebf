/** The real disk: opens trees, knows the trash and the running processes. */

import { dirname } from 'node:path';
import { type Content, type Disk, refuse, systemCode, type Trashed, type Tree } from '@verbatim/core';
import { type SystemCalls, systemCalls } from './calls.js';
import { guarded } from './faults.js';
import { openProcesses } from './processes.js';
import { putInTrash, takeOut } from './trash.js';
import { RealTree } from './tree.js';

export interface DiskOptions {
  /** All system calls; tests put faults here. */
  readonly calls?: SystemCalls;
  /** The user's trash folder, absolute. Without one, `trash` refuses. */
  readonly trashFolder?: string | undefined;
  readonly platform?: string;
}

export function openDisk(options: DiskOptions = {}): Disk {
  const platform = options.platform ?? process.platform;
  const calls = options.calls ?? systemCalls(platform);
  const processes = openProcesses(calls, platform);
  const reading = {
    calls,
    get boot(): string {
      return processes.self().boot;
    },
  };

  const openTree: Disk['openTree'] = (path, { create = false, private: mustBePrivate = false } = {}) =>
    guarded('open this folder', path, (): Tree => {
      if (create) makePrivate(calls, path);
      if (mustBePrivate) checkPrivate(calls, path);
      return new RealTree(reading, calls.realpath(path), platform);
    });

  return {
    openTree,
    trash(original: string, content: Content, at: number): Trashed {
      const folder = options.trashFolder;
      if (folder === undefined)
        return refuse('TRASH_FAILED', 'This system has no trash that Verbatim knows.', [original]);
      const inTrash = <T>(use: (tree: Tree) => T): T => {
        const tree = openTree(folder, { create: true });
        try {
          return use(tree);
        } finally {
          tree.close();
        }
      };
      const entry = inTrash((tree) => putInTrash(tree, original, content, at, ownerOf(calls, folder)));
      return { undo: () => inTrash((tree) => takeOut(tree, entry)) };
    },
    ...processes,
  };
}

/** Makes a folder and its missing parents, readable by the owner alone, each flushed into its parent. */
function makePrivate(calls: SystemCalls, path: string): void {
  try {
    calls.mkdir(path, 0o700);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    makePrivate(calls, dirname(path));
    try {
      calls.mkdir(path, 0o700);
    } catch (again) {
      if (systemCode(again) === 'EEXIST') return;
      throw again;
    }
  }
  const parent = calls.open(dirname(path), 0);
  try {
    calls.flush(parent);
  } finally {
    calls.close(parent);
  }
}

function checkPrivate(calls: SystemCalls, path: string): void {
  const stat = calls.lstat(path);
  const next = 'Choose another folder with --home, or make this one yours alone (chmod 700).';
  if (!stat.isDirectory())
    refuse('HOME_UNSAFE', 'The folder that keeps the copies is a link or no folder.', [path], next);
  const user = process.getuid?.();
  if (user !== undefined && Number(stat.uid) !== user) {
    refuse('HOME_UNSAFE', 'The folder that keeps the copies belongs to another user.', [path], next);
  }
  if ((stat.mode & 0o022n) !== 0n) {
    refuse('HOME_UNSAFE', 'Other users can write into the folder that keeps the copies.', [path], next);
  }
}

function ownerOf(calls: SystemCalls, path: string): { uid: number; gid: number } {
  const stat = calls.lstat(path);
  return { uid: Number(stat.uid), gid: Number(stat.gid) };
}
