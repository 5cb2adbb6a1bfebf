/** Turns a path that somebody gave into one relative to a tree, or refuses it before anything is opened. */

import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { refuse, systemCode } from '@verbatim/core';
import type { SystemCalls } from './calls.js';

const temporaryFolder = /^\.verbatim-[0-9a-f]{8}$/;
const pathBytesMax = 4096;
/** What a disk takes as one name. The system itself says so only where the folder is there already. */
const nameBytesMax = 255;

export function locate(calls: SystemCalls, rootPath: string, given: string, lastAsIs: boolean): string {
  if (given === '' || given.includes('\0')) refuse('INPUT_INVALID', 'This is not a path.', [given]);
  if (Buffer.byteLength(given) > pathBytesMax) refuse('INPUT_INVALID', 'This path is longer than 4096 bytes.', [given]);
  if (Buffer.from(given, 'utf8').toString('utf8') !== given) notExact(given);

  const absolute = resolve(rootPath, given);
  const real =
    lastAsIs && isLink(calls, absolute)
      ? join(realPath(calls, dirname(absolute), given), basename(absolute))
      : realPath(calls, absolute, given);
  const path = relative(rootPath, real);
  if (path === '') refuse('IS_FOLDER', 'This is the workspace itself, not a file in it.', [given]);
  if (leadsOut(path)) {
    refuse(
      'OUTSIDE_ROOT',
      'This path leads out of the workspace.',
      [given],
      'Name a file inside the workspace, or choose another one with --root.',
    );
  }
  if (path.split('/').some((part) => Buffer.byteLength(part) > nameBytesMax))
    refuse('INPUT_INVALID', 'A name in this path is too long.', [given]);
  if (path.split('/').some((part) => temporaryFolder.test(part))) {
    refuse('INPUT_INVALID', 'This is a folder that Verbatim keeps for itself for a moment.', [path]);
  }
  return path;
}

/** The path as it is written, relative to the root, no link followed; undefined where that is not below it. */
export function asWritten(rootPath: string, given: string): string | undefined {
  const path = relative(rootPath, resolve(rootPath, given));
  return path === '' || leadsOut(path) ? undefined : path;
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path);
}

/** Links resolved as far as the path exists; the rest, which does not, is appended as it is. */
function realPath(calls: SystemCalls, absolute: string, given: string): string {
  let existing = absolute;
  const rest: string[] = [];
  for (;;) {
    try {
      return join(calls.realpath(existing), ...rest);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ELOOP') refuse('PATH_IS_LINK', 'The links on this path lead in a circle.', [given]);
      if (code === 'ENAMETOOLONG') refuse('INPUT_INVALID', 'A name in this path is too long.', [given]);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
    if (isLink(calls, existing)) refuse('PATH_IS_LINK', 'This is a link to something that is not there.', [given]);
    if (basename(existing).includes('\ufffd')) notExact(given);
    rest.unshift(basename(existing));
    existing = dirname(existing);
  }
}

function isLink(calls: SystemCalls, path: string): boolean {
  try {
    return calls.lstat(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function notExact(given: string): never {
  return refuse(
    'NAME_NOT_EXACT',
    'This name has bytes that are not UTF-8, so it cannot be stored exactly.',
    [given],
    'Rename the file, then try again.',
  );
}
