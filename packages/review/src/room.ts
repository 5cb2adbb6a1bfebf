/** What every part of `review` works in: the ledger, the workspace's tree, and the world as it was handed in. */
import {
  type ActionId,
  type Clock,
  type DecisionId,
  type Disk,
  hashOf,
  type IdSource,
  type SnapshotId,
  type Tree,
} from '@verbatim/core';
import type { Ledger, LedgerView } from '@verbatim/ledger';
import type { ReviewLimits } from './limits.js';
import type { FormatPort, SignalPort } from './review-api.js';

export interface Room {
  readonly ledger: Ledger;
  readonly disk: Disk;
  readonly tree: Tree;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly formats: FormatPort;
  readonly signals: SignalPort;
  readonly limits: ReviewLimits;
  /** The one flag that weakens a promise: replace without a check where the disk offers neither exchange nor link. */
  readonly allowUnsafeReplace: boolean;
}

export function timestamp(room: Room): string {
  return new Date(room.clock.now()).toISOString();
}

export const newActionId = ({ ids }: Room): ActionId => `a${ids.next(10)}`;
export const newSnapshotId = ({ ids }: Room): SnapshotId => `s${ids.next(10)}`;
export const newDecisionId = ({ ids }: Room): DecisionId => `d${ids.next(10)}`;

/**
 * The path of a file to decide on: the one that was written where something waits there, whatever lies there now. A link that
 * came into its place must not have another file decided.
 */
export function locateWaiting(room: Room, view: LedgerView, given: string): string {
  return locateWhere(
    room,
    given,
    (path) => view.pendingPairs(path).length > 0 || view.openActionOn(path) !== undefined,
  );
}

/** The path as it was written where that is meant, whatever lies there now; else what it leads to. */
export function locateWhere({ tree }: Room, given: string, isMeant: (path: string) => boolean): string {
  const written = tree.asWritten(given);
  return written !== undefined && isMeant(written) ? written : tree.locate(given);
}

/**
 * Runs what reads copies that a record named a moment ago. Where it fails, what the records say now is told first: a copy that
 * another process pruned meanwhile is not damaged. `guard` refuses where the records moved.
 */
export async function readingCopies<T>(
  { ledger }: Room,
  guard: (view: LedgerView) => void,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    ledger.read(guard);
    throw error;
  }
}

/** A file's hash for a receipt, never a reason to refuse: `null` where there is none or it cannot be read. */
export function hashNow({ tree }: Room, path: string): string | null {
  try {
    return hashOf(tree.look(path));
  } catch {
    return null;
  }
}
