/** Actions that agents write by themselves: begin captures, commit records, cancel ends. */
import {
  type ActionId,
  absent,
  type Content,
  type FileKind,
  hashOf,
  type Look,
  labels,
  refuse,
  type SnapshotId,
  sameState,
} from '@verbatim/core';
import type { Action, LedgerTransaction, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import type { ActAnswer, BeginAnswer, CancelAnswer, FileReceipt } from '../answers.js';
import { prune } from '../history/prune.js';
import { claimKey, stopIfAnswered, storeAnswer } from '../key.js';
import { fileUnderWay, notRejected } from '../messages.js';
import type { Context } from '../review-api.js';
import { newActionId, newSnapshotId, type Room, timestamp } from '../room.js';
import { capture, keepCopies } from '../transition/copies.js';
import { isUnderWay } from '../transition/under-way.js';
import { parentOf } from '../transition/work-folders.js';
import { checkCapturable } from './act.js';
import { checkFolds, planFolds, putFold } from './fold.js';
import { find, readAgain } from './work-out.js';

/** Takes the files' state before the agent's first write; durable when it answers `open` (P1). */
export async function begin(
  room: Room,
  given: readonly string[],
  options: Context & { pid?: number },
): Promise<BeginAnswer> {
  const paths = [...new Set(given.map((path) => room.tree.locate(path)))];
  if (paths.length === 0) refuse('INPUT_INVALID', 'No file was named.');
  if (paths.length > room.limits.filesPerActionMax)
    refuse('LIMIT', `One action can touch ${room.limits.filesPerActionMax} files at most.`);
  const claim = claimKey(options, 'begin', paths);
  room.ledger.read((view) => stopIfAnswered(view, claim));
  const owner = options.pid === undefined ? null : room.disk.process(options.pid);
  if (owner === undefined)
    refuse(
      'INPUT_INVALID',
      `There is no process ${options.pid}.`,
      [],
      'Name the process that will write, or leave --pid away.',
    );

  const contents: Content[] = [];
  const found = paths.map((path) => captured(room, path, contents));
  capture(paths[0] ?? '', () => room.ledger.copies.flush());

  const id = newActionId(room);
  const answer: BeginAnswer = {
    outcome: 'open',
    action: id,
    files: paths.map((path, index) => {
      const before = hashOf(found[index] as Look);
      return { path, sha256: { before, after: null, now: before }, did: 'nothing' };
    }),
  };
  room.ledger.lease('begin', (transaction) => {
    stopIfAnswered(transaction, claim);
    for (const path of paths) checkCapturable(room, transaction, path);
    if (isUnderWay(transaction, answer.files)) fileUnderWay(paths);
    keepCopies(room, contents);
    const seq = transaction.nextSequence();
    const at = timestamp(room);
    const { agent = null, request = null } = options;
    transaction.putAction({
      id,
      seq,
      status: 'open',
      verb: 'begin',
      agent,
      request,
      at,
      count: paths.length,
      paths,
      folders: [],
      decision: null,
      process: owner,
    });
    paths.forEach((path, index) => {
      const before = putState(room, transaction, {
        path,
        label: labels.before,
        look: found[index] as Look,
        action: id,
        at,
      });
      transaction.putPair({ action: id, seq, index, path, kind: 'edited', before, after: null, identity: null });
    });
    storeAnswer(room, transaction, claim, answer);
  });
  return answer;
}

/** Flushes and records what the agent left. An interrupted action can still be committed. */
export async function commit(room: Room, id: ActionId, context: Context): Promise<ActAnswer> {
  const claim = claimKey(context, 'commit', id);
  const { action, before } = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return openAction(view, id);
  });
  const contents: Content[] = [];
  const looks = before.map(({ path }) => captureAfter(room, path, contents));
  const changed = before.flatMap((snapshot, index) => {
    const look = looks[index] as Look;
    return sameState(snapshot.state, look) ? [] : [{ snapshot, look }];
  });
  const folds = planFolds(
    room,
    changed.map(({ snapshot: { path, state } }) => ({ path, found: state })),
  );
  capture(action.paths[0] ?? '', () => room.ledger.copies.flush());

  const answer: ActAnswer =
    changed.length > 0
      ? { outcome: 'pending', action: id, files: changed.map(({ snapshot, look }) => receiptOf(snapshot, look)) }
      : { outcome: 'unchanged', files: before.map((snapshot, index) => receiptOf(snapshot, looks[index] as Look)) };

  room.ledger.lease('commit', (transaction) => {
    stopIfAnswered(transaction, claim);
    const now = openAction(transaction, id).action;
    for (const { snapshot } of changed) checkStillNewest(transaction, now, snapshot.path);
    checkFolds(room, transaction, folds);
    keepCopies(room, contents);
    transaction.removePairs(id);
    for (const { id: copy } of before) {
      if (!changed.some(({ snapshot }) => snapshot.id === copy)) transaction.removeSnapshot(copy);
    }
    if (changed.length === 0) transaction.putAction({ ...now, status: 'cancelled' });
    else putCommitted(room, transaction, now, changed);
    folds.forEach((fold, index) => {
      putFold(transaction, fold, id, (changed[index] as Changed).look);
    });
    prune(room, transaction, now.paths);
    storeAnswer(room, transaction, claim, answer);
  });
  if (changed.length > 0) room.ledger.writeManifest(id);
  return answer;
}

