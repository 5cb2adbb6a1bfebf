/**
 * The one mechanism that touches a user's files: check (the planner's) → copies → intend → stage → swap under the lease →
 * clean up. A failure before the commit puts every file back inside the callback; the commit is the commit point.
 */
import {
  type FileState,
  labels,
  RefusalError,
  sameBytes,
  type Trashed,
  type Tree,
  VerbatimError,
} from '@verbatim/core';
import type { JournalRecord, JournalStep, LedgerTransaction } from '@verbatim/ledger';
import { stamp } from '../decide/stamp.js';
import { claimTriesMax, underWayTriesMax, underWayWait } from '../limits.js';
import { fileUnderWay, staysAsItIs } from '../messages.js';
import { newSnapshotId, type Room, timestamp } from '../room.js';
import { systemCodeOf } from '../system-code.js';
import { isAbandoned } from './abandoned.js';
import { clear, foldersOf, removeCleared } from './cleared.js';
import { contentsOf, keepCopies, keepPlanCopies, releaseContents, storeCopies } from './copies.js';
import type { Landed, TransitionPlan, TransitionResult } from './plan.js';
import { find, holdsBytes, isLeftOut, putBack } from './put-back.js';
import { swap } from './swap.js';
import { DiedUnderWay, isUnderWay, UnderWay, underWay } from './under-way.js';
import { isWiped, makeWorkFolders, missingFolders, stageWhole, stepsOf, workFolders } from './work-folders.js';

/**
 * Carries out a finished plan, all files or none. Refuses where a file is no longer what the check saw; throws a fault
 * where the disk or the ledger failed, with every file as it was, unless its code is `VERBATIM_PUT_BACK_FAILED` or
 * `VERBATIM_OUTCOME_UNKNOWN` (then recovery settles it).
 */
export async function apply(room: Room, plan: TransitionPlan): Promise<TransitionResult> {
  const release = room.signals.hold();
  try {
    let [lost, waits] = [0, 0];
    for (;;) {
      const result = await attempt(room, plan);
      if (typeof result !== 'string') return result;
      if (result === 'claim lost' && ++lost >= claimTriesMax) {
        const message = 'Another process kept taking over this operation; no file was changed.';
        throw new VerbatimError('VERBATIM_WRITE_FAILED', message, { path: plan.files[0]?.path ?? '' });
      }
      if (result === 'under way') {
        if (++waits >= underWayTriesMax) fileUnderWay(plan.files.map(({ path }) => path));
        const left = room.ledger.read((view) => underWay(view, plan.files));
        if (left.some((record) => isAbandoned(room, record))) throw new DiedUnderWay();
        await room.clock.sleep(underWayWait);
      }
    }
  } finally {
    release();
  }
}

/** `under way`: another transition is at work on one of the files. `claim lost`: recovery took this one for abandoned. */
async function attempt(room: Room, plan: TransitionPlan): Promise<TransitionResult | 'claim lost' | 'under way'> {
  const { ledger, tree } = room;
  let trashed: Trashed[];
  try {
    storeCopies(room, plan);
    trashed = putInTrash(room, plan);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    releaseContents(room, contentsOf(plan));
    // A copy that was pruned since the plan was made is not damaged; the guard finds the right word.
    ledger.lease(plan.verb, (transaction) => plan.guard(transaction));
    throw error;
  }
  const token = room.ids.next(16);
  const steps = stepsOf(plan.files, token);
  const record: JournalRecord = {
    token,
    owner: room.disk.self(),
    verb: plan.verb,
    at: timestamp(room),
    state: 'intended',
    steps,
    folders: missingFolders(tree, steps),
  };
  ledger.begun(token);
  try {
    ledger.lease(plan.verb, (transaction) => {
      plan.guard(transaction);
      if (isUnderWay(transaction, steps)) throw new UnderWay();
      keepPlanCopies(room, plan);
      transaction.putJournal(record);
    });
  } catch (error) {
    // No file has been touched; a record that may be durable all the same is cleared with a later transaction.
    ledger.finished(token);
    takeOutOfTrash(trashed);
    if (error instanceof RefusalError) releaseContents(room, contentsOf(plan));
    if (error instanceof UnderWay) return 'under way';
    throw error;
  }

  const staged = stageAll(room, plan, steps);
  const outcome = await swapAll(room, plan, record, staged);
  if (outcome.kind === 'failed' || outcome.kind === 'claim lost') takeOutOfTrash(trashed);
  if (outcome.kind === 'unsettled') {
    ledger.ended(token);
    throw outcome.error;
  }
  const folders = outcome.kind === 'applied' ? plan.emptyFolders.toReversed() : record.folders;
  const state = outcome.kind === 'applied' ? 'committed' : 'put-back';
  const rescued = await tidied(room, { ...record, state, folders });
  if (outcome.kind === 'claim lost') return 'claim lost';
  if (outcome.kind === 'failed') {
    releaseContents(room, plan.copies ?? []);
    if (!(outcome.error instanceof RefusalError)) throw outcome.error;
    const { refusal } = outcome.error;
    const message = [refusal.message, ...(outcome.leftOut ?? []).map(staysAsItIs)].join(' ');
    return { outcome: 'refused', refusal: { ...refusal, message }, rescued };
  }
  return { outcome: 'applied', landed: outcome.landed, rescued };
}

