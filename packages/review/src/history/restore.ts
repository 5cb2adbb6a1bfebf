/**
 * History's Restore: retained versions go back over files, after the present states were saved as "Before restore"; the
 * results are saved as "Restored", in the transaction that makes them true. Office copies are checked first. Several files
 * are restored all or none.
 */
import { type ActionId, hashOf, labels, refuse, type SnapshotId, sameBytes } from '@verbatim/core';
import type { FileVersion, LedgerTransaction, LedgerView, Snapshot } from '@verbatim/ledger';
import { withRescued } from '../act/act.js';
import { holderOf, releaseInterrupted } from '../act/interrupted.js';
import { find, type Working } from '../act/work-out.js';
import { refused } from '../answer.js';
import type { FileReceipt, RestoreAnswer, SavedCopies } from '../answers.js';
import { decidedFile, putDecision, versionOfLook } from '../decide/decision.js';
import { stamp } from '../decide/stamp.js';
import { claimKey, type KeyClaim, keepAnswer, stopIfAnswered, storeAnswer } from '../key.js';
import { changedMeanwhile, fileBusy } from '../messages.js';
import type { Context } from '../review-api.js';
import { newDecisionId, newSnapshotId, type Room, readingCopies, timestamp } from '../room.js';
import { apply } from '../transition/apply.js';
import { namingContent } from '../transition/copies.js';
import type { Landed, Transfer } from '../transition/plan.js';
import { copiesThroughRenames, locateKept } from './entries.js';
import { prune } from './prune.js';

const notRestored = 'The file was not restored.';

/** A file and the version that it is to have. */
interface Wanted {
  readonly path: string;
  readonly version: FileVersion;
}

export async function restore(room: Room, given: string, copy: SnapshotId, context: Context): Promise<RestoreAnswer> {
  const path = room.ledger.read((view) => locateKept(room, view, given));
  const claim = claimKey(context, 'restore', [path, copy]);
  const wantedNow = (view: LedgerView): Wanted[] => {
    stopIfAnswered(view, claim);
    return [{ path, version: copyOf(view, path, copy) }];
  };
  return restoreAll(room, wantedNow, claim, []);
}

/** Every file of an action goes back to how it was before it, whatever became of it since; folders that it made go if empty. */
export async function restoreAction(room: Room, id: ActionId, context: Context): Promise<RestoreAnswer> {
  const claim = claimKey(context, 'restore', ['action', id]);
  const wantedNow = (view: LedgerView): Wanted[] => {
    stopIfAnswered(view, claim);
    const action = view.action(id);
    if (action === undefined) return refuse('ACTION_UNKNOWN', `There is no action ${id}.`);
    const pairs = view.pairs(id);
    const versions = pairs.flatMap((pair) => view.before(pair) ?? []);
    if (versions.length !== action.count)
      copiesPruned(
        pairs.some(({ pruned }) => pruned === true),
        action.paths,
      );
    return versions.map((version) => ({ path: version.path, version }));
  };
  const folders = room.ledger.read((view) => view.action(id)?.folders ?? []);
  return restoreAll(room, wantedNow, claim, folders.toReversed());
}

/** Copies that a decision or an action needs are not in the ledger any more. */
export function copiesPruned(
  isPruned: boolean,
  paths: readonly string[],
  next = 'The history of the file lists the copies that are retained.',
): never {
  if (!isPruned) return refuse('PAIR_INCOMPLETE', `A copy that this needs is missing. ${notRestored}`, paths);
  return refuse(
    'COPIES_PRUNED',
    'Copies that this needs were removed to make room for newer ones, so it is not revertible any more.',
    paths,
    next,
  );
}

/** The file's copy, also one from before it was renamed. */
export function copyOf(view: LedgerView, path: string, copy: SnapshotId): Snapshot {
  const snapshot = view.snapshot(copy);
  const isOfFile =
    snapshot !== undefined &&
    (snapshot.path === path || copiesThroughRenames(view, path).some(({ id }) => id === copy));
  if (isOfFile) return snapshot;
  return refuse(
    'COPY_UNKNOWN',
    `This file has no copy ${copy}, or not any more.`,
    [path],
    'Its history lists the copies that are retained.',
  );
}

