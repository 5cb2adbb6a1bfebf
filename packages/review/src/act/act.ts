/** An agent's edits as one action: planned in memory, carried out as one transition, recorded with it. */
import { type FileKind, hashOf, labels, refuse, sameState } from '@verbatim/core';
import type { LedgerTransaction } from '@verbatim/ledger';
import { refused } from '../answer.js';
import type { ActAnswer, FileReceipt } from '../answers.js';
import { checkEdits } from '../call.js';
import { prune } from '../history/prune.js';
import { claimKey, type KeyClaim, stopIfAnswered, storeAnswer } from '../key.js';
import { pendingPairsToldFrom } from '../limits.js';
import { changedMeanwhile, fileBusy } from '../messages.js';
import type { Context, Edit } from '../review-api.js';
import { newActionId, newSnapshotId, type Room, timestamp } from '../room.js';
import { apply } from '../transition/apply.js';
import type { Landed, Transfer, TransitionPlan } from '../transition/plan.js';
import { fromState, toState } from '../transition/plan.js';
import { checkFolds, planFolds, putFold } from './fold.js';
import { holderOf, releaseInterrupted } from './interrupted.js';
import { checkOwner, contentOf, type Working, workOut } from './work-out.js';

export async function act(room: Room, verb: string, given: readonly Edit[], context: Context): Promise<ActAnswer> {
  checkEdits(given);
  const edits = given.map((edit) => located(room, edit));
  const claim = claimKey(context, verb, edits.map(fingerprint));
  room.ledger.read((view) => stopIfAnswered(view, claim));

  const worked = await workOut(room, edits);
  const files = worked.files.filter((file) => isChanged(file));
  if (files.length === 0) return unchanged(room, worked.files, claim);
  for (const { path, found } of files) if (found.kind === 'present') checkOwner(room, path, found);

  const folds = await planFolds(room, files);
  let answer: (ActAnswer & { outcome: 'pending' }) | undefined;
  const plan: TransitionPlan = {
    verb,
    files: files.map(transferOf),
    trash: files.filter(({ deleted, found }) => deleted && found.kind === 'present').map(({ path }) => path),
    changed: changedMeanwhile,
    guard: (transaction) => {
      guard(room, transaction, files, claim);
      checkFolds(room, transaction, folds);
    },
    settle: (transaction, landed, folders) => {
      const recorded = record(room, transaction, { verb, context, files, landed, folders, notes: worked.notes });
      folds.forEach((fold, index) => {
        putFold(transaction, fold, recorded.action, (landed[index] as Landed).now);
      });
      prune(
        room,
        transaction,
        files.map(({ path }) => path),
      );
      answer = recorded;
      storeAnswer(room, transaction, claim, answer);
    },
    emptyFolders: [],
  };
  const result = await apply(room, plan);
  if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
  if (answer === undefined) throw new Error('an applied transition recorded nothing');
  room.ledger.writeManifest(answer.action);
  return withRescued(answer, result.rescued);
}

export function withRescued<A extends object>(answer: A, rescued: readonly string[]): A {
  return rescued.length > 0 ? { ...answer, rescued } : answer;
}

function located({ tree }: Room, edit: Edit): Edit {
  // A link is not deleted or moved in place of what it points to.
  const path = tree.locate(edit.path, edit.op === 'delete' || edit.op === 'move');
  return edit.op === 'move' ? { ...edit, path, to: tree.locate(edit.to) } : { ...edit, path };
}

/** All that tells one edit from another; what a key is bound to. */
function fingerprint(edit: Edit): unknown {
  switch (edit.op) {
    case 'write':
      return [edit.op, edit.path, contentOf(edit.bytes).hash];
    case 'change':
      return [edit.op, edit.path, edit.about];
    case 'delete':
      return [edit.op, edit.path];
    case 'move':
      return [edit.op, edit.path, edit.to];
  }
}

function isChanged({ found, wish }: Working): boolean {
  return !sameState(
    found,
    wish.kind === 'absent'
      ? wish
      : { kind: 'present', hash: wish.content.hash, size: wish.content.size, mode: wish.attributes.mode },
  );
}

function transferOf({ path, found, foundContent, wish }: Working): Transfer {
  const to: Transfer['to'] = wish.kind === 'absent' ? wish : { ...wish };
  return foundContent === undefined ? { path, from: found, to } : { path, from: found, fromContent: foundContent, to };
}