/** Clean-up that fails loses nothing: its record stays, and recovery goes on with it. */
async function tidied(room: Room, record: JournalRecord): Promise<string[]> {
  try {
    return await clear(room, record);
  } catch {
    room.ledger.ended(record.token);
    return [];
  }
}

type Staged = { readonly landed: readonly Landed[] } | { readonly error: unknown };

function stageAll({ tree }: Room, plan: TransitionPlan, steps: readonly JournalStep[]): Staged {
  try {
    makeWorkFolders(tree, steps);
    const landed = plan.files.map((transfer, index): Landed => {
      const step = steps[index] as JournalStep;
      if (transfer.to.kind === 'absent') return { path: step.path, now: { kind: 'absent' }, notKept: [] };
      const { look, notKept } = stageWhole(tree, step, transfer.to.content, transfer.to.attributes);
      return { path: step.path, now: look, notKept };
    });
    for (const folder of workFolders(steps)) tree.flushFolder(folder);
    return { landed };
  } catch (error) {
    return { error };
  }
}

type Outcome =
  | { readonly kind: 'applied'; readonly landed: readonly Landed[] }
  /** `leftOut`: files that are not back, since somebody was at them; what was there before is in their history. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly leftOut?: readonly string[] }
  | { readonly kind: 'claim lost' }
  | { readonly kind: 'unsettled'; readonly error: unknown };

/**
 * The swap, inside one store transaction, whose lock is the lease. The callback never throws for a file error: it puts
 * the files back, marks the record and lets that commit.
 */
async function swapAll(room: Room, plan: TransitionPlan, record: JournalRecord, staged: Staged): Promise<Outcome> {
  let outcome: Outcome = { kind: 'claim lost' };
  try {
    room.ledger.lease(plan.verb, (transaction) => {
      // Whoever took the claim has settled the record, or removed it already.
      if (transaction.journalRecord(record.token)?.state !== 'intended') return;
      outcome = swapUnderLease(room, plan, record, staged, transaction);
    });
    return outcome;
  } catch (error) {
    return settleFailedCommit(room, record, outcome, error);
  }
}

function swapUnderLease(
  room: Room,
  plan: TransitionPlan,
  record: JournalRecord,
  staged: Staged,
  transaction: LedgerTransaction,
): Outcome {
  const { tree } = room;
  let isRecording = false;
  try {
    // The guard first: copies that were pruned meanwhile are the reason why nothing could be staged.
    plan.guard(transaction);
    if ('error' in staged) throw staged.error;
    const changed: string[] = [];
    plan.files.every((transfer, index) => {
      const swapped = swap(tree, record.steps[index] as JournalStep, transfer.from, room);
      if (swapped === 'changed') changed.push(transfer.path);
      return swapped === 'done';
    });
    if (changed.length > 0) throw new RefusalError(plan.changed(changed));
    removeCleared(tree, transaction, new Set(foldersOf(record)), () => flushAll(tree, record));
    keepCopies(room, plan.copies ?? []);
    isRecording = true;
    plan.settle(transaction, staged.landed, record.folders);
    transaction.putJournal({ ...record, state: 'committed', folders: plan.emptyFolders.toReversed() });
    return { kind: 'applied', landed: staged.landed };
  } catch (error) {
    const outcome = putAllBack(room, record, transaction, error);
    // Half the records of an outcome that is none now must not be committed: the throw leaves the record as intended.
    if (isRecording) throw error;
    return outcome;
  }
}

