/** Starting a turn: it closes the one before and tells what that one did. */
import type { TurnStarted } from '../answers.js';
import { nextState, type Room, stateOf } from '../room.js';
import type { AppState, Turn, TurnRecord } from '../words.js';
import { joinTurn } from './join-turn.js';
import { sinceOf, summaryOf } from './summary.js';

/** Starting the same turn again answers the same, also when it is closed by now; `isOpen` tells. */
export async function startTurn(room: Room, id: string): Promise<TurnStarted> {
  for (;;) {
    const state = await stateOf(room);
    const record = await room.store.turn(room.app, id);
    if (record !== undefined && record.answer !== null) {
      return { ...(record.answer as Told), isOpen: await isOpen(room, id), replayed: true };
    }
    const joined = record === undefined ? await joinTurn(room, state, id) : { state, records: [record] };
    const started = joined.records.at(-1)!;
    const answer = await answerOf(room, started);
    const records = [...joined.records.slice(0, -1), { ...turnNow(joined.state, started), answer }];
    const commit = { state: nextState(room, joined.state, {}), now: room.clock.now(), turns: records };
    if ((await room.store.commit(room.app, commit)) === 'done') {
      return { ...answer, isOpen: joined.state.turn?.id === id };
    }
  }
}

/** What is remembered of the answer. */
type Told = Omit<TurnStarted, 'isOpen' | 'replayed'>;

async function isOpen(room: Room, id: string): Promise<boolean> {
  return (await stateOf(room)).turn?.id === id;
}

async function answerOf(room: Room, { turn, previous }: TurnRecord): Promise<Told> {
  const since = await sinceOf(room, previous, turn.start);
  return {
    outcome: 'started',
    turn: turn.id,
    revision: turn.start,
    previous: previous && spanOf(previous),
    since,
    summary: await summaryOf(room, previous, turn.start, since),
  };
}

export function spanOf({ id, start, last, revisions }: Turn): NonNullable<TurnStarted['previous']> {
  return { turn: id, from: start, to: last, revisions };
}

/** The record with what the app's state knows of the turn while it is open. */
export function turnNow({ turn }: AppState, record: TurnRecord): TurnRecord {
  return turn?.id === record.turn.id ? { ...record, turn } : record;
}
