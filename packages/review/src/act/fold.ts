/**
 * An agent edits a file again of which a person decided some changes: what was decided goes into the base of the review,
 * what was not stays to be decided together with the new edit (design section 6).
 */
import { type ActionId, type Content, type FileState, type Look, RefusalError } from '@verbatim/core';
import type { FileReview, FileVersion, LedgerTransaction, LedgerView } from '@verbatim/ledger';
import { versionOfLook } from '../decide/decision.js';
import { folded, reviewToFold, withoutUndecided } from '../judge/file-review.js';
import { changedMeanwhile } from '../messages.js';
import { type Room, readingCopies } from '../room.js';
import { capture, keepCopies } from '../transition/copies.js';
import { contentOf } from './work-out.js';

export interface Fold {
  readonly path: string;
  /** What the agent's edit starts from. */
  readonly found: FileState;
  /** The record that goes on; undefined where there is none, or the edit starts a new chain. */
  readonly review: FileReview | undefined;
  readonly base: FileVersion | undefined;
  /** The new base's bytes where they are a copy of their own. */
  readonly content?: Content;
}

/** Plans the folds of an edit, and stores the copies of the new bases; they are durable with the next flush of the copies. */
export async function planFolds(room: Room, files: readonly { path: string; found: FileState }[]): Promise<Fold[]> {
  const folds: Fold[] = [];
  for (const { path, found } of files) {
    const review = room.ledger.read((view) => reviewToFold(view, path, found));
    if (review === undefined) folds.push({ path, found, review, base: undefined });
    else {
      const guard = (view: LedgerView): void => checkNotOvertaken(view, [{ path, found, review }]);
      const { version, bytes } = await readingCopies(room, guard, () => withoutUndecided(room, review));
      const content = bytes === undefined ? undefined : contentOf(bytes);
      if (content !== undefined) capture(path, () => room.ledger.copies.put(content));
      folds.push({ path, found, review, base: version, ...(content === undefined ? {} : { content }) });
    }
  }
  return folds;
}

/** Refuses where a person decided something in the meantime; under the lock. */
export function checkFolds(room: Room, view: LedgerView, folds: readonly Fold[]): void {
  checkNotOvertaken(view, folds);
  keepCopies(
    room,
    folds.flatMap(({ content }) => content ?? []),
  );
}

function checkNotOvertaken(view: LedgerView, folds: readonly Pick<Fold, 'path' | 'found' | 'review'>[]): void {
  const overtaken = folds.filter(
    ({ path, found, review }) => JSON.stringify(reviewToFold(view, path, found)) !== JSON.stringify(review),
  );
  if (overtaken.length > 0) throw new RefusalError(changedMeanwhile(overtaken.map(({ path }) => path)));
}

export function putFold(transaction: LedgerTransaction, { review, base }: Fold, action: ActionId, now: Look): void {
  if (review === undefined || base === undefined) return;
  const identity = now.kind === 'present' ? now.identity : null;
  transaction.putReview(folded(review, base, { action, head: versionOfLook(now), identity }));
}