/** In reverse order, going on past single errors. `unsettled` where one file could not be put back: recovery tries again. */
export function putAllBack(
  room: Room,
  record: JournalRecord,
  transaction: LedgerTransaction,
  reason: unknown,
): Outcome {
  const stuck: { path: string; error: unknown }[] = [];
  const leftOut: string[] = [];
  for (const step of record.steps.toReversed()) {
    try {
      // Nobody can tell any more whether what lies there is ours, so that it is kept before it is taken away.
      if (mayBeSomebodys(room.tree, step)) keepVersion(room, transaction, record.verb, step.path, step.to);
      const landed = putBack(room, step);
      if (landed !== undefined) stamp(transaction, landed);
      if (!isLeftOut(room.tree, step)) continue;
      leftOut.push(step.path);
      keepVersion(room, transaction, record.verb, step.path, step.from);
    } catch (error) {
      stuck.push({ path: step.path, error });
    }
  }
  try {
    flushAll(room.tree, record);
  } catch (error) {
    stuck.push({ path: record.steps[0]?.path ?? '', error });
  }
  const first = stuck[0];
  if (first !== undefined) {
    const error = new VerbatimError(
      'VERBATIM_PUT_BACK_FAILED',
      'The operation failed, and not every file could be put back yet.',
      {
        path: first.path,
        cause: first.error,
        hint: 'Mend the disk (space, permissions), then run any verbatim command: it goes on putting back. The copies are in the ledger.',
        data: { paths: stuck.map(({ path }) => path), reason: String((reason as Error)?.message ?? reason) },
      },
    );
    return { kind: 'unsettled', error };
  }
  transaction.putJournal({ ...record, state: 'put-back' });
  return { kind: 'failed', error: reason, leftOut };
}

function mayBeSomebodys(tree: Tree, step: JournalStep): boolean {
  return isWiped(tree, step) && holdsBytes(find(tree, step.path), step.to);
}

/** In the history of that very file, where nobody else may name it (P7). */
function keepVersion(room: Room, transaction: LedgerTransaction, verb: string, path: string, state: FileState): void {
  if (state.kind === 'absent' || transaction.copiesOf(path).some((copy) => sameBytes(copy.state, state))) return;
  if (!room.ledger.copies.has(state.hash)) return;
  const label = ['restore', 'undo', 'reject', 'accept'].includes(verb) ? labels.beforeRestore : labels.before;
  const [id, seq, at] = [newSnapshotId(room), transaction.nextSequence(), timestamp(room)];
  const note = 'before an operation that was cut short';
  transaction.putSnapshot({ id, seq, path, label, state, attributes: null, at, action: null, pinned: false, note });
}

/** Files' folders and work folders, where they exist: both sides of an exchange are entries that must last. */
function flushAll(tree: Tree, record: JournalRecord): void {
  for (const folder of new Set([...foldersOf(record), ...workFolders(record.steps)])) {
    try {
      tree.flushFolder(folder);
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/**
 * The commit itself threw: the new state may be durable, so no file is touched until a fresh transaction in a reopened
 * ledger has re-read and rewritten the record. Only what that one shows decides.
 */
async function settleFailedCommit(
  room: Room,
  record: JournalRecord,
  outcome: Outcome,
  error: unknown,
): Promise<Outcome> {
  const { ledger } = room;
  let settled: Outcome | undefined;
  try {
    await ledger.reopen();
    ledger.lease(record.verb, (transaction) => {
      const found = transaction.journalRecord(record.token);
      if (found === undefined) settled = { kind: 'claim lost' };
      else if (found.state === 'intended') {
        settled = putAllBack(room, found, transaction, outcome.kind === 'failed' ? outcome.error : error);
      } else if (found.state === 'put-back' && outcome.kind === 'applied') {
        // The commit was lost, and recovery in another process took us for dead before we looked again.
        settled = { kind: 'claim lost' };
      } else {
        transaction.putJournal(found);
        settled = outcome;
      }
    });
  } catch (cause) {
    return {
      kind: 'unsettled',
      error: new VerbatimError(
        'VERBATIM_OUTCOME_UNKNOWN',
        'The ledger could not say whether the operation was recorded.',
        {
          path: record.steps[0]?.path ?? '',
          cause,
          hint: 'No file was touched since. Run any verbatim command once the disk is well: it settles the operation one way or the other.',
        },
      ),
    };
  }
  return settled ?? { kind: 'claim lost' };
}

function putInTrash({ disk, tree, clock, ledger }: Room, plan: TransitionPlan): Trashed[] {
  const done: Trashed[] = [];
  try {
    for (const path of plan.trash) {
      const transfer = plan.files.find((file) => file.path === path);
      if (transfer?.from.kind !== 'present') continue;
      const content = ledger.copies.content(transfer.from.hash, transfer.from.size);
      done.push(disk.trash(`${tree.path}/${path}`, content, clock.now()));
    }
    return done;
  } catch (error) {
    takeOutOfTrash(done);
    if (error instanceof RefusalError) throw error;
    throw new RefusalError({
      code: 'TRASH_FAILED',
      message: `The file could not be moved to the trash: ${(error as Error).message} Files can only be moved to trash.`,
      files: plan.trash,
      next: 'Make room in the trash or mend its folder, then try again.',
    });
  }
}

function takeOutOfTrash(trashed: readonly Trashed[]): void {
  for (const entry of trashed) {
    try {
      entry.undo();
    } catch {
      // An entry too many in the trash is harmless.
    }
  }
}
