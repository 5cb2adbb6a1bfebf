/** `createReview`: the handle over everything in this package. */
import { type Disk, isVerbatimError, refuse } from '@verbatim/core';
import type { Ledger } from '@verbatim/ledger';
import { act } from './act/act.js';
import { begun } from './act/begun.js';
import { begin, cancel, commit } from './act/open-actions.js';
import { answered } from './answer.js';
import type { Refused } from './answers.js';
import { decide } from './decide/decide.js';
import { decideAll } from './decide/decide-all.js';
import { diff } from './diff.js';
import { history } from './history/history.js';
import { preview } from './history/preview.js';
import { purge } from './history/purge.js';
import { restore, restoreAction } from './history/restore.js';
import { pin, save } from './history/save.js';
import { undo } from './history/undo.js';
import { judge } from './judge/judge.js';
import { defaultLimits, type ReviewLimits } from './limits.js';
import { recover } from './recover.js';
import type { FormatPort, Review, SignalPort } from './review-api.js';
import type { Room } from './room.js';
import { inspect, status } from './status.js';
import { pastTheDead, recoverTransitions } from './transition/recover.js';

export interface ReviewOptions {
  readonly ledger: Ledger;
  readonly disk: Disk;
  /** The workspace's root, absolute. */
  readonly root: string;
  readonly formats: FormatPort;
  readonly limits?: Partial<ReviewLimits>;
  /** Holds signals back while files are being changed. Default: none are held. */
  readonly signals?: SignalPort;
  /** Weakens P7: replace files on disks that offer neither exchange nor link. */
  readonly allowUnsafeReplace?: boolean;
}

export function createReview(options: ReviewOptions): Review & { close(): void } {
  const { ledger, disk, root, formats } = options;
  const tree = disk.openTree(root);
  const room: Room = {
    ledger,
    disk,
    tree,
    clock: ledger.clock,
    ids: ledger.ids,
    limits: { ...defaultLimits, ...options.limits },
    formats,
    signals: options.signals ?? { hold: () => () => {} },
    allowUnsafeReplace: options.allowUnsafeReplace ?? false,
  };
  // What was cut short is settled first: nothing is built on files that are half way between two states.
  const writing = <A extends object>(run: () => Promise<A>): Promise<A | Refused> =>
    answered(async () => {
      try {
        checkSameRoot(room);
        const { sentences } = await recoverTransitions(room);
        return withNotes(await answered(() => pastTheDead(room, run, sentences)), sentences);
      } catch (error) {
        if (isUncertain(error)) await reopenQuietly(ledger);
        throw error;
      }
    });
  return {
    act: (verb, edits, context = {}) => writing(() => act(room, verb, edits, context)),
    begin: (paths, begun = {}) => writing(() => begin(room, paths, begun)),
    begun: (paths, context) => answered(() => begun(room, paths, context)),
    commit: (action, context = {}) => writing(() => commit(room, action, context)),
    cancel: (action, context = {}) => writing(() => cancel(room, action, context)),
    status: () => status(room),
    inspect: (target, page = {}) => answered(() => inspect(room, target, page)),
    diff: (target, from) => answered(() => diff(room, target, from)),
    keep: (targets, decision = {}) => writing(() => decide(room, 'keep', targets, decision)),
    discard: (targets, decision = {}) => writing(() => decide(room, 'discard', targets, decision)),
    accept: (path, changes, decision = {}) => writing(() => judge(room, 'accept', path, changes, decision)),
    reject: (path, changes, decision = {}) => writing(() => judge(room, 'reject', path, changes, decision)),
    keepAll: (decision = {}) => writing(() => decideAll(room, 'keep', decision)),
    discardAll: (decision = {}) => writing(() => decideAll(room, 'discard', decision)),
    history: (target, page = {}) => answered(() => history(room, target, page)),
    save: (path, context = {}) => writing(() => save(room, path, context)),
    pin: (path, copy) => writing(() => pin(room, path, copy, true)),
    unpin: (path, copy) => writing(() => pin(room, path, copy, false)),
    preview: (path, copy, page = {}) => answered(() => preview(room, path, copy, page)),
    restore: (path, copy, context = {}) => writing(() => restore(room, path, copy, context)),
    restoreAction: (action, context = {}) => writing(() => restoreAction(room, action, context)),
    undo: (decision, context = {}) => writing(() => undo(room, decision, context)),
    purge: (path, purged = {}) => writing(() => purge(room, path, purged)),
    recover: () => recover(room),
    close: () => tree.close(),
  };
}

/** A workspace that stays open goes on to be the folder that was opened, wherever that was moved: not what its path says. */
function checkSameRoot({ tree }: Room): void {
  if (tree.isInPlace()) return;
  const message = `Another folder is at ${tree.path} now than the one that was opened, so nothing was written.`;
  refuse('WORKSPACE_MOVED', message, [], 'Open it again.');
}

/** True for a commit that failed: whether it is durable, only an index that is opened anew can say. */
function isUncertain(error: unknown): boolean {
  return isVerbatimError(error) && error.data['uncertain'] === true;
}

/** After a failed commit LMDB may answer nothing but errors until it is opened anew, whichever verb it was. */
async function reopenQuietly(ledger: Ledger): Promise<void> {
  try {
    await ledger.reopen();
  } catch {
    // The error that led here is the one to tell.
  }
}

function withNotes<A extends object>(answer: A, sentences: readonly string[]): A {
  if (sentences.length === 0) return answer;
  const notes = (answer as { notes?: readonly string[] }).notes ?? [];
  return { ...answer, notes: [...sentences, ...notes] };
}
