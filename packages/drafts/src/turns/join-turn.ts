/** Which turn a write belongs to, and what that does to the turns of the app. */
import { refuse } from '@verbatim/core';
import { checkId, type Room, timestamp } from '../room.js';
import type { AppState, Turn, TurnRecord } from '../words.js';

export interface TurnJoined {
  /** With the turn as its open one, where there is a turn. */
  readonly state: AppState;
  readonly turn: string | null;
  /** Of turns that this starts and closes. */
  readonly records: readonly TurnRecord[];
}

/**
 * The open turn stays; a turn that is not known yet starts and closes the one before, so that a crash needs no end mark.
 * Refuses `TURN_CLOSED`.
 */
export async function joinTurn(room: Room, state: AppState, id: string | undefined): Promise<TurnJoined> {
  if (id === undefined) return { state, turn: null, records: [] };
  checkId('A turn', id);
  if (state.turn?.id === id) return { state, turn: id, records: [] };
  const known = await room.store.turn(room.app, id);
  if (known !== undefined) {
    refuse(
      'TURN_CLOSED',
      `The turn “${id}” is closed: another one has started since.`,
      [],
      'Write under the turn that is open, or under none.',
    );
  }
  const turn: Turn = { id, at: timestamp(room), start: state.head, last: state.head, revisions: 0 };
  const closed = state.turn === null ? undefined : await room.store.turn(room.app, state.turn.id);
  return {
    turn: id,
    state: {
      ...state,
      turn,
      previousTurn: state.turn,
      counts: { ...state.counts, turns: state.counts.turns + 1 },
    },
    records: [
      ...(closed === undefined || state.turn === null ? [] : [{ ...closed, turn: state.turn }]),
      { turn, previous: state.turn, answer: null },
    ],
  };
}
