/** What differs between two versions of a file, as a person is shown it. Copies are immutable, so it reads no index. */
import type { FileState } from '@verbatim/core';
import type { FileVersion } from '@verbatim/ledger';
import type { ShownChange } from './answers.js';
import { shownBytesMax } from './limits.js';
import type { Changes, PageOptions } from './review-api.js';
import type { Room } from './room.js';

/** The id of the change of a file's permission bits. */
export const modeChangeId = 'mode';

/** All changes from one version to the other, that of the permission bits last. Never empty where something differs. */
export async function changesBetween(
  room: Room,
  path: string,
  before: FileVersion,
  after: FileVersion,
  read: (state: FileState) => ReturnType<typeof bytesOf> = (state) => bytesOf(room, state),
): Promise<Changes> {
  const modes = modeChange(before.state, after.state);
  if (Math.max(sizeOf(before.state), sizeOf(after.state)) > shownBytesMax) {
    const reason = `The file is larger than ${shownBytesMax / 1_048_576} MiB, so it is shown as one change.`;
    const parts = [{ before: described(before.state), after: described(after.state) }];
    const change = { id: 'whole', kind: 'file', label: 'whole file', parts };
    return { ...(await wholeFile(room, path, reason)), changes: [change, ...modes] };
  }
  const [left, right] = [read(before.state), read(after.state)];
  if (left === 'corrupt' || right === 'corrupt') {
    const reason = 'A copy failed its integrity check, so its changes cannot be shown.';
    return {
      ...(await wholeFile(room, path, reason)),
      changes: [{ id: 'whole', kind: 'file', label: 'whole file', parts: [] }],
    };
  }
  const shown = await room.formats.changes(path, left, right);
  return { ...shown, changes: [...shown.changes, ...modes] };
}

/** The changes of a page, with the words that differ where that was asked for. */
export function shownChanges(
  { formats }: Room,
  changes: readonly ShownChange[],
  { words = false }: PageOptions,
): readonly ShownChange[] {
  if (!words) return changes;
  return changes.map(({ parts, ...change }) => ({
    ...change,
    parts: parts.map(({ before, after }) => {
      // What is only on one side differs as a whole.
      const marked = before === '' || after === '' ? undefined : formats.words(before, after);
      return { before, after, ...(marked === undefined ? {} : { words: marked }) };
    }),
  }));
}

/** A file of which nothing finer than itself can be shown. */
export async function wholeFile({ formats }: Room, path: string, reason: string): Promise<Changes> {
  const { format } = await formats.changes(path, undefined, new Uint8Array());
  return { format, decidedBy: 'whole-file', reason, changes: [] };
}

/** A copy's bytes, checked; undefined where there was no file. */
export function bytesOf({ ledger }: Room, state: FileState): Uint8Array | undefined | 'corrupt' {
  if (state.kind === 'absent') return undefined;
  const chunks: Buffer[] = [];
  try {
    ledger.copies.content(state.hash, state.size).pour((chunk) => chunks.push(Buffer.from(chunk)));
  } catch {
    return 'corrupt';
  }
  return Buffer.concat(chunks);
}

function modeChange(before: FileState, after: FileState): ShownChange[] {
  if (before.kind === 'absent' || after.kind === 'absent' || before.mode === after.mode) return [];
  const parts = [{ before: before.mode.toString(8), after: after.mode.toString(8) }];
  return [{ id: modeChangeId, kind: 'mode', label: 'permissions', parts }];
}

function sizeOf(state: FileState): number {
  return state.kind === 'absent' ? 0 : state.size;
}

function described(state: FileState): string {
  return state.kind === 'absent' ? 'no file' : `${state.size} bytes, SHA-256 ${state.hash.slice(0, 12)}`;
}
