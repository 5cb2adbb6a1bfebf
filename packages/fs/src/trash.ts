/**
 * Puts a copy into the user's trash under the file's own name, by the freedesktop.org trash layout on Linux (`files/`,
 * `info/`, the original path in a `.trashinfo`), and into the trash folder elsewhere. A courtesy: what makes a delete
 * reversible is the copy in the ledger.
 */

import { basename } from 'node:path';
import { type Content, systemCode, type Tree, VerbatimError, withSuffix } from '@verbatim/core';

/** Numbers that are tried behind a name; from there on the moment of the deletion, so that no trash is ever too full. */
const numbersMax = 100;
const namesTriedMax = 2 * numbersMax;
const infoSuffix = '.trashinfo';

/** Paths of one entry, relative to the trash folder. */
export interface TrashEntry {
  readonly file: string;
  readonly info: string;
}

/** `tree` is the trash folder; `owner` owns the entry. `original` is absolute, `at` milliseconds since 1970. */
export function putInTrash(
  tree: Tree,
  original: string,
  content: Content,
  at: number,
  owner: { uid: number; gid: number },
): TrashEntry {
  tree.makeFolders('files');
  tree.makeFolders('info');
  const name = basename(original);
  for (let n = 1; n <= namesTriedMax; n++) {
    const entry = withSuffix(name, n === 1 ? '' : ` ${n <= numbersMax ? n : at + n}`, infoSuffix.length);
    const [info, file] = [`info/${entry}${infoSuffix}`, `files/${entry}`];
    if (tree.glance(info).kind !== 'absent' || tree.glance(file).kind !== 'absent') continue;
    // Whoever makes the info file has the name, as the layout asks for: others look for another one.
    if (!isMade(() => tree.jot(info, Buffer.from(infoText(original, at))))) continue;
    try {
      if (isMade(() => tree.stage(file, content, { mode: 0o600, ...owner, extended: {} }))) return { file, info };
    } catch (error) {
      tree.remove(info);
      throw error;
    }
    tree.remove(info);
  }
  throw new VerbatimError('VERBATIM_IO', 'Could not find a free name in the trash.', { path: original });
}

/** False where somebody else was faster to take the name. */
function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (error instanceof VerbatimError && systemCode(error.cause) === 'EEXIST') return false;
    throw error;
  }
}

export function takeOut(tree: Tree, { file, info }: TrashEntry): void {
  tree.remove(file);
  tree.remove(info);
}

function infoText(original: string, at: number): string {
  const path = original.split('/').map(encodeURIComponent).join('/');
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return `[Trash Info]\nPath=${path}\nDeletionDate=${date}\n`;
}
