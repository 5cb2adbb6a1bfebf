/** One spelling for every path of a draft: POSIX, NFC, relative, and no two that a disk without regard to case takes for one. */
import { refuse } from '@verbatim/core';
import { checkString } from '../arguments.js';
import { nameBytesMax, pathBytesMax, pathDepthMax } from '../limits.js';

/** The normalised path. Refuses `INPUT_INVALID`, `OUTSIDE_ROOT` and `LIMIT`. */
export function normalPath(given: string): string {
  checkString('A path', given);
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(given)) {
    refuse('INPUT_INVALID', 'A path may not hold control characters, line separators or halves of characters.', [
      given,
    ]);
  }
  if (given.includes('\\')) refuse('INPUT_INVALID', 'Folders in a path are parted by /, not by \\.', [given]);
  if (given.startsWith('/') || /^[A-Za-z]:/.test(given)) {
    refuse('OUTSIDE_ROOT', 'A path must be relative to the app.', [given]);
  }
  if (given.endsWith('/')) refuse('IS_FOLDER', 'A path must name a file.', [given]);
  const names = given
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  if (names.length === 0) refuse('INPUT_INVALID', 'A path may not be empty.', [given]);
  if (names.includes('..')) refuse('OUTSIDE_ROOT', 'A path may not lead out of the app by “..”.', [given]);
  checkSize(given, names);
  return names.join('/');
}

function checkSize(given: string, names: readonly string[]): void {
  if (names.length > pathDepthMax) refuse('LIMIT', `A path may have ${pathDepthMax} names at most.`, [given]);
  if (names.some((name) => Buffer.byteLength(name) > nameBytesMax)) {
    refuse('LIMIT', `A name in a path may have ${nameBytesMax} bytes at most.`, [given]);
  }
  if (Buffer.byteLength(names.join('/')) > pathBytesMax) {
    refuse('LIMIT', `A path may have ${pathBytesMax} bytes at most.`, [given]);
  }
}

/** Equal for paths that a disk without regard to case takes for one. */
export function folded(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC');
}

/** In the order that manifests have, which is the same everywhere: by UTF-16 units. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
