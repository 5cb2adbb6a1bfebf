/** History for inspection: facts and marks of revisions, paged, no bodies. */
import { refuse } from '@verbatim/core';
import type { HistoryAnswer, HistoryEntry, HistoryRequest, PublishMark } from '../answers.js';
import { historyPageMax } from '../limits.js';
import { markerOf } from '../marker.js';
import { publishStatus } from '../publish/publish.js';
import { publishesOpen, retainedOf } from '../retention.js';
import { type Room, stateOf } from '../room.js';
import type { AppState, MarkedRevision } from '../words.js';

type Shown = Exclude<HistoryAnswer, { outcome: 'refused' }>;

export async function history(room: Room, request: HistoryRequest): Promise<Shown> {
  const { limit = historyPageMax, before = Number.POSITIVE_INFINITY, marker: known } = request;
  if (!Number.isInteger(limit) || limit < 1) refuse('INPUT_INVALID', 'A page of history has 1 revision or more.');
  const state = await stateOf(room);
  const older = retainedOf(state).filter((number) => number < before);
  const page = older.slice(-Math.min(limit, historyPageMax)).toReversed();
  const found = await Promise.all(page.map((number) => room.store.revision(room.app, number)));
  const revisions = found.flatMap((one) => (one === undefined ? [] : [entryOf(room, state, one)]));
  const marker = markerOf([room.app, state.head, request.before ?? null, limit, revisions]);
  if (marker === known) return { outcome: 'unchanged', unchangedSince: marker };
  const last = page.at(-1);
  const next = page.length < older.length && last !== undefined ? { before: last, limit } : undefined;
  return { outcome: 'history', head: state.head, revisions, marker, ...(next === undefined ? {} : { next }) };
}

function entryOf(room: Room, state: AppState, revision: MarkedRevision): HistoryEntry {
  const { number, at, reason, turn, files, bytes, undoOf, marks } = revision;
  const publish = publishMark(room, state, revision);
  return {
    revision: number,
    at,
    reason,
    turn,
    files,
    bytes,
    marks: {
      ...(undoOf === null ? {} : { undoOf }),
      ...(marks.check === null ? {} : { check: marks.check.ok ? 'ok' : 'failed' }),
      ...(publish === undefined ? {} : { publish }),
    },
  };
}

function publishMark(room: Room, state: AppState, { number, marks }: MarkedRevision): PublishMark | undefined {
  const isRunning = publishStatus(room, state.publishing) === 'running';
  if (isRunning && state.publishing?.revision === number) return 'running';
  if (publishesOpen(state.publishing).some(({ revision }) => revision === number)) return 'unconfirmed';
  if (state.published === number) return 'live';
  return marks.published === null ? undefined : 'earlier';
}
