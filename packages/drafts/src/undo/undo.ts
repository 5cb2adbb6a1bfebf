/**
 * Undo: the files of a retained revision become a new one, through the same rules as any other write; none is taken back. Platform files of the target stay behind; generators make them anew, or what is there now stays. Never publishes.
 */
import { refuse } from '@verbatim/core';
import type { Written } from '../answers.js';
import { mustTurn } from '../diff/span.js';
import { undoTriesMax } from '../limits.js';
import { reservedBy } from '../policy.js';
import { contentOf } from '../revision-files.js';
import { checkRetained, type Room } from '../room.js';
import type { AppState, EntryChange, RevisionNumber } from '../words.js';
import { DraftWriting, HeadMoved, storedFile } from '../write/draft-writing.js';
import { type Base, type WriteOptions, write } from '../write/write.js';
import { generate } from './generate.js';

/** One of the two; without either the previous revision. */
export interface UndoTarget {
  readonly to?: RevisionNumber;
  /** Back to where this turn started. */
  readonly turn?: string;
}

export async function undo(room: Room, target: UndoTarget, options: WriteOptions): Promise<Written> {
  return write(room, options, {
    arguments: ['undo', target.to ?? null, target.turn ?? null],
    triesMax: undoTriesMax,
    async plan({ state }) {
      const to = await revisionOf(room, state, target);
      checkRetained(state, to);
      return undone(room, { state }, to);
    },
  });
}

async function undone(room: Room, base: Base, to: RevisionNumber) {
  const { head } = base.state;
  const changes = await room.store.compare(room.app, head, to);
  if (changes === undefined) throw new HeadMoved('a revision went while it was read');
  const isReserved = reservedBy(room.policy);
  const draft = new DraftWriting(room, base);
  for (const { path } of changes) if (!isReserved(path)) await draft.remove(path);
  for (const change of changes) if (!isReserved(change.path)) await copyForward(room, draft, change);
  await generate(room, draft, to);
  return draft.plan(() => `undo to r${to}`, to);
}

/** Bytes of an old revision meet the rules of today; its paths stay, or it could never be brought back. */
async function copyForward(room: Room, draft: DraftWriting, { path, after }: EntryChange): Promise<void> {
  if (after === null) return;
  const file = storedFile(room, { path, bytes: await contentOf(room, { path, ...after }) });
  await (file.hash === after.hash ? draft.point(file.path, file) : draft.set(file));
}

async function revisionOf(room: Room, state: AppState, target: UndoTarget): Promise<RevisionNumber> {
  const { to, turn } = target;
  if (to !== undefined && turn !== undefined)
    refuse('INPUT_INVALID', 'Undo goes to a revision or undoes a turn, not both.');
  if (to !== undefined) return to;
  if (turn !== undefined) return (await mustTurn(room, state, turn)).start;
  return state.head > 0 ? state.head - 1 : refuse('NOTHING_TO_UNDO', 'The draft is empty; there is nothing to undo.');
}

/** Runs the generators on the draft as it is. */
export async function regenerate(room: Room, options: WriteOptions): Promise<Written> {
  return write(room, options, {
    arguments: ['regenerate'],
    triesMax: undoTriesMax,
    async plan(base) {
      const draft = new DraftWriting(room, base);
      await generate(room, draft, base.state.head);
      return draft.plan(() => 'regenerate platform files');
    },
  });
}
