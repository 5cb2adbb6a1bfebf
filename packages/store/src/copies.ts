/**
 * Copies: whole files named by their SHA-256, written temporary → flush → rename → flush folder, and hashed again at
 * every load (P5). A name in the folder means complete bytes with that hash.
 */

import type { Content, Hash, IdSource, Tree } from '@verbatim/core';
import { temporaryAgeMax } from './limits.js';

export interface Copies {
  /** Writes a copy unless it is there. Durable only after `flush`. */
  put(content: Content): void;
  /** Makes the names of all copies put so far durable. */
  flush(): void;
  /** Reads the whole copy; true where its bytes have that hash. */
  verify(hash: Hash, size: number): boolean;
  /** True where a copy of that name is there; its bytes are not read. */
  has(hash: Hash): boolean;
  /**
   * Deletes a copy, with what was put aside of it when it was damaged. Only for one that no record names, under the writer
   * lock; not flushed.
   */
  free(hash: Hash): void;
  /** The names of all copies that are there. */
  list(): Hash[];
  /** The copy's bytes; pouring refuses `COPY_CORRUPT` where they fail their hash. */
  content(hash: Hash, size: number): Content;
}

const folder = 'copies';
/** Where a damaged copy goes when its bytes are stored anew. */
const quarantine = 'quarantine';
/** Copies that are being written; a folder of its own, so that opening a ledger looks at them and not at all copies. */
const incoming = 'incoming';
/** Where they were written before. */
const temporaryPrefix = '.tmp-';

export function openCopies(tree: Tree, ids: IdSource): Copies {
  const place = (hash: Hash): string => `${folder}/${hash}`;
  let unflushed = false;

  const find = (hash: Hash, size: number): 'sound' | 'damaged' | 'absent' => {
    const look = tree.look(place(hash));
    if (look.kind === 'absent') return 'absent';
    return look.hash === hash && look.size === size ? 'sound' : 'damaged';
  };

  return {
    put(content) {
      const path = place(content.hash);
      unflushed = true;
      const found = find(content.hash, content.size);
      // Another process may have renamed it a moment ago and not have flushed it yet.
      if (found === 'sound') return tree.flushFile(path);
      if (found === 'damaged') {
        tree.makeFolders(quarantine);
        tree.rename(path, `${quarantine}/${content.hash}-${ids.next(8)}`);
      }
      const temporary = `${incoming}/${ids.next(16)}`;
      tree.stage(temporary, content, ownerOnly);
      tree.rename(temporary, path);
    },
    flush() {
      if (!unflushed) return;
      tree.flushFolder(folder);
      unflushed = false;
    },
    verify: (hash, size) => find(hash, size) === 'sound',
    has: (hash) => tree.glance(place(hash)).kind === 'present',
    free(hash) {
      // A damaged version of it still holds most of what was meant to go.
      for (const { name } of tree.list(quarantine)) if (name.startsWith(hash)) tree.remove(`${quarantine}/${name}`);
      tree.remove(place(hash));
    },
    list: () => copyNames(tree),
    content: (hash, size) => tree.content(place(hash), hash, size),
  };
}

const ownerOnly = {
  mode: 0o600,
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  extended: {},
} as const;

/** Makes the folders, and clears temporaries that a crash left more than an hour ago. */
export function prepareCopies(tree: Tree, now: number): void {
  if (tree.makeFolders(folder).length + tree.makeFolders(incoming).length > 0) tree.flushFolder('');
  for (const { name } of tree.list(incoming)) {
    const glance = tree.glance(`${incoming}/${name}`);
    if (glance.kind === 'present' && now - Number(BigInt(glance.modified) / 1_000_000n) > temporaryAgeMax) {
      tree.remove(`${incoming}/${name}`);
    }
  }
}

/** True where a folder of the ledger, the copies' or another, holds something: then no new index must be made over it. */
export function isUsed(tree: Tree): boolean {
  const folders = tree.list('').filter(({ name, kind }) => kind === 'folder' && name !== incoming);
  return folders.some(({ name }) => tree.list(name).some((entry) => !entry.name.startsWith(temporaryPrefix)));
}

function copyNames(tree: Tree): Hash[] {
  return tree
    .list(folder)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(temporaryPrefix));
}
