/** A work folder behind a link, or behind a file in a folder's place, is not looked at, and keeps nobody from anything. */
import { RefusalError, type Tree } from '@verbatim/core';

export function isFolderInReach(tree: Tree, path: string): boolean {
  try {
    return tree.isFolder(path);
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}
