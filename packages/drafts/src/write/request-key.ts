/** Keys make retries safe (P13): the first answer is stored in the commit that made it true, and told again. */
import { refuse } from '@verbatim/core';
import { sha256 } from '@verbatim/store';
import { publishesOpen } from '../retention.js';
import { checkId, nextState, type Room } from '../room.js';
import type { AppState, KeyClaim, KeyRecord, PublishLease, RevisionNumber } from '../words.js';

/** The operation and all that it was given; bytes by their hash. */
export type ArgumentsOf = readonly unknown[];

export function claimKey(key: string | undefined, args: ArgumentsOf): KeyClaim | undefined {
  if (key === undefined) return undefined;
  checkId('A key', key);
  return { key, arguments: sha256(JSON.stringify(args)) };
}

/** The first answer, and one retry counted; undefined where there is none. Refuses `KEY_REUSED`. */
export async function replayed<A extends object>(
  room: Room,
  state: AppState,
  claim: KeyClaim | undefined,
): Promise<A | undefined> {
  if (claim === undefined) return undefined;
  const record = await room.store.key(room.app, claim.key);
  const known = record ?? begunUnder(state, claim)?.claim;
  if (known !== undefined && known.arguments !== claim.arguments) {
    refuse(
      'KEY_REUSED',
      'This key was used before for something else.',
      [],
      'Give every new request a key of its own.',
    );
  }
  if (record === undefined) return undefined;
  const counts = { ...state.counts, retries: state.counts.retries + 1 };
  // Only a count: where somebody else was first, it is not worth another try.
  await room.store.commit(room.app, { state: nextState(room, state, { counts }), now: room.clock.now() });
  return { ...(record.answer as A), replayed: true };
}

/** The publish that was begun under this key, and is under way or was cut short. */
export function begunUnder({ publishing }: AppState, claim: KeyClaim | undefined): PublishLease | undefined {
  return claim && publishesOpen(publishing).find((lease) => lease.claim?.key === claim.key);
}

export function keyRecord(
  claim: KeyClaim | undefined,
  answer: object,
  revision: RevisionNumber,
): KeyRecord | undefined {
  return claim && { ...claim, answer, revision };
}
