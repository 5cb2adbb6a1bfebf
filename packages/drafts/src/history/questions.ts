/** Questions about an app that have one short answer. */
import type { Metrics, Standing } from '../answers.js';
import { mustTurn } from '../diff/span.js';
import { publishStatus } from '../publish/publish.js';
import { isRetained, nearestRetained, publishesOpen } from '../retention.js';
import { type Room, stateOf } from '../room.js';
import { spanOf } from '../turns/start-turn.js';
import type { AppState, RevisionNumber } from '../words.js';

export async function standing(room: Room): Promise<Standing> {
  const state = await stateOf(room);
  const { head, published, publishing, passed, turn, previousTurn } = state;
  const revision = await room.store.revision(room.app, head);
  const status = publishStatus(room, publishing);
  const open = publishesOpen(publishing).map((one) => one.revision);
  return {
    head,
    files: revision?.files ?? 0,
    bytes: revision?.bytes ?? 0,
    published,
    editedAfterPublishing: await editedAfterPublishing(room, state),
    publish: status,
    publishing: publishing?.revision ?? null,
    unconfirmed: status === 'running' ? open.slice(1) : open,
    lastPassed: passed.last,
    newestPassed: passed.newest,
    turn: turn && spanOf(turn),
    previousTurn: previousTurn && spanOf(previousTurn),
  };
}

async function editedAfterPublishing({ store, app }: Room, { head, published }: AppState): Promise<boolean> {
  if (published === null || published === head) return false;
  const changes = await store.compare(app, published, head);
  return changes === undefined || changes.length > 0;
}

export interface RetainedAnswer {
  readonly outcome: 'retained' | 'gone' | 'never';
  /** The nearest retained revisions, older first. */
  readonly nearest: readonly RevisionNumber[];
}

export async function retained(room: Room, revision: RevisionNumber): Promise<RetainedAnswer> {
  const state = await stateOf(room);
  if (isRetained(state, revision)) return { outcome: 'retained', nearest: [revision] };
  const isPast = Number.isInteger(revision) && revision > 0 && revision < state.head;
  return { outcome: isPast ? 'gone' : 'never', nearest: nearestRetained(state, revision) };
}

export interface TurnSpan {
  readonly outcome: 'turn';
  readonly turn: string;
  readonly from: RevisionNumber;
  readonly to: RevisionNumber;
  /** Revisions that the turn wrote. */
  readonly revisions: number;
  readonly isOpen: boolean;
}

export async function turnSpan(room: Room, id: string): Promise<TurnSpan> {
  const state = await stateOf(room);
  const turn = await mustTurn(room, state, id);
  return {
    outcome: 'turn',
    turn: id,
    from: turn.start,
    to: turn.last,
    revisions: turn.revisions,
    isOpen: state.turn?.id === id,
  };
}

export async function metrics(room: Room): Promise<Metrics> {
  const { head, counts } = await stateOf(room);
  const { turns, turnRevisions, undos, unchanged, retries, checks, failedChecks, publishes, writtenBytes } = counts;
  const draft = await room.store.revision(room.app, head);
  return {
    revisions: head,
    turns,
    published: publishes,
    checks,
    failedChecks,
    revisionsPerTurn: ratio(turnRevisions, turns),
    editsPerShip: ratio(head, publishes),
    undoRate: ratio(undos, head),
    noopRate: ratio(unchanged, head + unchanged),
    retryRate: ratio(retries, head + unchanged + retries),
    bytes: { draft: draft?.bytes ?? 0, written: writtenBytes },
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
