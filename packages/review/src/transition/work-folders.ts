/**
 * The temporary folder beside each file of a transition: `.verbatim-<8 hex>/` with a `.gitignore` of `*`. What lies in it
 * is named after the step's number, so that clean-up knows whose it is.
 */
import type { Entry, Tree } from '@verbatim/core';
import { type JournalStep, sha256 } from '@verbatim/ledger';
import { fromState, type Transfer, toState } from './plan.js';

const ignoreFile = '.gitignore';

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export function stepsOf(files: readonly Transfer[], token: string): JournalStep[] {
  return files.map((transfer, index) => {
    const folder = inFolder(parentOf(transfer.path), `.verbatim-${sha256(token).slice(0, 8)}`);
    return {
      path: transfer.path,
      from: fromState(transfer),
      to: toState(transfer),
      folder,
      staged: `${folder}/${index}.new`,
      aside: `${folder}/${index}.old`,
    };
  });
}

export function workFolders(steps: readonly JournalStep[]): readonly string[] {
  return [...new Set(steps.map(({ folder }) => folder))];
}

/** Folders on the way to the files that are not there yet, outermost first. */
export function missingFolders(tree: Tree, steps: readonly JournalStep[]): string[] {
  const missing = new Set<string>();
  for (const { path } of steps) {
    const parts = parentOf(path).split('/');
    for (let depth = 1; depth <= parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      if (folder !== '' && !missing.has(folder) && !tree.isFolder(folder)) missing.add(folder);
    }
  }
  return [...missing];
}

export function makeWorkFolders(tree: Tree, steps: readonly JournalStep[]): void {
  for (const folder of workFolders(steps)) {
    tree.makeFolders(folder);
    tree.jot(`${folder}/${ignoreFile}`, Buffer.from('*\n'));
  }
}

/** What lies in a work folder, each with the number of its step. */
export function leftovers(
  tree: Tree,
  folder: string,
): readonly { readonly path: string; readonly index: number; readonly kind: Entry['kind'] }[] {
  return tree
    .list(folder)
    .filter(({ name }) => name !== ignoreFile)
    .map(({ name, kind }) => ({ path: `${folder}/${name}`, index: Number.parseInt(name, 10), kind }));
}

/** Goes when it is empty; anything that is still in it keeps it. */
export function removeWorkFolder(tree: Tree, folder: string): void {
  if (leftovers(tree, folder).length > 0) return;
  tree.remove(`${folder}/${ignoreFile}`);
  tree.removeFolder(folder);
}