/** Ends an open action by command. What the agent wrote stays: `interrupted` where a file changed. */
export async function cancel(room: Room, id: ActionId, context: Context): Promise<CancelAnswer> {
  const claim = claimKey(context, 'cancel', id);
  const { before } = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return openAction(view, id);
  });
  const looks = before.map(({ path }) => room.tree.look(path));
  const isUnchanged = before.every((snapshot, index) => sameState(snapshot.state, looks[index] as Look));
  const outcome = isUnchanged ? 'cancelled' : 'interrupted';
  const files = before.map((snapshot, index): FileReceipt => {
    const receipt = receiptOf(snapshot, looks[index] as Look);
    return { ...receipt, sha256: { ...receipt.sha256, after: null }, did: 'nothing' };
  });
  const answer: CancelAnswer = { outcome, action: id, files };
  room.ledger.lease('cancel', (transaction) => {
    stopIfAnswered(transaction, claim);
    const { action, before: copies } = openAction(transaction, id);
    // Nothing was done, so nothing is kept of it (P13).
    if (isUnchanged) for (const copy of copies) transaction.removeSnapshot(copy.id);
    if (isUnchanged) transaction.removePairs(id);
    transaction.putAction({ ...action, status: outcome });
    storeAnswer(room, transaction, claim, answer);
  });
  return answer;
}

function openAction(view: LedgerView, id: ActionId): { action: Action; before: Snapshot[] } {
  const action = view.action(id);
  if (action === undefined) return refuse('ACTION_UNKNOWN', `There is no action ${id}.`);
  if (action.status !== 'open' && action.status !== 'interrupted') {
    refuse('ACTION_SETTLED', `The action ${id} is not open: it is ${action.status}.`, action.paths);
  }
  const pairs = view.pairs(id);
  const before = pairs.flatMap((pair) => view.snapshot(pair.before) ?? []);
  if (before.length !== action.count) {
    refuse('PAIR_INCOMPLETE', `A copy of the action ${id} is missing. ${notRejected}`, action.paths);
  }
  return { action, before };
}

/** Flushed first, or a power cut could take the result that the ledger calls the agent's (measured on btrfs). */
function captureAfter(room: Room, path: string, contents: Content[]): Look {
  const { tree } = room;
  if (tree.glance(path).kind === 'present') tree.flushFile(path);
  if (tree.isFolder(parentOf(path))) tree.flushFolder(parentOf(path));
  return captured(room, path, contents);
}

/** Stores the file's copy and adds it to `contents`. */
function captured(room: Room, path: string, contents: Content[]): Look {
  const { found, foundContent } = find(room, path);
  if (foundContent !== undefined && found.kind === 'present') {
    capture(path, () => room.ledger.copies.put(foundContent));
    // Not the bytes that were read: of a thousand files they would not fit.
    contents.push(readAgain(room, path, found));
  }
  return found;
}

/** An interrupted action no longer holds its files; what came after it must be decided first. */
function checkStillNewest(view: LedgerView, action: Action, path: string): void {
  const newest = view.newestPair(path);
  if (newest === undefined || newest.action === action.id || newest.seq < action.seq) return;
  refuse(
    'FILE_BUSY',
    `Another action (${newest.action}) has been at this file since.`,
    [path],
    `Give this one up: verbatim cancel ${action.id}`,
  );
}

interface Changed {
  readonly snapshot: Snapshot;
  readonly look: Look;
}

function putCommitted(room: Room, transaction: LedgerTransaction, action: Action, changed: readonly Changed[]): void {
  const at = timestamp(room);
  changed.forEach(({ snapshot, look }, index) => {
    const after = putState(room, transaction, {
      path: snapshot.path,
      label: labels.after,
      look,
      action: action.id,
      at,
    });
    const identity = look.kind === 'present' ? look.identity : null;
    const pair: Pair = {
      action: action.id,
      seq: action.seq,
      index,
      path: snapshot.path,
      kind: kindOf(snapshot, look),
      before: snapshot.id,
      after,
      identity,
    };
    transaction.putPair(pair);
  });
  const paths = changed.map(({ snapshot }) => snapshot.path);
  transaction.putAction({ ...action, status: 'pending', count: paths.length, paths });
}

function putState(
  room: Room,
  transaction: LedgerTransaction,
  {
    path,
    label,
    look,
    action,
    at,
  }: { path: string; label: Snapshot['label']; look: Look; action: ActionId; at: string },
): SnapshotId {
  const id = newSnapshotId(room);
  const state =
    look.kind === 'absent' ? absent : { kind: look.kind, hash: look.hash, size: look.size, mode: look.mode };
  const attributes = look.kind === 'present' ? look.attributes : null;
  transaction.putSnapshot({
    id,
    seq: transaction.nextSequence(),
    path,
    label,
    state,
    attributes,
    at,
    action,
    pinned: false,
    note: null,
  });
  return id;
}

function kindOf({ state }: Snapshot, look: Look): FileKind {
  if (state.kind === 'absent') return 'created';
  return look.kind === 'absent' ? 'deleted' : 'edited';
}

function receiptOf({ path, state }: Snapshot, look: Look): FileReceipt {
  const now = hashOf(look);
  return { path, sha256: { before: hashOf(state), after: now, now }, did: 'nothing' };
}
