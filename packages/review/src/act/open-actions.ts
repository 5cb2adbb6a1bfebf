/** Actions that agents write by themselves: begin captures, commit records, cancel ends. */
import {
  type ActionId,
  absent,
  type Content,
  type FileKind,
  hashOf,
  type Look,
  labels,
  RefusalError,
  refuse,
  type SnapshotId,
  sameIdentity,
  sameState,
} from '@verbatim/core';
import type { Action, LedgerTransaction, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import type { ActAnswer, BeginAnswer, CancelAnswer, FileReceipt } from '../answers.js';
import { prune } from '../history/prune.js';
import { claimKey, type KeyClaim, stopIfAnswered, storeAnswer } from '../key.js';
import { looksMax } from '../limits.js';
import { changedMeanwhile, fileUnderWay, notRejected } from '../messages.js';
import type { Context } from '../review-api.js';
import { newActionId, newSnapshotId, type Room, timestamp } from '../room.js';
import { capture, keepCopies, releasing } from '../transition/copies.js';
import { isUnderWay } from '../transition/under-way.js';
import { parentOf } from '../transition/work-folders.js';
import { checkCapturable } from './act.js';
import { claimBegin, locateOnce, stopIfBegun } from './begun.js';
import { checkFolds, planFolds, putFold } from './fold.js';
import { overtakenBy } from './interrupted.js';
import { checkOwner, find, readAgain } from './work-out.js';

/** Takes the files' state before the agent's first write; durable when it answers `open` (P1). */
export async function begin(
  room: Room,
  given: readonly string[],
  options: Context & { pid?: number },
): Promise<BeginAnswer> {
  const paths = locateOnce(room, given);
  if (paths.length === 0) refuse('INPUT_INVALID', 'No file was named.');
  if (paths.length > room.limits.filesPerActionMax)
    refuse('LIMIT', `One action can touch ${room.limits.filesPerActionMax} files at most.`);
  const claim = claimBegin(options, paths);
  room.ledger.read((view) => stopIfBegun(room, view, claim));
  const owner = options.pid === undefined ? null : room.disk.process(options.pid);
  if (owner === undefined)
    refuse(
      'INPUT_INVALID',
      `There is no process ${options.pid}.`,
      [],
      'Name the process that will write, or leave --pid away.',
    );

  const contents: Content[] = [];
  return releasing(room, contents, () =>
    whileUntouched(() => captureAll(room, paths, owner, claim, options, contents)),
  );
}

function captureAll(
  room: Room,
  paths: readonly string[],
  owner: Action['process'],
  claim: KeyClaim | undefined,
  context: Context,
  contents: Content[],
): BeginAnswer {
  const { agent = null, request = null } = context;
  contents.length = 0;
  const found = paths.map((path) => captured(room, path, contents));
  found.forEach((look, index) => {
    if (look.kind === 'present') checkOwner(room, paths[index] as string, look);
  });
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
    stopIfBegun(room, transaction, claim);
    for (const path of paths) checkCapturable(room, transaction, path);
    if (isUnderWay(transaction, answer.files)) fileUnderWay(paths);
    checkUntouched(room, paths, found);
    keepCopies(room, contents);
    const seq = transaction.nextSequence();
    const at = timestamp(room);
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
      const look = found[index] as Look;
      const before = putState(room, transaction, { path, label: labels.before, look, action: id, at });
      const kind = look.kind === 'absent' ? 'created' : 'edited';
      transaction.putPair({ action: id, seq, index, path, kind, before, after: null, identity: null });
    });
    storeAnswer(room, transaction, claim, answer);
  });
  return answer;
}

/** Flushes and records what the agent left. An interrupted action can still be committed. */
export async function commit(room: Room, id: ActionId, context: Context): Promise<ActAnswer> {
  const contents: Content[] = [];
  return releasing(room, contents, () => commitNow(room, id, context, contents));
}

