/**
 * Which files the index is. Salvage, or a person's hand, may put others in their place while a process has them open: what
 * that process committed then would go down with the old ones. Only `lstat`: closing any descriptor of these files would
 * drop LMDB's locks.
 */
import { type Tree, VerbatimError } from '@verbatim/core';

/** The index, in the ledger's folder. */
export const indexFile = 'data.mdb';
/** LMDB's locks and readers, beside the index; made anew where it is not there. */
export const lockFile = 'lock.mdb';

/** Device and inode by name, of those that are there. */
export type IndexFiles = ReadonlyMap<string, string>;

export function indexFiles(tree: Tree): IndexFiles {
  const found = new Map<string, string>();
  for (const name of [indexFile, lockFile]) {
    const glance = tree.glance(name);
    if (glance.kind === 'present') found.set(name, `${glance.identity.device} ${glance.identity.inode}`);
  }
  return found;
}

/** Throws `VERBATIM_LEDGER_REPLACED` where a file of `known` is gone, or another one is in its place. */
export function checkSameIndex(tree: Tree, known: IndexFiles): void {
  const now = indexFiles(tree);
  for (const [name, which] of known) {
    if (now.get(name) === which) continue;
    throw new VerbatimError(
      'VERBATIM_LEDGER_REPLACED',
      'The index of the ledger was replaced while this process had it open; nothing was written.',
      {
        path: `${tree.path}/${name}`,
        hint: 'Run the command again. What has been running since (verbatim serve, say) has to be started again.',
      },
    );
  }
}
