/** Makes a new file with given bytes and attributes, flushed to the disk. */

import { constants } from 'node:fs';
import { type Attributes, type Content, refuse, type Staged, systemCode } from '@verbatim/core';
import { attributesOf, identityOf, modeOf } from './identity.js';
import { extendedOf, type Reading } from './read-file.js';
import type { Folder } from './walk.js';

const createFlags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Fails with EEXIST where something is there. When it throws, nothing of the file is left, as far as the disk lets it be
 * removed. `like` names the file to take attributes from on machines that cannot set extended ones.
 */
export function stageFile(
  reading: Reading,
  folder: Folder,
  name: string,
  path: string,
  content: Content,
  wanted: Attributes,
  like: string | undefined,
): Staged {
  const { calls, boot } = reading;
  const fd = calls.open(folder.at(name), createFlags, 0o600);
  try {
    let written = 0;
    content.pour((chunk) => {
      writeAll(reading, fd, chunk);
      written += chunk.length;
    });
    if (written !== content.size) refuse('COPY_CORRUPT', 'A copy has another length than recorded.', [path]);
    const notKept = giveAttributes(reading, fd, folder.at(name), path, wanted, like);
    calls.flush(fd);
    const stat = calls.fstat(fd);
    return {
      notKept,
      look: {
        kind: 'present',
        hash: content.hash,
        size: content.size,
        mode: modeOf(stat),
        identity: identityOf(stat, boot),
        attributes: attributesOf(stat, without(wanted.extended, notKept)),
        links: Number(stat.nlink),
        modified: stat.mtimeNs.toString(),
        changed: stat.ctimeNs.toString(),
      },
    };
  } catch (error) {
    try {
      calls.unlink(folder.at(name));
    } catch {
      // The first error is the one to tell; what is left lies in a folder of ours and is cleared with it.
    }
    throw error;
  } finally {
    calls.close(fd);
  }
}

/** Only root gives a file to another user, or to a group that the user is not in. */
export function mayGive({ uid, gid }: Pick<Attributes, 'uid' | 'gid'>): boolean {
  const user = process.geteuid?.();
  if (user === undefined || user === 0) return true;
  return uid === user && (gid === process.getegid?.() || process.getgroups?.().includes(gid) === true);
}

/** A short write is no error to the system: go on until every byte is out. */
export function writeAll({ calls }: Reading, fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    const count = calls.write(fd, bytes, offset, bytes.length - offset);
    if (count <= 0) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
    offset += count;
  }
}

function giveAttributes(
  { calls }: Reading,
  fd: number,
  place: string,
  path: string,
  wanted: Attributes,
  like: string | undefined,
): string[] {
  const notKept: string[] = [];
  if (wanted.extended === null) {
    if (like !== undefined && !copied(() => calls.copyAttributes(like, place))) notKept.push('extended attributes');
  }
  const stat = calls.fstat(fd);
  if (Number(stat.uid) !== wanted.uid || Number(stat.gid) !== wanted.gid) {
    try {
      calls.chown(fd, wanted.uid, wanted.gid);
    } catch (error) {
      if (systemCode(error) !== 'EPERM') throw error;
      refuse(
        'OWNER_NOT_KEPT',
        'This file belongs to somebody else, and its owner could not be kept.',
        [path],
        'Run the command as the owner of the file.',
      );
    }
  }
  // After the owner, since a change of owner clears bits of the mode; before ACLs, which are part of it.
  if (modeOf(calls.fstat(fd)) !== wanted.mode) calls.chmod(fd, wanted.mode);
  if (wanted.extended === null) return notKept;
  const present = extendedOf(calls, fd) ?? {};
  for (const [name, value] of Object.entries(wanted.extended)) {
    if (present[name] === value) continue;
    if (!copied(() => calls.setExtended(fd, name, Buffer.from(value, 'base64')))) notKept.push(name);
  }
  // What the folder gives to new files (a default ACL, say) is not the file's. Removing it may change the mode.
  const surplus = Object.keys(present).filter((name) => !(name in (wanted.extended ?? {})));
  for (const name of surplus) copied(() => calls.removeExtended(fd, name));
  if (surplus.length > 0 && modeOf(calls.fstat(fd)) !== wanted.mode) calls.chmod(fd, wanted.mode);
  return notKept;
}

/** What the file has, not what it was to have: only so can Discard tell what a person took away. */
function without(extended: Attributes['extended'], names: readonly string[]): Attributes['extended'] {
  if (extended === null) return null;
  return Object.fromEntries(Object.entries(extended).filter(([name]) => !names.includes(name)));
}

function copied(run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code !== undefined && ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT', 'EACCES'].includes(code))
      return false;
    throw error;
  }
}