async function restoreAll(
  room: Room,
  wantedNow: (view: LedgerView) => Wanted[],
  claim: KeyClaim | undefined,
  emptyFolders: readonly string[],
): Promise<RestoreAnswer> {
  const wanted = room.ledger.read(wantedNow);
  const found = wanted.map(({ path }) => find(room, path));
  const changing = wanted.flatMap(({ path, version }, index) => {
    const working = found[index] as Working;
    return sameBytes(working.found, version.state) ? [] : [{ path, version, working }];
  });
  if (changing.length === 0) {
    const unchanged: RestoreAnswer = { outcome: 'unchanged', files: found.map(untouched) };
    keepAnswer(room, claim, unchanged);
    return unchanged;
  }
  const transfers = changing.map(({ version, working }) => transferTo(room, working, version));
  await readingCopies(room, wantedNow, async () => {
    for (const transfer of transfers) await checkOpens(room, transfer);
  });

  let answer: RestoreAnswer | undefined;
  const result = await apply(room, {
    verb: 'restore',
    files: transfers,
    trash: transfers.filter(({ from, to }) => from.kind === 'present' && to.kind === 'absent').map(({ path }) => path),
    changed: changedMeanwhile,
    guard: (transaction) => {
      wantedNow(transaction);
      for (const { path } of transfers) checkNobodyWrites(room, transaction, path);
    },
    settle: (transaction, landed) => {
      const copies = recordRestored(room, transaction, transfers, landed);
      const decision = newDecisionId(room);
      answer = { outcome: 'restored', decision, copies, files: receipts(transfers, landed) };
      const files = transfers.map((transfer, index) => decidedFile(transfer, (landed[index] as Landed).now));
      const nothing = { actions: [], reviews: [] };
      putDecision(room, transaction, { id: decision, verdict: 'restore', answer, before: nothing, files });
      storeAnswer(room, transaction, claim, answer);
    },
    emptyFolders,
  });
  if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
  if (answer === undefined) throw new Error('an applied transition recorded nothing');
  return withRescued(answer, result.rescued);
}

/** However many edits wait: a restore adds none to them. */
function checkNobodyWrites(room: Room, transaction: LedgerTransaction, path: string): void {
  releaseInterrupted(room, transaction, path);
  const holder = holderOf(room, transaction, path);
  if (holder !== undefined) fileBusy(path, holder.id);
}

/** The way of a file to a version of it in the ledger; an existing file keeps its mode and attributes. */
function transferTo(room: Room, { path, found, foundContent }: Working, { state, attributes }: FileVersion): Transfer {
  const from = foundContent === undefined ? { path, from: found } : { path, from: found, fromContent: foundContent };
  if (state.kind === 'absent') return { ...from, to: state };
  const content = namingContent(room, path, state.hash, state.size, notRestored);
  const kept = found.kind === 'present' ? found.attributes : (attributes ?? room.tree.newAttributes(path));
  return { ...from, to: { kind: 'present', content, attributes: kept }, toStored: true };
}

/** A broken Office copy never replaces a document (source text, "Restoring from History"). */
async function checkOpens({ formats }: Room, { path, to }: Transfer): Promise<void> {
  if (formats.problemOf === undefined || to.kind === 'absent') return;
  const chunks: Buffer[] = [];
  to.content.pour((chunk) => chunks.push(Buffer.from(chunk)));
  const problem = await formats.problemOf(path, Buffer.concat(chunks));
  if (problem !== undefined) {
    refuse('OFFICE_INVALID', `This copy would not open: ${problem} ${notRestored}`, [path], 'Choose another copy.');
  }
}

/** Saves what was there and what is there now, as entries of their own (P12). */
export function recordRestored(
  room: Room,
  transaction: LedgerTransaction,
  transfers: readonly Transfer[],
  landed: readonly Landed[],
  note: string | null = null,
): SavedCopies[] {
  const at = timestamp(room);
  const saved = transfers.map(({ path, from }, index) => {
    const { now } = landed[index] as Landed;
    const common = { path, at, action: null, pinned: false, note };
    const [beforeRestore, restored] = [newSnapshotId(room), newSnapshotId(room)];
    const put = (id: SnapshotId, label: Snapshot['label'], version: FileVersion): void =>
      transaction.putSnapshot({ ...common, ...version, id, label, seq: transaction.nextSequence() });
    put(beforeRestore, labels.beforeRestore, versionOfLook(from));
    put(restored, labels.restored, versionOfLook(now));
    return { path, beforeRestore, restored };
  });
  for (const now of landed) stamp(transaction, now);
  prune(
    room,
    transaction,
    transfers.map(({ path }) => path),
  );
  return saved;
}

export function receipts(transfers: readonly Transfer[], landed: readonly Landed[]): FileReceipt[] {
  return transfers.map(({ path, from, to }, index) => {
    const { now, notKept } = landed[index] as Landed;
    const after = to.kind === 'present' ? to.content.hash : null;
    return {
      path,
      sha256: { before: hashOf(from), after, now: hashOf(now) },
      did: now.kind === 'absent' ? 'removed' : 'restored',
      ...(notKept.length > 0 ? { notKept } : {}),
    };
  });
}

function untouched({ path, found }: Working): FileReceipt {
  const hash = hashOf(found);
  return { path, sha256: { before: hash, after: hash, now: hash }, did: 'nothing' };
}
