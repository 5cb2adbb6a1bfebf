/** The machine that Verbatim runs on, as values and ports: tests put another one in its place. */

import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock, Disk, IdSource } from '@verbatim/core';
import { openDisk, randomIds, systemClock } from '@verbatim/fs';
import envPaths from 'env-paths';

export interface World {
  readonly platform: string;
  /** Where relative paths start. */
  readonly folder: string;
  /** The user's home folders, which are no workspaces: what HOME says and what the system says. */
  readonly userFolders: readonly string[];
  /** Where ledgers are kept if nobody says otherwise. */
  readonly home: string;
  /** The user's trash, or undefined where Verbatim knows none. */
  readonly trashFolder: string | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  disk(trashFolder: string | undefined): Disk;
}

export function systemWorld(): World {
  const { platform, env } = process;
  const data = env['XDG_DATA_HOME'] ?? '';
  return {
    platform,
    folder: currentFolder(),
    userFolders: [...new Set([homedir(), userFolder()])],
    home: env['VERBATIM_HOME'] || envPaths('verbatim', { suffix: '' }).data,
    trashFolder: trashFolder(platform, data === '' ? join(homedir(), '.local', 'share') : data),
    clock: systemClock,
    ids: randomIds,
    disk: (folder) => openDisk({ trashFolder: folder }),
  };
}

/** A folder that was deleted under the process has no name any more; what is named absolutely is found all the same. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function trashFolder(platform: string, dataFolder: string): string | undefined {
  if (platform === 'darwin') return join(homedir(), '.Trash');
  return platform === 'linux' ? join(resolve(dataFolder), 'Trash') : undefined;
}

/** The folder that the system keeps for this user; HOME may say another. Some containers know no user by this number. */
function userFolder(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}
