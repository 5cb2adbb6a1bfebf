/**
 * Undo of a decision: files, statuses and verdicts go back to how they stood before it, as new entries, if nothing was
 * decided since and every file still is what the decision left (P2, P12). Undoing an undo does it again.
 */
import { type DecisionId, type Look, RefusalError, refuse, sameBytes } from '@verbatim/core';
import type { Decision, FileReview, LedgerTransaction, LedgerView, Standing } from '@verbatim/ledger';
import { withRescued } from '../act/act.js';
import { holderOf } from '../act/interrupted.js';
import { checkFolder, checkReplaceable } from '../act/work-out.js';
import { refused } from '../answer.js';
import type { FileReceipt, UndoAnswer } from '../answers.js';
import { decidedFile, putDecision, standing } from '../decide/decision.js';
import { stamp } from '../decide/stamp.js';
import { checkSameFile, merged } from '../decide/unwind.js';
import { claimKey, stopIfAnswered, storeAnswer } from '../key.js';
import { changedMeanwhile, fileBusy, quoted } from '../messages.js';
import type { DecisionOptions } from '../review-api.js';
import { hashNow, newDecisionId, type Room } from '../room.js';
import { checkSeen } from '../seen.js';
import { apply } from '../transition/apply.js';
import { namingContent } from '../transition/copies.js';
import type { Landed, Transfer } from '../transition/plan.js';
import { copiesPruned, receipts, recordRestored } from './restore.js';

const notUndone = 'The decision was not undone.';

export async function undo(room: Room, id: DecisionId, options: DecisionOptions): Promise<UndoAnswer> {
  const claim = claimKey(options, 'undo', id);
  const undoable = (view: LedgerView): Decision => {
    stopIfAnswered(view, claim);
    const decision = undoableDecision(room, view, id);
    const actions = decision.actions.map((action) => view.mustAction(action));
    checkSeen(view, options.seen, actions);
    return decision;
  };
  const decision = room.ledger.read(undoable);
  const transfers = checkDisk(room, decision, options.acceptReplaced ?? false);
  let answer: UndoAnswer | undefined;
  const settle = (transaction: LedgerTransaction, landed: readonly Landed[]): void => {
    const undone = newDecisionId(room);
    const before = standing(
      transaction,
      decision.actions.map((action) => transaction.mustAction(action)),
    );
    // First, so that retention knows which actions wait again and leaves their copies alone.
    putStanding(transaction, decision, landed);
    const copies = recordRestored(room, transaction, transfers, landed, `undo of ${id}`);
    answer = {
      outcome: 'restored',
      decision: undone,
      undid: decision.verdict,
      actions: decision.actions,
      copies,
      files: transfers.length > 0 ? receipts(transfers, landed) : asTheyAre(room, decision, transaction),
    };
    const files = transfers.map((transfer, index) => decidedFile(transfer, (landed[index] as Landed).now));
    putDecision(room, transaction, { id: undone, verdict: 'undo', answer, before, files });
    storeAnswer(room, transaction, claim, answer);
  };
  if (transfers.length === 0) {
    room.ledger.lease('undo', (transaction) => {
      undoable(transaction);
      settle(transaction, []);
    });
  } else {
    const result = await apply(room, {
      verb: 'undo',
      files: transfers,
      trash: transfers
        .filter(({ from, to }) => from.kind === 'present' && to.kind === 'absent')
        .map(({ path }) => path),
      changed: changedMeanwhile,
      guard: (transaction) => void undoable(transaction),
      settle,
      // Of an undo that is undone: folders that the actions made go again.
      emptyFolders: room.ledger
        .read((view) => decision.actions.flatMap((id) => view.mustAction(id).folders))
        .toReversed(),
    });
    if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
    if (answer !== undefined) return withRescued(answer, result.rescued);
  }
  if (answer === undefined) throw new Error('an undo was not recorded');
  return answer;
}

/** The decision, unless something was decided since, the agent is writing, or its copies are gone. */
function undoableDecision(room: Room, view: LedgerView, id: DecisionId): Decision {
  const decision = view.decision(id);
  if (decision === undefined)
    return refuse(
      'DECISION_UNKNOWN',
      `There is no decision ${id}.`,
      [],
      'verbatim history FILE lists those of a file.',
    );
  const paths = pathsOf(view, decision);
  const actions = decision.actions.map((action) => view.mustAction(action));
  if (told(standing(view, actions)) !== told(decision.after)) {
    refuse(
      'UNDO_OVERTAKEN',
      `Something was decided, or edited by the agent, since. ${notUndone}`,
      paths,
      `Undo what came last first: verbatim history ${quoted(paths[0] ?? '.')}`,
    );
  }
  for (const path of paths) {
    const holder = holderOf(room, view, path);
    if (holder !== undefined) fileBusy(path, holder.id);
  }
  const pairs = actions.flatMap((action) => view.pairs(action.id));
  if (pairs.some(({ pruned }) => pruned === true)) copiesPruned(true, paths, wayBack(view, decision));
  const states = [
    ...decision.files.map(({ from }) => from.state),
    ...decision.before.reviews.flatMap(({ base, head, expected }) => [base.state, head.state, expected.state]),
  ];
  const isThere = states.every((state) => state.kind === 'absent' || room.ledger.copies.has(state.hash));
  if (!isThere) copiesPruned(true, paths);
  return decision;
}

