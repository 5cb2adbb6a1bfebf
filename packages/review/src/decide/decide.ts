/** Keep and Discard: from targets to one decision with its receipt, all files or none. */
import { hashOf, type Look, RefusalError, refuse, sameState } from '@verbatim/core';
import type { Action, DecidedFile, LedgerView, Snapshot } from '@verbatim/ledger';
import { withRescued } from '../act/act.js';
import { holderOf, isInterrupted } from '../act/interrupted.js';
import { refused } from '../answer.js';
import type { DecisionAnswer, FileReceipt } from '../answers.js';
import { checkTargetForms } from '../call.js';
import { type Outcome, outcomeOf, summedOutcome } from '../judge/group.js';
import { claimKey, Replay, stopIfAnswered, storeAnswer } from '../key.js';
import { changedSinceReview, fileBusy } from '../messages.js';
import type { DecisionOptions, Target } from '../review-api.js';
import { hashNow, locateWaiting, newDecisionId, type Room, readingCopies } from '../room.js';
import { checkSeen } from '../seen.js';
import { apply } from '../transition/apply.js';
import type { Landed, Transfer } from '../transition/plan.js';
import { closeActions, decidedFile, putDecision, reviewsOf, sameVersion, standing } from './decision.js';
import { connectedGroups, scopeOf, type Verdict } from './scope.js';
import { stamp } from './stamp.js';
import { checkComplete, checkDisk, sameAttributes, type Unwound, unwind } from './unwind.js';

export async function decide(
  room: Room,
  verdict: Verdict,
  given: readonly Target[],
  options: DecisionOptions,
): Promise<DecisionAnswer> {
  checkTargetForms(given);
  if (given.length === 0) refuse('INPUT_INVALID', 'Nothing was named to decide on.');
  const targets = room.ledger.read((view) =>
    given.map(
      (target): Target =>
        target.kind === 'file' ? { ...target, path: locateWaiting(room, view, target.path) } : target,
    ),
  );
  const claim = claimKey(options, verdict, targets);
  const actions = room.ledger.read((view) => {
    stopIfAnswered(view, claim);
    checkTargets(room, view, verdict, targets);
    const reached = scopeOf(view, verdict, targets);
    checkSeen(view, options.seen, reached);
    if (verdict === 'discard') checkNotBusy(room, view, reached);
    return reached;
  });
  const guard = (view: LedgerView): void => {
    stopIfAnswered(view, claim);
    checkTargets(room, view, verdict, targets);
    const now = scopeOf(view, verdict, targets);
    if (now.map(({ id }) => id).join() !== actions.map(({ id }) => id).join()) moved(now.flatMap(({ paths }) => paths));
    checkSeen(view, options.seen, now);
    if (verdict === 'keep') return;
    checkNotBusy(room, view, now);
    for (const action of now) checkComplete(view, action);
  };
  const decision = { room, actions, guard, claim, options };
  return verdict === 'keep' ? keep(decision) : discard(decision);
}

interface Deciding {
  readonly room: Room;
  readonly actions: readonly Action[];
  readonly guard: (view: LedgerView) => void;
  readonly claim: ReturnType<typeof claimKey>;
  readonly options: DecisionOptions;
}

/** Never refuses because a file changed; it looks at the disk only for the receipt. */
async function keep({ room, actions, guard, claim }: Deciding): Promise<DecisionAnswer> {
  const decision = newDecisionId(room);
  const files = room.ledger.read((view) => keptReceipts(room, view, actions));
  let answer: DecisionAnswer | undefined;
  room.ledger.lease('keep', (transaction) => {
    guard(transaction);
    const outcome = keptOutcome(transaction, actions);
    answer = { outcome, decision, actions: actions.map(({ id }) => id), files };
    const before = standing(transaction, actions);
    // What shares no file with the others has a status of its own.
    for (const group of connectedGroups(actions)) {
      closeActions(transaction, group, keptOutcome(transaction, group), decision);
    }
    putDecision(room, transaction, { id: decision, verdict: 'keep', answer, before, files: [] });
    storeAnswer(room, transaction, claim, answer);
  });
  if (answer === undefined) throw new Error('a decision was not recorded');
  return answer;
}

