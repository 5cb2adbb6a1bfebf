/** Reads one regular file so that what was read belongs to one moment of one inode. */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type Content, type Hash, type Look, refuse, systemCode, VerbatimError } from '@verbatim/core';
import type { Stat, SystemCalls } from './calls.js';
import { attributesOf, identityOf, modeOf } from './identity.js';
import { chunkBytes, readTriesMax } from './limits.js';
import type { Folder } from './walk.js';

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface Reading {
  readonly calls: SystemCalls;
  readonly boot: string;
}

/** The entry's stat, or undefined where nothing is there. Refuses whatever is not a regular file. */
export function statFile({ calls }: Reading, folder: Folder, name: string, path: string): Stat | undefined {
  try {
    return mustBeFile(calls.lstat(folder.at(name)), path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Looks at a file, hashing it. A file that grows or changes while it is read is read again, three times at most, then
 * it is `VERBATIM_FILE_UNSTABLE`. Never blocks on a FIFO and never opens a device: its kind is known before.
 */
export function lookAt(
  reading: Reading,
  folder: Folder,
  name: string,
  path: string,
  sink?: (chunk: Uint8Array) => void,
  restart?: () => void,
): Look {
  const { calls, boot } = reading;
  for (let tries = 1; tries <= readTriesMax; tries++) {
    if (statFile(reading, folder, name, path) === undefined) return { kind: 'absent' };
    const fd = openFile(calls, folder, name, path);
    if (fd === undefined) continue;
    try {
      const before = mustBeFile(calls.fstat(fd), path);
      const hash = hashAll(calls, fd, Number(before.size), sink);
      const after = calls.fstat(fd);
      if (isUnmoved(before, after)) {
        return {
          kind: 'present',
          hash,
          size: Number(after.size),
          mode: modeOf(after),
          identity: identityOf(after, boot),
          attributes: attributesOf(after, extendedOf(calls, fd)),
          links: Number(after.nlink),
          modified: after.mtimeNs.toString(),
          changed: after.ctimeNs.toString(),
        };
      }
      restart?.();
    } finally {
      calls.close(fd);
    }
  }
  throw new VerbatimError('VERBATIM_FILE_UNSTABLE', 'This file keeps changing while it is read.', {
    path,
    hint: 'Wait until the program that writes it is done, then try again.',
  });
}

/** A file whose hash is known, poured in chunks; pouring throws `COPY_CORRUPT` where the bytes are not those. */
export function contentOf(
  calls: SystemCalls,
  open: () => number | undefined,
  path: string,
  hash: Hash,
  size: number,
): Content {
  return {
    hash,
    size,
    pour(sink) {
      const fd = open();
      try {
        if (fd !== undefined && hashAll(calls, fd, size, sink) === hash) return;
      } finally {
        if (fd !== undefined) calls.close(fd);
      }
      refuse('COPY_CORRUPT', 'A copy failed its integrity check, so it is not used.', [path]);
    },
  };
}

export function openFile(calls: SystemCalls, folder: Folder, name: string, path: string): number | undefined {
  try {
    return calls.open(folder.at(name), readFlags);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') refuse('PATH_IS_LINK', 'This file was replaced by a link.', [path]);
    throw error;
  }
}

/**
 * The file from its start, hashed and handed on; not further than just past `size`, so that one that grows for ever is not
 * read for ever: its hash is no longer that of `size` bytes then. Chunks are reused: copy what must last.
 */
export function hashAll(calls: SystemCalls, fd: number, size: number, sink?: (chunk: Uint8Array) => void): Hash {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1));
  for (let position = 0; ; ) {
    const count = position > size ? 0 : calls.read(fd, buffer, buffer.length, position);
    if (count === 0) return hash.digest('hex');
    const chunk = buffer.subarray(0, count);
    hash.update(chunk);
    sink?.(chunk);
    position += count;
  }
}

export function extendedOf(calls: SystemCalls, fd: number): Record<string, string> | null {
  let found: Map<string, Uint8Array>;
  try {
    found = calls.extended(fd);
  } catch (error) {
    if (unsupported.has(systemCode(error) ?? '')) return systemCode(error) === 'ENOSYS' ? null : {};
    throw error;
  }
  return Object.fromEntries([...found].map(([name, value]) => [name, Buffer.from(value).toString('base64')]));
}

/** `ENOSYS`: this machine cannot tell. The others: this file system keeps none. */
const unsupported = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Refuses whatever is not a regular file, by what it is. */
export function mustBeFile(stat: Stat, path: string): Stat {
  if (stat.isFile()) return stat;
  if (stat.isDirectory()) return refuse('IS_FOLDER', 'This is a folder. Verbatim works on files.', [path]);
  if (stat.isSymbolicLink()) return refuse('PATH_IS_LINK', 'This is a link, where a file was expected.', [path]);
  return refuse('NOT_A_FILE', 'This is neither a file nor a folder (a pipe, socket or device).', [path]);
}

function isUnmoved(a: Stat, b: Stat): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}
