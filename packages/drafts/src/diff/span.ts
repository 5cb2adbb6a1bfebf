/** Which two revisions a diff is about. */
import { refuse } from '@verbatim/core';
import type { DiffRequest, Span } from '../answers.js';
import { checkRetained, type Room } from '../room.js';
import { turnNow } from '../turns/start-turn.js';
import type { AppState, Turn } from '../words.js';

/**
 * The two revisions that are named, else the named turn's span, else the previous turn's. While no turn was closed yet, the
 * open one is the only turn that there is; without any turn it is what the newest revision changed.
 */
export async function spanAsked(room: Room, state: AppState, request: DiffRequest): Promise<Span> {
  const span = await spanNamed(room, state, request);
  checkRetained(state, span.from);
  checkRetained(state, span.to);
  return span;
}

async function spanNamed(room: Room, state: AppState, { from, to, turn }: DiffRequest): Promise<Span> {
  if (from !== undefined || to !== undefined) {
    const end = to ?? state.head;
    return { turn: null, from: from ?? Math.max(0, end - 1), to: end };
  }
  const one = turn === undefined ? (state.previousTurn ?? state.turn) : await mustTurn(room, state, turn);
  if (one === null) return { turn: null, from: Math.max(0, state.head - 1), to: state.head };
  return { turn: one.id, from: one.start, to: one.last };
}

/** Refuses `TURN_UNKNOWN`. */
export async function mustTurn(room: Room, state: AppState, id: string): Promise<Turn> {
  const record = await room.store.turn(room.app, id);
  if (record === undefined) refuse('TURN_UNKNOWN', `There is no turn “${id}” of this app.`);
  return turnNow(state, record).turn;
}