/** What was undone before, change by change, stays undone. */
function keptOutcome(view: LedgerView, actions: readonly Action[]): Outcome {
  const reviewed = reviewsOf(view, actions).map(outcomeOf);
  const files = new Set(actions.flatMap(({ paths }) => paths)).size;
  return summedOutcome(reviewed.length < files ? [...reviewed, 'kept'] : reviewed);
}

async function discard({ room, actions, guard, claim, options }: Deciding): Promise<DecisionAnswer> {
  const files = await readingCopies(room, guard, () => room.ledger.read((view) => unwind(room, view, actions)));
  const transfers = checkDisk(room, files, options.acceptReplaced ?? false);
  const decision = newDecisionId(room);
  const isBack = ({ before, original }: Unwound): boolean => sameVersion(before, original);
  let answer: DecisionAnswer | undefined;
  const result = await apply(room, {
    verb: 'discard',
    files: transfers.filter((transfer, index) => isTransfer(transfer, files[index] as Unwound)),
    trash: [],
    changed: changedSinceReview,
    guard,
    settle: (transaction, landed) => {
      const outcomeOfThese = (those: readonly Unwound[]): Outcome => (those.every(isBack) ? 'discarded' : 'mixed');
      answer = {
        outcome: outcomeOfThese(files),
        decision,
        actions: actions.map(({ id }) => id),
        files: files.map((file, index) => discardedReceipt(file, transfers[index] as Transfer, landed)),
      };
      const before = standing(transaction, actions);
      for (const group of connectedGroups(actions)) {
        const paths = new Set(group.flatMap((action) => action.paths));
        closeActions(transaction, group, outcomeOfThese(files.filter(({ path }) => paths.has(path))), decision);
      }
      putDecision(room, transaction, {
        id: decision,
        verdict: 'discard',
        answer,
        before,
        files: writtenFiles(transfers, landed),
      });
      for (const now of landed) stamp(transaction, now);
      storeAnswer(room, transaction, claim, answer);
    },
    emptyFolders: actions.flatMap(({ folders }) => folders).toReversed(),
  });
  if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
  if (answer === undefined) throw new Error('an applied transition recorded nothing');
  return withRescued(answer, result.rescued);
}

function writtenFiles(transfers: readonly Transfer[], landed: readonly Landed[]): DecidedFile[] {
  return landed.flatMap(({ path, now }) => {
    const transfer = transfers.find((file) => file.path === path);
    return transfer === undefined ? [] : [decidedFile(transfer, now)];
  });
}

/** A file that the actions left as they found it, with all that belongs to it, needs no write. */
function isTransfer({ from, to }: Transfer, { before }: Unwound): boolean {
  if (!sameState(from, before.state)) return true;
  return from.kind === 'present' && to.kind === 'present' && !sameAttributes(from.attributes, to.attributes);
}

/**
 * Whether the targets can be decided at all. Throws `Replay` where all of them were decided so before, one and the same
 * time: deciding twice answers the same.
 */
