/**
 * History's Restore: a retained copy goes back over the file, after the present state was saved as "Before restore"; the
 * result is saved as "Restored", in the transaction that makes it true. Office copies are checked first.
 */
import { hashOf, labels, refuse, type SnapshotId, sameBytes } from '@verbatim/core';
import type { LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import { checkCapturable, withRescued } from '../act/act.js';
import { find, type Working } from '../act/work-out.js';
import { refused } from '../answer.js';
import type { RestoreAnswer } from '../answers.js';
import { stamp } from '../decide/stamp.js';
import { claimKey, stopIfAnswered, storeAnswer } from '../key.js';
import { changedMeanwhile } from '../messages.js';
import type { Context } from '../review-api.js';
import { newSnapshotId, type Room, timestamp } from '../room.js';
import { apply } from '../transition/apply.js';
import { namingContent } from '../transition/copies.js';
import type { Landed, Transfer } from '../transition/plan.js';

const notRestored = 'The file was not restored.';

export async function restore(room: Room, given: string, copy: SnapshotId, context: Context): Promise<RestoreAnswer> {
  const path = room.tree.locate(given);
  const claim = claimKey(context, 'restore', [path, copy]);
  const snapshot = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return copyOf(view, path, copy);
  });
  const working = find(room, path);
  const hash = hashOf(working.found);
  if (sameBytes(working.found, snapshot.state)) {
    return {
      outcome: 'unchanged',
      files: [{ path, sha256: { before: hash, after: hash, now: hash }, did: 'nothing' }],
    };
  }
  const transfer = transferOf(room, working, snapshot);
  checkOpens(room, path, transfer);

  let answer: RestoreAnswer | undefined;
  const result = await apply(room, {
    verb: 'restore',
    files: [transfer],
    trash: [],
    changed: changedMeanwhile,
    guard: (transaction) => {
      stopIfAnswered(transaction, claim);
      copyOf(transaction, path, copy);
      checkCapturable(room, transaction, path);
    },
    settle: (transaction, [landed]) => {
      answer = record(room, transaction, working, snapshot, landed as Landed);
      storeAnswer(room, transaction, claim, answer);
    },
    emptyFolders: [],
  });
  if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
  if (answer === undefined) throw new Error('an applied transition recorded nothing');
  return withRescued(answer, result.rescued);
}

function copyOf(view: LedgerView, path: string, copy: SnapshotId): Snapshot {
  const snapshot = view.snapshot(copy);
  if (snapshot === undefined || snapshot.path !== path) {
    return refuse(
      'COPY_UNKNOWN',
      `This file has no copy ${copy}.`,
      [path],
      'Its history lists the copies that are retained.',
    );
  }
  if (snapshot.state.kind === 'absent') {
    refuse('COPY_UNKNOWN', 'This copy records that there was no file, so there is nothing to restore.', [path]);
  }
  return snapshot;
}

function transferOf(room: Room, { path, found, foundContent }: Working, { state, attributes }: Snapshot): Transfer {
  if (state.kind === 'absent') throw new Error('an absent copy is refused before');
  const content = namingContent(room, path, state.hash, state.size, notRestored);
  const kept = found.kind === 'present' ? found.attributes : (attributes ?? room.tree.newAttributes(path));
  const to = { kind: 'present', content, attributes: kept } as const;
  return foundContent === undefined
    ? { path, from: found, to, toStored: true }
    : { path, from: found, fromContent: foundContent, to, toStored: true };
}

/** A broken Office copy never replaces a document (source text, "Restoring from History"). */
function checkOpens({ formats }: Room, path: string, { to }: Transfer): void {
  if (formats.problemOf === undefined || to.kind === 'absent') return;
  const chunks: Buffer[] = [];
  to.content.pour((chunk) => chunks.push(Buffer.from(chunk)));
  const problem = formats.problemOf(path, Buffer.concat(chunks));
  if (problem !== undefined) {
    refuse('OFFICE_INVALID', `This copy would not open: ${problem} ${notRestored}`, [path], 'Choose another copy.');
  }
}

function record(
  room: Room,
  transaction: LedgerTransaction,
  { path, found }: Working,
  snapshot: Snapshot,
  landed: Landed,
): RestoreAnswer & { outcome: 'restored' } {
  const at = timestamp(room);
  const common = { path, at, action: null, pinned: false, note: null };
  const [beforeRestore, restored] = [newSnapshotId(room), newSnapshotId(room)];
  transaction.putSnapshot({
    ...common,
    id: beforeRestore,
    seq: transaction.nextSequence(),
    label: labels.beforeRestore,
    state: found.kind === 'absent' ? found : { kind: 'present', hash: found.hash, size: found.size, mode: found.mode },
    attributes: found.kind === 'present' ? found.attributes : null,
  });
  transaction.putSnapshot({
    ...common,
    id: restored,
    seq: transaction.nextSequence(),
    label: labels.restored,
    state: snapshot.state,
    attributes: landed.now.kind === 'present' ? landed.now.attributes : null,
  });
  stamp(transaction, landed);
  const now = hashOf(landed.now);
  return {
    outcome: 'restored',
    copies: { beforeRestore, restored },
    files: [
      {
        path,
        sha256: { before: hashOf(found), after: hashOf(snapshot.state), now },
        did: 'restored',
        ...(landed.notKept.length > 0 ? { notKept: landed.notKept } : {}),
      },
    ],
  };
}
