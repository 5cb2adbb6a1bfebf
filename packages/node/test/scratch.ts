/** A folder of its own for each test, and a world whose user, home and trash lie in it. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disk } from '@verbatim/core';
import { openDisk, randomIds, systemClock } from '@verbatim/fs';
import { onTestFinished } from 'vitest';
import { type OpenOptions, openVerbatimIn, type Verbatim } from '../src/open-verbatim.js';
import type { World } from '../src/world.js';

export interface Scratch {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly root: string;
  readonly home: string;
  readonly world: World;
  readonly disk: Disk;
}

export function makeScratch(changes: Partial<World> = {}): Scratch {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'verbatim-node-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const root = join(path, 'work');
  const user = join(path, 'user');
  mkdirSync(root);
  mkdirSync(user);
  const home = join(user, 'ledgers');
  const world: World = {
    platform: process.platform,
    folder: root,
    userFolders: [user],
    home,
    trashFolder: join(user, 'trash'),
    clock: systemClock,
    ids: randomIds,
    disk: (trashFolder) => openDisk({ trashFolder }),
    ...changes,
  };
  return { path, root, home, world, disk: world.disk(undefined) };
}

/** Opens the workspace of a scratch folder; closed when the test ends, if not before. */
export async function open(scratch: Scratch, options: Partial<OpenOptions> = {}): Promise<Verbatim> {
  const verbatim = await openVerbatimIn(scratch.world, { root: scratch.root, ...options });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await verbatim.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...verbatim, close };
}

/** The refusal's code, or a failure of the test. */
export function refusalOf(run: () => unknown): { code: string; message: string; next?: string } {
  try {
    run();
  } catch (error) {
    const { refusal } = error as { refusal?: { code: string; message: string; next?: string } };
    if (refusal !== undefined) return refusal;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** The same of something that takes its time. */
export async function laterRefusalOf(run: () => Promise<unknown>): Promise<ReturnType<typeof refusalOf>> {
  const outcome = await Promise.allSettled([run()]);
  return refusalOf(() => {
    if (outcome[0].status === 'rejected') throw outcome[0].reason as Error;
  });
}
