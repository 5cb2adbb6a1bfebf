/**
 * Puts one file of a transition back to its `from`. Used under the lock by a swap that failed and by recovery after a
 * crash alike: it decides by what lies on the disk, never by what should have happened, and can be repeated. A file that
 * holds neither our `from` nor our `to` is somebody's newer work and stays.
 */
import {
  type FileState,
  type Look,
  type LookPresent,
  RefusalError,
  sameBytes,
  sameIdentity,
  sameState,
  type Tree,
} from '@verbatim/core';
import type { Copies, JournalStep } from '@verbatim/ledger';
import { exchangesMax } from '../limits.js';
import type { Room } from '../room.js';
import { systemCodeOf } from '../system-code.js';
import type { Landed } from './plan.js';
import { isWiped, parentOf, replacedMark, stageWhole } from './work-folders.js';

/** `other`: a link, a folder or a special file that somebody put there. Never ours, so it goes back like any save. */
type Found = Look | { readonly kind: 'other' };

/** Answers what it made anew, from a copy: then another file lies at the path than before. */
export function putBack({ tree, ledger }: Pick<Room, 'tree' | 'ledger'>, step: JournalStep): Landed | undefined {
  const file = find(tree, step.path);
  const aside = find(tree, step.aside);
  if (aside.kind !== 'absent') {
    putAsideBack(tree, step, file, aside);
    return undefined;
  }
  // Nothing was swapped yet, or it is back, whatever is in it by now.
  if (isOriginal(file, step)) return undefined;
  const staged = find(tree, step.staged);
  if (staged.kind === 'absent') {
    const isGone = isWiped(tree, step) || tree.glance(replacedMark(step)).kind === 'present';
    return isGone && file.kind === 'present' && holds(file, step, 'to')
      ? putBackFromCopy(tree, ledger.copies, step, file)
      : undefined;
  }
  putStagedBack(tree, step, file, staged);
  return undefined;
}

function putStagedBack(tree: Tree, step: JournalStep, file: Found, staged: Found): void {
  // An earlier putting back without exchange was cut short after it had taken our result away.
  if (file.kind === 'absent' && holds(staged, step, 'from') && holds(find(tree, awayName(step, 1)), step, 'to')) {
    bringBack(tree, step.staged, step.path);
  } else if (step.to.kind === 'present' && holds(file, step, 'to')) {
    // We linked it in: the two names are one file. What somebody made at the path themselves is not that file.
    if (step.from.kind === 'absent') {
      if (isSameFile(file, staged)) removeOurs(tree, step, staged);
    } else if (!holds(staged, step, 'to')) exchangeBack(tree, step, staged, file);
  }
}

/**
 * Exchanges until what comes out is what we had put in: then nobody has saved in between. Otherwise what came out is a
 * newer save, and goes back to the path. So the newest of several saves ends at the file, and every other version lies
 * in the staged place, where clean-up keeps what is not in the ledger.
 */
function exchangeBack(tree: Tree, step: JournalStep, staged: Found, file: Found): void {
  let putIn = file;
  let held = staged;
  for (let n = 0; n < exchangesMax; n++) {
    try {
      if (tree.exchange(step.staged, step.path) === 'unsupported') {
        // Whoever exchanged them could; this process has to take the other way.
        if (removeOurs(tree, step, file)) bringBack(tree, step.staged, step.path);
        return;
      }
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return;
      throw error;
    }
    const came = find(tree, step.staged);
    if (putIn.kind !== 'other' && isSameFile(came, putIn) && holdsBytes(came, putIn)) return;
    putIn = held;
    held = came;
  }
}

/**
 * What came out is gone (somebody cleaned up after a crash, or the disk has no links and it was replaced), but the file is
 * our result: `from` comes from its copy.
 */
function putBackFromCopy(tree: Tree, copies: Copies, step: JournalStep, file: LookPresent): Landed | undefined {
  tree.makeFolders(step.folder);
  if (step.from.kind === 'absent') {
    removeOurs(tree, step, file);
    return undefined;
  }
  const { hash, size, mode } = step.from;
  const { look, notKept } = stageWhole(tree, step, copies.content(hash, size), { ...file.attributes, mode });
  if (tree.exchange(step.staged, step.path) === 'unsupported') {
    if (removeOurs(tree, step, file)) bringBack(tree, step.staged, step.path);
  } else if (!holds(find(tree, step.staged), step, 'to')) {
    exchangeBack(tree, step, find(tree, step.staged), look);
  }
  // Where somebody saved at that moment, theirs lies there.
  return isSameFile(find(tree, step.path), look) ? { path: step.path, now: look, notKept } : undefined;
}