function checkTargets(room: Room, view: LedgerView, verdict: Verdict, targets: readonly Target[]): void {
  const settled = targets.map((target): Action | undefined => {
    const action = target.kind === 'action' ? view.action(target.id) : newestOf(view, target.path);
    if (action === undefined) {
      return target.kind === 'action'
        ? refuse('ACTION_UNKNOWN', `There is no action ${target.id}.`)
        : refuse('NOTHING_PENDING', 'Nothing of this file waits for a decision.', [target.path]);
    }
    if (isInterrupted(room, action)) {
      refuse(
        'ACTION_INTERRUPTED',
        `The action ${action.id} was interrupted, so what the agent left is not recorded.`,
        action.paths,
        `Record it now, then decide: verbatim commit ${action.id}`,
      );
    }
    if (action.status === 'open') {
      refuse(
        'ACTION_OPEN',
        `The agent is still writing (action ${action.id}).`,
        action.paths,
        `Wait for it, or end it: verbatim commit ${action.id}`,
      );
    }
    return action.status === 'pending' ? undefined : action;
  });
  if (settled.every((action) => action === undefined)) return;

  const decisions = new Set(settled.map((action) => action?.decision));
  const [decision] = decisions;
  if (decisions.size === 1 && decision !== undefined && decision !== null) {
    const stored = view.decision(decision);
    if (stored?.verdict === verdict) throw new Replay(withNow(room, stored.answer as DecisionAnswer));
  }
  targets.forEach((target, index) => {
    const action = settled[index];
    if (action === undefined) return;
    // A kept action stays revertible as long as its copies are there and the file still matches; so does one that was
    // rebuilt from its manifest, of which nobody knows any more how it was decided.
    const isRevertible = action.status === 'kept' || action.status === 'recovered';
    if (verdict === 'discard' && isRevertible && target.kind === 'action') return;
    if (target.kind === 'file') refuse('NOTHING_PENDING', 'Nothing of this file waits for a decision.', [target.path]);
    refuse('ACTION_SETTLED', `The action ${action.id} was decided before: it is ${action.status}.`, action.paths);
  });
}

/** A receipt of an earlier time, with what lies there now (P15). */
function withNow(room: Room, answer: DecisionAnswer): DecisionAnswer {
  if (answer.outcome === 'refused') return answer;
  const files = answer.files.map((file) => ({
    ...file,
    sha256: { ...file.sha256, now: hashNow(room, file.path) },
  }));
  return { ...answer, files };
}

/** Nothing is put back under an agent that is writing. */
function checkNotBusy(room: Room, view: LedgerView, actions: readonly Action[]): void {
  for (const path of new Set(actions.flatMap(({ paths }) => paths))) {
    const holder = holderOf(room, view, path);
    if (holder !== undefined) fileBusy(path, holder.id);
  }
}

function newestOf(view: LedgerView, path: string): Action | undefined {
  const open = view.openActionOn(path);
  const pair = view.pendingPairs(path)[0] ?? view.newestPair(path);
  const id = open ?? pair?.action;
  return id === undefined ? undefined : view.action(id);
}

function keptReceipts(room: Room, view: LedgerView, actions: readonly Action[]): FileReceipt[] {
  const byPath = new Map<string, FileReceipt>();
  for (const pair of actions.flatMap(({ id }) => view.pairs(id))) {
    const { path } = pair;
    const hash = (snapshot: Snapshot | undefined): string | null =>
      snapshot === undefined ? null : hashOf(snapshot.state);
    const before = byPath.get(path)?.sha256 ?? { before: hash(view.before(pair)) };
    const sha256 = { before: before.before, after: hash(view.after(pair)), now: hashNow(room, path) };
    byPath.set(path, { path, sha256, did: 'nothing' });
  }
  return [...byPath.values()];
}

function discardedReceipt(
  { path, original, head }: Unwound,
  { from }: Transfer,
  landed: readonly Landed[],
): FileReceipt {
  const found = landed.find((file) => file.path === path);
  const now: Look = found?.now ?? from;
  const did = found === undefined ? 'nothing' : now.kind === 'absent' ? 'removed' : 'restored';
  const notKept = found !== undefined && found.notKept.length > 0 ? { notKept: found.notKept } : {};
  return {
    path,
    sha256: { before: hashOf(original.state), after: hashOf(head.state), now: hashOf(now) },
    did,
    ...notKept,
  };
}

export function moved(paths: readonly string[]): never {
  throw new RefusalError({
    code: 'SEEN_MOVED',
    message: 'Another edit arrived while this was being decided, so nothing was decided.',
    files: [...new Set(paths)],
    next: 'Look again (verbatim status), then decide.',
  });
}
