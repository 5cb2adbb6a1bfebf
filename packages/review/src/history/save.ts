/** Restore points: copies that a person asks for. */
import { hashOf, labels, refuse, type SnapshotId, sameState } from '@verbatim/core';
import type { LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import { find } from '../act/work-out.js';
import type { PinAnswer, SaveAnswer } from '../answers.js';
import { versionOfLook } from '../decide/decision.js';
import { claimKey, keepAnswer, stopIfAnswered, storeAnswer } from '../key.js';
import type { Context } from '../review-api.js';
import { newSnapshotId, type Room, timestamp } from '../room.js';
import { capture, keepCopies, releasing } from '../transition/copies.js';
import { locateKept } from './entries.js';
import { checkRoomForGuarded, prune } from './prune.js';
import { copyOf } from './restore.js';

/** Saves the file as it is. Saving it again unchanged makes nothing and says so. */
export async function save(
  room: Room,
  given: string,
  { note, ...context }: Context & { note?: string },
): Promise<SaveAnswer> {
  const path = room.tree.locate(given);
  const claim = claimKey(context, 'save', [path, note ?? null]);
  room.ledger.read((view) => stopIfAnswered(view, claim));
  const { found, foundContent } = find(room, path);
  if (found.kind === 'absent' || foundContent === undefined) {
    return refuse('FILE_ABSENT', 'There is no such file, so there is nothing to save.', [path]);
  }
  const now = hashOf(found);
  const files = [{ path, sha256: { before: now, after: now, now }, did: 'nothing' as const }];
  const version = versionOfLook(found);
  const sameAs = (view: LedgerView): Snapshot | undefined => {
    stopIfAnswered(view, claim);
    const newest = view.copiesOf(path).find(({ label }) => label === labels.restorePoint);
    return newest !== undefined && sameState(newest.state, version.state) ? newest : undefined;
  };
  const unchanged = ({ id }: Snapshot): SaveAnswer => ({ outcome: 'unchanged', copy: id, files });
  const same = room.ledger.read(sameAs);
  if (same !== undefined) {
    keepAnswer(room, claim, unchanged(same));
    return unchanged(same);
  }

  capture(path, () => {
    room.ledger.copies.put(foundContent);
    room.ledger.copies.flush();
  });
  const id = newSnapshotId(room);
  let answer: SaveAnswer = { outcome: 'saved', copy: id, files };
  const record = (transaction: LedgerTransaction): void => {
    const meanwhile = sameAs(transaction);
    if (meanwhile !== undefined) {
      answer = unchanged(meanwhile);
      storeAnswer(room, transaction, claim, answer);
      return;
    }
    checkRoomForGuarded(room, transaction, path, 1);
    keepCopies(room, [foundContent]);
    transaction.putSnapshot({
      ...version,
      id,
      seq: transaction.nextSequence(),
      path,
      label: labels.restorePoint,
      at: timestamp(room),
      action: null,
      pinned: false,
      note: note ?? null,
    });
    prune(room, transaction, [path]);
    storeAnswer(room, transaction, claim, answer);
  };
  await releasing(room, [foundContent], () => room.ledger.lease('save', record));
  return answer;
}

/** A pinned copy is never removed by retention, and its pair with it. */
export async function pin(room: Room, given: string, copy: SnapshotId, isPinned: boolean): Promise<PinAnswer> {
  const path = room.ledger.read((view) => locateKept(room, view, given));
  let answer: PinAnswer | undefined;
  room.ledger.lease(isPinned ? 'pin' : 'unpin', (transaction) => {
    const snapshot = copyOf(transaction, path, copy);
    answer = { outcome: snapshot.pinned === isPinned ? 'unchanged' : isPinned ? 'pinned' : 'unpinned', copy };
    if (snapshot.pinned === isPinned) return;
    if (isPinned) checkRoomForGuarded(room, transaction, snapshot.path, newlyGuarded(transaction, snapshot));
    transaction.putSnapshot({ ...snapshot, pinned: isPinned });
    if (!isPinned) prune(room, transaction, [snapshot.path]);
  });
  if (answer === undefined) throw new Error('a pin was not recorded');
  return answer;
}

/** The copies that a pin keeps and nothing kept before. */
function newlyGuarded(view: LedgerView, { id, path, label, action }: Snapshot): number {
  if (label === labels.restorePoint) return 0;
  const unit = view.copiesOf(path).filter((copy) => copy.id === id || (action !== null && copy.action === action));
  return unit.some(({ pinned }) => pinned) ? 0 : unit.length;
}
