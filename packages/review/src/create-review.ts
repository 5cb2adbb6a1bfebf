/** `createReview`: the handle over everything in this package. */
import { type Disk, isVerbatimError, RefusalError } from '@verbatim/core';
import type { Ledger } from '@verbatim/ledger';
import { act } from './act/act.js';
import { begin, cancel, commit } from './act/open-actions.js';
import { answered } from './answer.js';
import type { Refused } from './answers.js';
import { decide } from './decide/decide.js';
import { decideAll } from './decide/decide-all.js';
import { defaultLimits, type ReviewLimits } from './limits.js';
import { recover } from './recover.js';
import { restore } from './restore/restore.js';
import type { FormatPort, Review, SignalPort } from './review-api.js';
import type { Room } from './room.js';
import { inspect, status } from './status.js';
import { recoverTransitions } from './transition/recover.js';

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
        const sentences = await recoverTransitions(room);
        return withNotes(await answered(run), sentences);
      } catch (error) {
        if (isUncertain(error)) await reopenQuietly(ledger);
        throw error;
      }
    });
  return {
    act: (verb, edits, context = {}) => writing(() => act(room, verb, edits, context)),
    begin: (paths, begun = {}) => writing(() => begin(room, paths, begun)),
    commit: (action, context = {}) => writing(() => commit(room, action, context)),
    cancel: (action, context = {}) => writing(() => cancel(room, action, context)),
    status: () => status(room),
    inspect: (target, page = {}) => answered(() => inspect(room, target, page)),
    keep: (targets, decision = {}) => writing(() => decide(room, 'keep', targets, decision)),
    discard: (targets, decision = {}) => writing(() => decide(room, 'discard', targets, decision)),
    keepAll: (decision = {}) => writing(() => decideAll(room, 'keep', decision)),
    discardAll: (decision = {}) => writing(() => decideAll(room, 'discard', decision)),
    restore: (path, copy, context = {}) => writing(() => restore(room, path, copy, context)),
    recover: () => recovered(room),
    close: () => tree.close(),
  };
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

/** What refuses (a link where a folder was, say) cannot be settled yet; that is told, and tried again the next time. */
async function recovered(room: Room): Promise<readonly string[]> {
  try {
    return await recover(room);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { message, files } = error.refusal;
    return [`What was cut short could not be settled yet: ${message} ${files.join(', ')}`.trimEnd()];
  }
}

function withNotes<A extends object>(answer: A, sentences: readonly string[]): A {
  if (sentences.length === 0) return answer;
  const notes = (answer as { notes?: readonly string[] }).notes ?? [];
  return { ...answer, notes: [...sentences, ...notes] };
}
