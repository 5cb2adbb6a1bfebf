/** What a person's edits on disk mean for a review: which of its changes cannot be turned around them. Writes nothing. */
import { type ActionId, hashOf, RefusalError, sameBytes, sameState } from '@verbatim/core';
import type { FileReview, LedgerView } from '@verbatim/ledger';
import type { ShownBlock } from './answers.js';
import { bytesOf } from './changes.js';
import { reviewOfTop } from './judge/file-review.js';
import { shownBytesMax } from './limits.js';
import { lookInto } from './look-into.js';
import { notToldApart, tooLargeToGoAround } from './messages.js';
import type { Room } from './room.js';
import type { Span } from './spans.js';

/** The review that verdicts on the changes of a file are given on, with the actions of its chain. */
export function reviewUnder(view: LedgerView, path: string, shown: readonly ActionId[]): FileReview | undefined {
  try {
    const review = reviewOfTop(view, path);
    return review?.actions.some((id) => shown.includes(id)) === true ? review : undefined;
  } catch (error) {
    // A copy of the chain is missing: what is there can be looked at all the same.
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/** Whether the changes that are shown are those that verdicts are given on: of several edits, all have to be shown together. */
export function isOfSpan({ base, head }: FileReview, { before, after }: Span): boolean {
  return after !== undefined && sameState(base.state, before.state) && sameState(head.state, after.state);
}

/** A file as it is now. */
export interface FileNow {
  /** Null where there is none, or it cannot be read. */
  readonly hash: string | null;
  readonly isEdited: boolean;
  /** Its bytes, where somebody edited it and it is small enough to be gone around. */
  readonly bytes?: Uint8Array;
}

/** Looks at the file, and at its bytes where they are not what the verdicts come to. Never throws for a file. */
export function fileNow({ tree }: Room, path: string, review: FileReview | undefined): FileNow {
  try {
    const look = tree.look(path);
    const isEdited = review !== undefined && !sameBytes(look, review.expected.state);
    if (!isEdited || look.kind === 'absent' || look.size > shownBytesMax) return { hash: hashOf(look), isEdited };
    const { look: now, bytes } = lookInto(tree, path);
    return { hash: hashOf(now), bytes, isEdited };
  } catch {
    return { hash: null, isEdited: review !== undefined };
  }
}

/** Why a change cannot be turned now, by its id; undefined where it can. */
export type BlockOf = (id: string) => ShownBlock | undefined;

/** Works out what the edits block, for a file that is decided change by change. */
export function blocksOf(room: Room, { path, base, head, verdicts }: FileReview, now: FileNow): BlockOf {
  if (!now.isEdited) return () => undefined;
  const all =
    (reason: string): BlockOf =>
    () => ({ reason, edits: [] });
  if (now.hash === null) return all('The file is not there any more, so no change of it can be put back by itself.');
  if (now.bytes === undefined) return all(tooLargeToGoAround);
  const [before, after] = [bytesOf(room, base.state), bytesOf(room, head.state)];
  if (!(before instanceof Uint8Array) || !(after instanceof Uint8Array)) return () => undefined;
  const found = room.formats.blockedBy(path, before, after, (id) => verdicts[id] ?? 'accept', now.bytes);
  if ('unfit' in found) return all(notToldApart(found.unfit));
  return (id) => {
    const edits = found.get(id);
    if (edits === undefined) return undefined;
    return { reason: edits.length > 0 ? touched : unclear, edits };
  };
}

const touched = 'What was edited since overlaps or touches this change, so it cannot be put back by itself.';
const unclear = 'What was edited since can be read in several ways, so this change cannot be told apart from it.';
