/**
 * The swap of one file, under the writer lock. It only ever goes forward: whatever it finds wrong, the caller puts every
 * file back with `putBack`, which decides by what lies on the disk.
 */
import { type LookPresent, refuse, sameIdentity, type Tree } from '@verbatim/core';
import type { JournalStep } from '@verbatim/ledger';
import { systemCodeOf } from '../system-code.js';
import { replacedMark } from './work-folders.js';

/** `changed`: somebody saved meanwhile; nothing of theirs is lost, it lies at the path or beside the staged file. */
export type Swapped = 'done' | 'changed';

export interface SwapOptions {
  readonly allowUnsafeReplace: boolean;
  readonly limits: { readonly hashUnderLockBytesMax: number };
}

/** Moves one file from `from` (what the check saw) to what is staged. */
export function swap(
  tree: Tree,
  step: JournalStep,
  from: { readonly kind: 'absent' } | LookPresent,
  options: SwapOptions,
): Swapped {
  try {
    if (from.kind === 'absent') return step.to.kind === 'absent' ? 'done' : bringIn(tree, step);
    if (step.to.kind === 'absent') return takeAway(tree, step, from, options);
    const exchanged = tree.exchange(step.staged, step.path);
    if (exchanged === 'done') return isAsSeen(tree, step.staged, from, options) ? 'done' : 'changed';
    return replaceAside(tree, step, from, options);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' && tree.glance(step.path).kind === 'absent' && from.kind === 'present')
      return 'changed';
    throw error;
  }
}

/** absent → present: a link never overwrites. */
function bringIn(tree: Tree, step: JournalStep): Swapped {
  const linked = tree.link(step.staged, step.path);
  if (linked === 'taken') return 'changed';
  if (linked === 'unsupported') replaceUnsupported(step.path);
  return 'done';
}

/** present → absent. */
function takeAway(tree: Tree, step: JournalStep, from: LookPresent, options: SwapOptions): Swapped {
  tree.rename(step.path, step.aside);
  return isAsSeen(tree, step.aside, from, options) ? 'done' : 'changed';
}

/** The aside order: between the two calls nothing but one glance, so that the file is absent as briefly as can be. */
function replaceAside(tree: Tree, step: JournalStep, from: LookPresent, options: SwapOptions): Swapped {
  // Asked before the file is taken away: without a link it could not be brought in again.
  if (!canLink(tree, step)) {
    if (!options.allowUnsafeReplace) replaceUnsupported(step.path);
    if (!isAsSeen(tree, step.path, from, options)) return 'changed';
    tree.jot(replacedMark(step), new Uint8Array());
    tree.rename(step.staged, step.path);
    return 'done';
  }
  tree.rename(step.path, step.aside);
  const glance = tree.glance(step.aside);
  if (glance.kind === 'absent' || !sameIdentity(glance.identity, from.identity)) return 'changed';
  const linked = tree.link(step.staged, step.path);
  if (linked === 'taken') return 'changed';
  if (linked === 'unsupported') replaceUnsupported(step.path);
  return isAsSeen(tree, step.aside, from, options) ? 'done' : 'changed';
}

function canLink(tree: Tree, step: JournalStep): boolean {
  const probe = `${step.staged}.link`;
  const linked = tree.link(step.staged, probe);
  if (linked === 'done') tree.remove(probe);
  return linked !== 'unsupported';
}

function replaceUnsupported(path: string): never {
  return refuse(
    'REPLACE_UNSUPPORTED',
    'This disk can neither exchange two files nor link one in, so a save at the same moment could be lost.',
    [path],
    'Move the file to another disk, or give --allow-unsafe-replace and save nothing while the command runs.',
  );
}

/** Whether the file at `path` still is what the check saw: identity, and bytes up to a size, else size and time. */
function isAsSeen(tree: Tree, path: string, seen: LookPresent, { limits }: SwapOptions): boolean {
  if (seen.size > limits.hashUnderLockBytesMax) {
    const glance = tree.glance(path);
    return (
      glance.kind === 'present' &&
      sameIdentity(glance.identity, seen.identity) &&
      glance.size === seen.size &&
      glance.modified === seen.modified
    );
  }
  const look = tree.look(path);
  return look.kind === 'present' && sameIdentity(look.identity, seen.identity) && look.hash === seen.hash;
}