/** Nothing to do is an answer too, and is told again under its key. */
function unchanged(room: Room, files: readonly Working[], claim: KeyClaim | undefined): ActAnswer {
  const answer: ActAnswer = {
    outcome: 'unchanged',
    files: files.map(({ path, found }) => {
      const hash = hashOf(found);
      return { path, sha256: { before: hash, after: hash, now: hash }, did: 'nothing' };
    }),
  };
  if (claim !== undefined) {
    room.ledger.lease('unchanged', (transaction) => {
      stopIfAnswered(transaction, claim);
      storeAnswer(room, transaction, claim, answer);
    });
  }
  return answer;
}

function guard(
  room: Room,
  transaction: LedgerTransaction,
  files: readonly Working[],
  claim: KeyClaim | undefined,
): void {
  stopIfAnswered(transaction, claim);
  for (const { path } of files) checkCapturable(room, transaction, path);
}

/** One open action a file, and a limit to how many verdicts may wait for one. */
export function checkCapturable(room: Room, transaction: LedgerTransaction, path: string): void {
  const { pendingPairsPerFileMax } = room.limits;
  releaseInterrupted(room, transaction, path);
  const holder = holderOf(room, transaction, path);
  if (holder !== undefined) fileBusy(path, holder.id);
  if (transaction.countPending(path, pendingPairsPerFileMax) >= pendingPairsPerFileMax) {
    refuse(
      'PENDING_TOO_MANY',
      `This file has ${pendingPairsPerFileMax} edits that wait for a decision.`,
      [path],
      'Decide on them first: verbatim keep, or verbatim discard, with the file.',
    );
  }
}

interface Recorded {
  readonly verb: string;
  readonly context: Context;
  readonly files: readonly Working[];
  readonly landed: readonly Landed[];
  readonly folders: readonly string[];
  readonly notes: readonly string[];
}

function record(room: Room, transaction: LedgerTransaction, recorded: Recorded): ActAnswer & { outcome: 'pending' } {
  const { verb, context, files, landed, folders } = recorded;
  const id = newActionId(room);
  const seq = transaction.nextSequence();
  const at = timestamp(room);
  transaction.putAction({
    id,
    seq,
    status: 'pending',
    verb,
    agent: context.agent ?? null,
    request: context.request ?? null,
    at,
    count: files.length,
    paths: files.map(({ path }) => path),
    folders,
    decision: null,
    process: null,
  });
  const notes = [...recorded.notes];
  const receipts = files.map((file, index): FileReceipt => {
    const transfer = transferOf(file);
    const { now, notKept } = landed[index] as Landed;
    const [before, after] = [newSnapshotId(room), newSnapshotId(room)];
    const common = { path: file.path, at, action: id, pinned: false, note: null };
    transaction.putSnapshot({
      ...common,
      id: before,
      seq: transaction.nextSequence(),
      label: labels.before,
      state: fromState(transfer),
      attributes: file.found.kind === 'present' ? file.found.attributes : null,
    });
    transaction.putSnapshot({
      ...common,
      id: after,
      seq: transaction.nextSequence(),
      label: labels.after,
      state: toState(transfer),
      attributes: now.kind === 'present' ? now.attributes : null,
    });
    transaction.putPair({
      action: id,
      seq,
      index,
      path: file.path,
      kind: kindOf(file),
      before,
      after,
      identity: now.kind === 'present' ? now.identity : null,
    });
    const { pendingPairsPerFileMax } = room.limits;
    const waiting = transaction.countPending(file.path, pendingPairsPerFileMax);
    if (waiting >= pendingPairsToldFrom)
      notes.push(
        `${waiting} edits of ${file.path} wait for a decision; at ${pendingPairsPerFileMax} no more are taken.`,
      );
    const [was, is] = [hashOf(file.found), hashOf(now)];
    return {
      path: file.path,
      sha256: { before: was, after: is, now: is },
      did: was === null ? 'created' : is === null ? 'removed' : 'written',
      ...(notKept.length > 0 ? { notKept } : {}),
    };
  });
  return { outcome: 'pending', action: id, files: receipts, ...(notes.length > 0 ? { notes } : {}) };
}

function kindOf({ found, wish, moved }: Working): FileKind {
  if (moved) return 'moved';
  if (found.kind === 'absent') return 'created';
  return wish.kind === 'absent' ? 'deleted' : 'edited';
}