/** Where the review cannot be opened again, what was on disk before the decision may be retained all the same. */
function wayBack(view: LedgerView, { files }: Decision): string | undefined {
  const commands = files.map(({ path, from }) => {
    const copy = view.copiesOf(path).find(({ state }) => sameBytes(state, from.state));
    return copy === undefined ? undefined : `verbatim restore ${quoted(path)} ${copy.id}`;
  });
  if (commands.length === 0 || commands.includes(undefined)) return undefined;
  return `The review cannot be opened again, but what was there before the decision can be had: ${commands.join('; ')}`;
}

/** All that has to be the same as when the decision was made; which file on disk it was is looked at apart. */
function told({ actions, reviews }: Standing): string {
  return JSON.stringify([actions, reviews.map(({ identity: _, notKept: __, ...review }: FileReview) => review)]);
}

function pathsOf(view: LedgerView, { files, actions }: Decision): string[] {
  return [...new Set([...files.map(({ path }) => path), ...actions.flatMap((id) => view.mustAction(id).paths)])];
}

/** Looks at every file before any is changed, and answers the transfers that put them back. */
function checkDisk(room: Room, { files }: Decision, acceptReplaced: boolean): Transfer[] {
  const looks = files.map(({ path }) => room.tree.look(path));
  const changed = files.filter(({ to }, index) => !sameBytes(looks[index] as Look, to.state)).map(({ path }) => path);
  if (changed.length > 0) {
    throw new RefusalError({
      code: 'FILE_CHANGED',
      message: `This file changed after that decision. ${notUndone} Newer work is not overwritten.`,
      files: changed,
      next: `To go back on purpose, saving what is there first: verbatim history ${changed.map(quoted).join(' ')}, then verbatim restore.`,
    });
  }
  checkSameFile(
    files.map(({ path, identity }, index) => ({ path, identity, look: looks[index] as Look })),
    acceptReplaced,
  );
  return files.map(({ path, from, to }, index): Transfer => {
    const look = looks[index] as Look;
    if (look.kind === 'present') checkReplaceable(room, path, look);
    else checkFolder(room, path);
    if (from.state.kind === 'absent') return { path, from: look, to: from.state };
    const content = namingContent(room, path, from.state.hash, from.state.size, notUndone);
    const recorded = from.attributes ?? room.tree.newAttributes(path);
    const attributes =
      look.kind === 'present' && to.attributes !== null ? merged(recorded, to.attributes, look.attributes) : recorded;
    return { path, from: look, to: { kind: 'present', content, attributes }, toStored: true };
  });
}

/** Statuses and verdicts as they were; what lies on disk now is the file that they are about. */
function putStanding(transaction: LedgerTransaction, { before, after }: Decision, landed: readonly Landed[]): void {
  // Which file on disk it is may have changed since the decision, by our own writes.
  const latest = after.reviews.flatMap(({ path, actions }) => transaction.review(path, actions[0] ?? '') ?? []);
  for (const review of after.reviews) transaction.removeReview(review);
  for (const { id, status, decision } of before.actions) {
    transaction.putAction({ ...transaction.mustAction(id), status, decision });
  }
  for (const review of before.reviews) {
    const [top] = transaction.pendingPairs(review.path);
    const head = transaction.after(top);
    const stood =
      latest.find(({ path, expected }) => path === review.path && sameBytes(expected.state, review.expected.state)) ??
      (head !== undefined && sameBytes(head.state, review.expected.state) ? top : undefined);
    transaction.putReview(stood === undefined ? review : { ...review, identity: stood.identity });
  }
  for (const now of landed) stamp(transaction, now);
}

function asTheyAre(room: Room, decision: Decision, view: LedgerView): FileReceipt[] {
  return pathsOf(view, decision).map((path) => {
    const now = hashNow(room, path);
    return { path, sha256: { before: now, after: now, now }, did: 'nothing' };
  });
}
