/** The files of one revision, and their bytes. */
import { RefusalError, refuse } from '@verbatim/core';
import type { FileRead, RevisionFiles } from './answers.js';
import { normalPath } from './files/normal-path.js';
import { checkMoved, checkRetained, type Room, stateOf, told } from './room.js';
import type { FileEntry, RevisionNumber } from './words.js';

/** The head where no revision is named. Refuses `REVISION_UNKNOWN` and `REVISION_PRUNED`. */
export async function revisionFiles(room: Room, number?: RevisionNumber): Promise<RevisionFiles> {
  const state = await stateOf(room);
  const revision = number ?? state.head;
  checkRetained(state, revision);
  const files = await room.store.entries(room.app, revision);
  // It went between the two looks.
  if (files === undefined) {
    await checkMoved(room, state);
    return revisionFiles(room, number);
  }
  const byName = new Map(files.map((file) => [file.path, file]));
  return {
    outcome: 'revision',
    app: room.app,
    revision,
    files,
    read: (path) => told(async () => contentOf(room, byName.get(path) ?? absent(path, revision), revision)),
  };
}

export async function readFile(room: Room, given: string, number?: RevisionNumber): Promise<FileRead> {
  const path = normalPath(given);
  const state = await stateOf(room);
  const revision = number ?? state.head;
  checkRetained(state, revision);
  const entries = await room.store.entries(room.app, revision, [path]);
  if (entries === undefined) {
    await checkMoved(room, state);
    return readFile(room, given, number);
  }
  const entry = entries[0] ?? absent(path, revision);
  return { outcome: 'file', revision, ...entry, bytes: await contentOf(room, entry, revision) };
}

/** A file's bytes, checked. Refuses `COPY_CORRUPT` by the file's own name, or that its revision went meanwhile. */
export async function contentOf(room: Room, entry: FileEntry, revision?: RevisionNumber): Promise<Uint8Array> {
  try {
    return await room.store.content(entry);
  } catch (error) {
    if (!(error instanceof RefusalError) || error.refusal.code !== 'COPY_CORRUPT') throw error;
    if (revision !== undefined) checkRetained(await stateOf(room), revision);
    return refuse(
      'COPY_CORRUPT',
      `The stored copy of “${entry.path}” failed its integrity check, so it is not used.`,
      [entry.path],
      'Other files and other revisions of this one are not touched by that; write the file anew.',
    );
  }
}

function absent(path: string, revision: RevisionNumber): never {
  return refuse('FILE_ABSENT', `There is no file “${path}” in r${revision}.`, [path]);
}
