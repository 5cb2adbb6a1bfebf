/** One spelling for every path of a draft: POSIX, NFC, relative, and no two that a disk without regard to case takes for one. */
import { refuse } from '@verbatim/core';
import { checkString } from '../arguments.js';
import { nameBytesMax, pathBytesMax, pathDepthMax } from '../limits.js';

/** The normalised path. Refuses `INPUT_INVALID`, `OUTSIDE_ROOT` and `LIMIT`. */
export function normalPath(given: string): string {
  checkString('A path', given);
  // Judged as it will be stored: the Kelvin sign becomes a K, which may name a drive.
  const path = given.normalize('NFC');
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(path)) {
    refuse('INPUT_INVALID', 'A path may not hold control characters, line separators or halves of characters.', [
      given,
    ]);
  }
  if (path.includes('\\')) refuse('INPUT_INVALID', 'Folders in a path are parted by /, not by \\.', [given]);
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(names[0] ?? '')) {
    refuse('OUTSIDE_ROOT', 'A path must be relative to the app.', [given]);
  }
  if (path.endsWith('/')) refuse('IS_FOLDER', 'A path must name a file.', [given]);
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

/** Equal for paths that a disk without regard to case takes for one. Once more, as ẞ is ß first and then ss. */
export function folded(path: string): string {
  return foldedOnce(foldedOnce(path));
}

function foldedOnce(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC');
}

/** In the order that manifests have, which is the same everywhere: by UTF-16 units. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