function putAsideBack(tree: Tree, step: JournalStep, file: Found, aside: Found): void {
  if (isSameFile(file, aside)) return;
  if (file.kind !== 'absent') {
    // Somebody saved at the path while it was empty: theirs is newer and stays.
    if (!holds(file, step, 'to')) return;
    const staged = find(tree, step.staged);
    if (!removeOurs(tree, step, staged)) return;
  }
  bringBack(tree, step.aside, step.path);
}

/**
 * By a link, which never overwrites. A folder has no second name, and some disks know none: then by a rename, where
 * nothing is at the path (and one of a folder does not replace a file).
 */
function bringBack(tree: Tree, from: string, path: string): void {
  const linked = tree.isFolder(from) ? 'unsupported' : tree.link(from, path);
  if (linked === 'unsupported' && find(tree, path).kind === 'absent') tree.rename(from, path);
}

/**
 * Takes our own result away from the path. By a fresh name, since a rename between two links of one file does nothing
 * and says success. False where what came away was not ours: then it is back at the path.
 */
function removeOurs(tree: Tree, step: JournalStep, ours: Found): boolean {
  const away = freeName(tree, step);
  tree.rename(step.path, away);
  const taken = find(tree, away);
  // It stays there for clean-up, which deletes nothing that somebody can still write into.
  if (holds(taken, step, 'to') && (ours.kind === 'absent' || isSameFile(taken, ours))) return true;
  bringBack(tree, away, step.path);
  return false;
}

/**
 * True where the file is not back at `from`, since somebody was at it after us: then what we had taken away is all that is
 * left of that, in the work folder, or in its copy alone where that is gone.
 */
export function isLeftOut(tree: Tree, step: JournalStep): boolean {
  if (step.from.kind === 'absent') return false;
  const file = find(tree, step.path);
  if (holdsBytes(file, step.from) || isOriginal(file, step)) return false;
  const places = [step.aside, step.staged].map((place) => find(tree, place));
  return places.every(({ kind }) => kind === 'absent') || places.some((found) => holdsBytes(found, step.from));
}

/** What keeps a look from the file itself (a folder on the way that became a link) is thrown: then nothing is put back yet. */
export function find(tree: Tree, path: string): Found {
  try {
    return tree.look(path);
  } catch (error) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const entry =
      error instanceof RefusalError ? tree.list(parentOf(path)).find((one) => one.name === name) : undefined;
    if (entry === undefined || entry.kind === 'file') throw error;
    return { kind: 'other' };
  }
}

function freeName(tree: Tree, step: JournalStep): string {
  for (let n = 1; ; n++) {
    if (tree.glance(awayName(step, n)).kind === 'absent') return awayName(step, n);
  }
}

function awayName({ aside }: JournalStep, n: number): string {
  return `${aside}-${n}`;
}

/** By bytes: who changes a mode after us has not made it another version. Where nothing else tells them apart, by that too. */
function holds(found: Found, { from, to }: JournalStep, side: 'from' | 'to'): found is Look {
  const state = side === 'from' ? from : to;
  if (found.kind === 'other') return false;
  return sameBytes(from, to) ? sameState(found, state) : sameBytes(found, state);
}

/** True where it is the very file that the check saw. Without a birth time it cannot be said: inodes are used again. */
function isOriginal(found: Found, { identity }: JournalStep): boolean {
  if (found.kind !== 'present' || identity === undefined || identity === null || identity.birth === null) return false;
  return sameIdentity(found.identity, identity);
}

export function holdsBytes(found: Found, state: FileState): boolean {
  return found.kind !== 'other' && sameBytes(found, state);
}

function isSameFile(a: Found, b: Found): boolean {
  return a.kind === 'present' && b.kind === 'present' && sameIdentity(a.identity, b.identity);
}
