/** What every operation on one app works in, and small facts about it. */
import {
  type Clock,
  type Disk,
  type IdSource,
  type Refusal,
  RefusalError,
  refuse,
  VerbatimError,
} from '@verbatim/core';
import type { Refused } from './answers.js';
import type { DraftStore } from './draft-store.js';
import { idCharsMax } from './limits.js';
import type { AppPolicy } from './policy.js';
import { isRetained, nearestRetained } from './retention.js';
import { type AppState, newApp, type RevisionNumber } from './words.js';

export interface Room {
  readonly app: string;
  readonly store: DraftStore;
  readonly policy: AppPolicy;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Who publishes, and whether somebody who did is still there. */
  readonly publishers: Pick<Disk, 'self' | 'liveness'>;
  /** Tokens of publishes that this process is at. */
  readonly publishing: Set<string>;
}

export async function stateOf({ store, app }: Room): Promise<AppState> {
  return (await store.state(app)) ?? newApp;
}

/** The state that the next commit sets, with `changes` made. */
export function nextState({ ids }: Room, state: AppState, changes: Partial<AppState>): AppState {
  return { ...state, ...changes, version: state.version + 1, token: ids.next(16) };
}

export function timestamp({ clock }: Room): string {
  return new Date(clock.now()).toISOString();
}

/** Turns refusals into values; faults pass. */
export async function answered<A extends object>(run: () => Promise<A>): Promise<A | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusalError) return { outcome: 'refused', ...error.refusal } satisfies Refusal & Refused;
    throw error;
  }
}

/** For methods that answer no refusal: there it can only be the call that is wrong. */
export async function told<A>(run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { message, files, next } = error.refusal;
    const isDamage = error.refusal.code === 'COPY_CORRUPT';
    throw new VerbatimError(isDamage ? 'VERBATIM_LEDGER_DAMAGED' : 'VERBATIM_CALL_INVALID', message, {
      ...(files[0] === undefined ? {} : { path: files[0] }),
      ...(next === undefined ? {} : { hint: next }),
      data: { refusal: error.refusal.code },
      cause: error,
    });
  }
}

/** Refuses `INPUT_INVALID` for ids that are empty, too long, or would not show as they are. */
export function checkId(what: string, id: string): void {
  if (id === '' || id.length > idCharsMax || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(id)) {
    refuse('INPUT_INVALID', `${what} must be 1 to ${idCharsMax} characters of one line.`, [id.slice(0, idCharsMax)]);
  }
}

/**
 * For when the store does not have revisions that `state` retains: returns where the app has moved on since, so that it is
 * worth another look. Throws `VERBATIM_LEDGER_DAMAGED` where it has not.
 */
export async function checkMoved(room: Room, state: AppState): Promise<void> {
  if ((await stateOf(room)).version !== state.version) return;
  throw new VerbatimError('VERBATIM_LEDGER_DAMAGED', 'The list of files of a retained revision is not there.', {
    path: room.app,
    hint: 'Other revisions and other apps are not touched by that; write all files anew with save.',
  });
}

/** Refuses `REVISION_UNKNOWN` where there never was such a revision, `REVISION_PRUNED` where it is not retained. */
export function checkRetained(state: AppState, number: RevisionNumber): void {
  if (!Number.isInteger(number) || number < 0 || number > state.head) {
    refuse('REVISION_UNKNOWN', `There is no revision ${number}; the newest is r${state.head}.`);
  }
  if (isRetained(state, number)) return;
  const nearest = nearestRetained(state, number).map((one) => `r${one}`);
  refuse(
    'REVISION_PRUNED',
    `Revision ${number} is no longer retained; the nearest are ${nearest.join(' and ')}.`,
    [],
    `Choose one of ${nearest.join(', ')}.`,
  );
}
