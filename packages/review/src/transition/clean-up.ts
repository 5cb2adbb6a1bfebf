/**
 * Clean-up after a transition, applied or put back. Deletes what came out of the swap only if its hash equals a stored
 * copy and nobody can still write into it; anything else stays beside the file under a name that people recognise (P7).
 */
import { type FileState, type Hash, type Tree, withSuffix } from '@verbatim/core';
import type { JournalRecord, JournalStep } from '@verbatim/ledger';
import { settleWait } from '../limits.js';
import type { Room } from '../room.js';
import { find, holdsBytes } from './put-back.js';
import { inFolder, isOurs, leftovers, parentOf, removeWorkFolder, workFolders } from './work-folders.js';

/** Answers the paths of versions that were kept beside their file. Never throws for one file: it goes on with the next. */
export async function cleanUp(room: Room, { state, steps, folders }: JournalRecord): Promise<string[]> {
  const { tree } = room;
  const isSettled = (step: JournalStep, hash: Hash): boolean =>
    isOf(step.from, hash) && (state === 'committed' || holdsBytes(find(tree, step.path), step.from));
  const rescued: string[] = [];
  let waited = false;
  for (const folder of workFolders(steps)) {
    for (const { path, index, kind } of leftovers(tree, folder)) {
      const step = steps[index];
      if (step === undefined) continue;
      if (kind === 'file' && isOurs(step, path)) {
        tree.remove(path);
        continue;
      }
      const isStored = (hash: Hash): boolean => isOf(step.to, hash) || isSettled(step, hash) || isHeld(room, hash);
      // A link, a folder or a special file that somebody put in the file's place is theirs, whatever it holds.
      const removeSettled = (settled: boolean): ReturnType<Tree['removeSettled']> | 'no file' =>
        kind === 'file' ? tree.removeSettled(path, isStored, settled) : 'no file';
      let result = removeSettled(waited);
      if (result === 'unsure') {
        await room.clock.sleep(settleWait);
        waited = true;
        result = removeSettled(true);
      }
      if (result === 'removed') continue;
      const kept = keepBeside(room, step, path);
      if (kept !== undefined) rescued.push(kept);
    }
    removeWorkFolder(tree, folder);
  }
  for (const folder of folders.toReversed()) tree.removeFolder(folder);
  return rescued;
}

function isOf(state: FileState, hash: Hash): boolean {
  return state.kind === 'present' && state.hash === hash;
}

/**
 * What came out and was brought back by a link has two names. Another process may take it away from the path before the
 * second name is cleared: then it is the last one, and what that process stored.
 */
function isHeld({ ledger }: Room, hash: Hash): boolean {
  const size = ledger.read((view) => view.heldSize(hash));
  return size !== undefined && ledger.copies.verify(hash, size);
}

/**
 * `NAME (recovered DATE TIME).EXT`, by a link, which never overwrites. Undefined where another process, which settles the same
 * transition, has taken it away.
 */
function keepBeside({ tree, clock }: Room, step: JournalStep, path: string): string | undefined {
  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  const name = step.path.slice(step.path.lastIndexOf('/') + 1);
  for (let n = 1; ; n++) {
    const place = inFolder(parentOf(step.path), withSuffix(name, ` (recovered ${stamp}${n === 1 ? '' : ` ${n}`})`));
    const linked = link(tree, path, place);
    if (linked === 'taken') continue;
    if (linked === 'unsupported') return isThere(tree, path) ? path : undefined;
    tree.remove(path);
    return place;
  }
}

function isThere(tree: Tree, path: string): boolean {
  return tree.list(parentOf(path)).some(({ name }) => path === inFolder(parentOf(path), name));
}

/** A name too long for the disk, or a disk without links: then the version stays where it is, and that is told. */
function link(tree: Tree, from: string, to: string): 'done' | 'taken' | 'unsupported' {
  try {
    return tree.link(from, to);
  } catch {
    return 'unsupported';
  }
}
