/** `diff`: what changed as unified diffs, to be read and never to be applied. Writes nothing. */
import { type FileState, refuse } from '@verbatim/core';
import type { DiffAnswer, DiffedFile } from './answers.js';
import { bytesOf } from './changes.js';
import { shownBytesMax } from './limits.js';
import { notRecorded } from './messages.js';
import type { DiffPlace, Target } from './review-api.js';
import type { Room } from './room.js';
import { seenOf } from './seen.js';
import { shownSpans } from './spans.js';

export async function diff(room: Room, target: Target, from?: DiffPlace): Promise<DiffAnswer> {
  const { spans, actions, seen } = room.ledger.read((view) => {
    const found = shownSpans(room, view, target);
    return { ...found, seen: seenOf(view, found.actions) };
  });
  if (from !== undefined && spans.length !== 1) {
    refuse('INPUT_INVALID', 'Only the diff of one file can go on from a place.', [], 'Name one file.');
  }
  return {
    outcome: 'shown',
    seen,
    actions: actions.map(({ id }) => id),
    files: spans.map(({ path, before, after }) => diffOf(room, path, before.state, after?.state, from)),
  };
}

function diffOf(
  room: Room,
  path: string,
  before: FileState,
  after: FileState | undefined,
  from: DiffPlace | undefined,
): DiffedFile {
  const untold = (why: string): DiffedFile => ({ path, added: 0, removed: 0, truncated: true, text: `\\ ${why}\n` });
  if (after === undefined) return untold(notRecorded);
  const largest = Math.max(...[before, after].map((state) => (state.kind === 'absent' ? 0 : state.size)));
  if (largest > shownBytesMax) return untold(`The file is larger than ${shownBytesMax / 1_048_576} MiB.`);
  const [left, right] = [bytesOf(room, before), bytesOf(room, after)];
  if (left === 'corrupt' || right === 'corrupt') return untold('A copy failed its integrity check.');
  return { path, ...room.formats.diff(path, left, right, from) };
}