async function commitNow(room: Room, id: ActionId, context: Context, contents: Content[]): Promise<ActAnswer> {
  const claim = claimKey(context, 'commit', id);
  const { action, before } = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return openAction(view, id);
  });
  const looks = before.map(({ path }) => captureAfter(room, path, contents));
  const changed = before.flatMap((snapshot, index) => {
    const look = looks[index] as Look;
    return sameState(snapshot.state, look) ? [] : [{ snapshot, look }];
  });
  const folds = await planFolds(
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

/**
 * Ends an open action by command. What the agent wrote stays: `interrupted` where a file changed. One that is interrupted
 * already is given up: what was there before it stays in History, as copies of no action.
 */
export async function cancel(room: Room, id: ActionId, context: Context): Promise<CancelAnswer> {
  const claim = claimKey(context, 'cancel', id);
  return whileUntouched(() => cancelNow(room, id, claim));
}

function cancelNow(room: Room, id: ActionId, claim: KeyClaim | undefined): CancelAnswer {
  const { action: seen, before } = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    return openAction(view, id);
  });
  const looks = before.map(({ path }) => lookOrOther(room, path));
  const changed: Snapshot[] = [];
  const unchanged: { snapshot: Snapshot; look: Look }[] = [];
  const files = before.map((snapshot, index): FileReceipt => {
    const { path, state } = snapshot;
    const look = looks[index];
    if (look !== undefined && sameState(state, look)) unchanged.push({ snapshot, look });
    else changed.push(snapshot);
    const now = look === undefined ? null : hashOf(look);
    return { path, sha256: { before: hashOf(state), after: null, now }, did: 'nothing' };
  });
  const isOver = changed.length === 0 || seen.status === 'interrupted';
  const outcome = isOver ? 'cancelled' : 'interrupted';
  const answer: CancelAnswer = { outcome, action: id, files };
  room.ledger.lease('cancel', (transaction) => {
    stopIfAnswered(transaction, claim);
    const { action } = openAction(transaction, id);
    if (isOver) {
      // Where nothing was done, nothing is kept of it (P13).
      checkUntouched(
        room,
        unchanged.map(({ snapshot }) => snapshot.path),
        unchanged.map(({ look }) => look),
      );
      for (const snapshot of before) transaction.removeSnapshot(snapshot.id);
      for (const snapshot of changed) keepOnItsOwn(room, transaction, snapshot);
      transaction.removePairs(id);
    }
    transaction.putAction({ ...action, status: outcome });
    storeAnswer(room, transaction, claim, answer);
  });
  return answer;
}

/** The copy as one of no action, so that retention and History treat it as any other. */
function keepOnItsOwn(room: Room, transaction: LedgerTransaction, snapshot: Snapshot): void {
  const note = 'before an action that was given up';
  const seq = transaction.nextSequence();
  transaction.putSnapshot({ ...snapshot, id: newSnapshotId(room), seq, action: null, note });
}

/** Undefined where something else than a file lies there now. */
function lookOrOther({ tree }: Room, path: string): Look | undefined {
  try {
    return tree.look(path);
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/** Somebody was at a file between the look at it and the lock. */
class Touched extends Error {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super('touched');
    this.paths = paths;
  }
}

/** What is recorded as a file's state has to be what lies there at that moment: looks again where somebody saved meanwhile. */
function whileUntouched<A>(run: () => A): A {
  for (let looks = 1; ; looks++) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Touched)) throw error;
      if (looks === looksMax) throw new RefusalError(changedMeanwhile(error.paths));
    }
  }
}

/** Under the lock, without reading the files again. */
function checkUntouched({ tree }: Room, paths: readonly string[], looks: readonly Look[]): void {
  const touched = paths.filter((path, index) => {
    const [look, now] = [looks[index] as Look, tree.glance(path)];
    if (look.kind === 'absent' || now.kind === 'absent') return look.kind !== now.kind;
    const isSame = now.size === look.size && now.modified === look.modified && now.changed === look.changed;
    return !isSame || !sameIdentity(now.identity, look.identity);
  });
  if (touched.length > 0) throw new Touched(touched);
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
  const by = overtakenBy(view, action, path);
  if (by === undefined) return;
  refuse(
    'FILE_BUSY',
    'action' in by
      ? `Another action (${by.action}) has been at this file since.`
      : `A decision (${by.decision}) has written this file since.`,
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
