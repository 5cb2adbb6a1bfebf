/**
 * A folder for a while, in which somebody else's program works. What that does with the folder is not known, so clearing it
 * away takes only what lies in it for certain: a folder that was moved away, or that took its place, is left alone; no link
 * is followed; and nothing is entered that is mounted in it.
 */
import { join } from 'node:path';
import { systemCode } from '@verbatim/core';
import { type Stat, type SystemCalls, systemCalls } from './calls.js';
import { guarded } from './faults.js';
import { slurp } from './processes.js';
import { type Folder, openFolder } from './walk.js';

export interface PassingFolder {
  /** Absolute, links resolved. It lies alone in a folder that only its owner can enter. */
  readonly path: string;
  /** Clears it away and never throws. Answers the folder in which something had to be left, or undefined. */
  remove(): string | undefined;
}

/** Makes the folder `name` in `parent`, and in that the one to work in. */
export function makePassingFolder(
  parent: string,
  name: string,
  { calls = systemCalls(), platform = process.platform }: { calls?: SystemCalls; platform?: string } = {},
): PassingFolder {
  return guarded('make a folder', join(parent, name), () => {
    const outer = join(calls.realpath(parent), name);
    const path = join(outer, innerName);
    for (const folder of [outer, path]) calls.mkdir(folder, 0o700);
    const made = { outer: identityOf(calls.lstat(outer)), inner: identityOf(calls.lstat(path)) };
    return { path, remove: () => removeBoth({ calls, platform }, outer, made) };
  });
}

const innerName = 'files';

interface System {
  readonly calls: SystemCalls;
  readonly platform: string;
}

function removeBoth(
  system: System,
  outer: string,
  made: { readonly outer: string; readonly inner: string },
): string | undefined {
  attempt(() =>
    removeFolder(system, outer, made.outer, (folder) => {
      const disk = diskOf(system.calls, folder);
      attempt(() => removeFolder(system, folder.at(innerName), made.inner, (inner) => empty(system, inner, disk)));
    }),
  );
  return isThere(system.calls, outer) ? outer : undefined;
}

/** Removes the folder at a place once `clear` has emptied it, but only where it is the one that was made there. */
function removeFolder({ calls, platform }: System, place: string, made: string, clear: (folder: Folder) => void): void {
  const folder = openFolder(calls, place, platform);
  try {
    if (identityOf(calls.fstat(folder.fd)) !== made) return;
    clear(folder);
  } finally {
    calls.close(folder.fd);
  }
  calls.rmdir(place);
}

/** What cannot be removed stays, and with it the folders that it lies in. */
function empty(system: System, folder: Folder, disk: string): void {
  const { calls, platform } = system;
  if (diskOf(calls, folder) !== disk) return;
  attempt(() => calls.chmod(folder.fd, 0o700));
  for (const entry of calls.readdir(folder.at('.'))) {
    const place = folder.at(entry.name);
    attempt(() => {
      if (!entry.isDirectory()) {
        calls.unlink(place);
        return;
      }
      const inner = openFolder(calls, place, platform);
      try {
        empty(system, inner, disk);
      } finally {
        calls.close(inner.fd);
      }
      calls.rmdir(place);
    });
  }
}

function identityOf({ dev, ino }: Stat): string {
  return `${dev}:${ino}`;
}

/** The device and the mount: a folder of the same disk can be mounted, too, and only its mount tells it apart. */
function diskOf(calls: SystemCalls, { fd }: Folder): string {
  const { dev } = calls.fstat(fd);
  return `${dev}:${mountOf(calls, fd)}`;
}

function mountOf(calls: SystemCalls, fd: number): string {
  try {
    return /^mnt_id:\s*(\d+)$/m.exec(slurp(calls, `/proc/self/fdinfo/${fd}`))?.[1] ?? '';
  } catch {
    return '';
  }
}

function isThere(calls: SystemCalls, place: string): boolean {
  try {
    calls.lstat(place);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ENOENT';
  }
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // Whoever looks what is left sees it.
  }
}
