/**
 * The temporary folder beside each file of a transition: `.verbatim-<8 hex>/` with a `.gitignore` of `*`. What lies in it
 * is named after the step's number, so that clean-up knows whose it is.
 */
import type { Attributes, Content, Entry, Staged, Tree } from '@verbatim/core';
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
      identity: transfer.from.kind === 'present' ? transfer.from.identity : null,
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

/**
 * Makes a new file whole under a name of its own first: what lies at `staged` is complete, or came out of the swap. Nobody else
 * has ever had what is at the first name.
 */
export function stageWhole(tree: Tree, step: JournalStep, content: Content, attributes: Attributes): Staged {
  const part = partOf(step);
  // Of a recovery that was cut short.
  tree.remove(part);
  const made = tree.stage(part, content, attributes, step.from.kind === 'present' ? step.path : undefined);
  tree.rename(part, step.staged);
  return made;
}

function partOf({ staged }: JournalStep): string {
  return `${staged}.part`;
}

/** Left where what is staged replaces the file, on a disk that can do no better: then nothing comes out. */
export function replacedMark({ staged }: JournalStep): string {
  return `${staged}.gone`;
}

/** Names in a work folder that hold nothing of anybody's. */
export function isOurs(step: JournalStep, path: string): boolean {
  return path === partOf(step) || path === replacedMark(step);
}

/** Somebody cleared it away, or it was never made: what it held is not known any more. */
export function isWiped(tree: Tree, { folder }: JournalStep): boolean {
  return !tree.isFolder(folder) || tree.glance(`${folder}/${ignoreFile}`).kind === 'absent';
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
