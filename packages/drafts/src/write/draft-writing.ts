/** A draft while a write works it out: the head's files, and what was done to them so far. */
import { refuse } from '@verbatim/core';
import { sha256 } from '@verbatim/store';
import { checkBytes } from '../arguments.js';
import { byPath, normalPath } from '../files/normal-path.js';
import { normalText } from '../files/normal-text.js';
import { checkPathSet } from '../files/path-set.js';
import { draftBytesMax, draftFileBytesMax } from '../limits.js';
import { contentOf } from '../revision-files.js';
import type { Room } from '../room.js';
import type { EntryChange, FileBytes, FileEntry, RevisionNumber } from '../words.js';
import type { Base, Plan } from './write.js';

/** A file as it will be stored. */
export interface NormalFile extends FileEntry {
  readonly bytes: Uint8Array;
}

/**
 * The caller's array is not used after this returns, so that it may be filled with something else while a write waits.
 * Refuses paths that cannot be, and `LIMIT`; throws `VERBATIM_CALL_INVALID` for what are no bytes.
 */
export function normalFile(room: Room, file: { readonly path: string; readonly bytes: Uint8Array }): NormalFile {
  return storedFile(room, { path: normalPath(file.path), bytes: file.bytes });
}

/** The same for a path that is stored already: it stays as it is, whatever the rules for paths are by now. */
export function storedFile({ policy }: Room, file: { readonly path: string; readonly bytes: Uint8Array }): NormalFile {
  const { path } = file;
  checkBytes(path, file.bytes);
  const normal = policy.text === 'normal' ? normalText(file.bytes) : file.bytes;
  const bytes = normal === file.bytes ? new Uint8Array(normal) : normal;
  if (bytes.length > draftFileBytesMax) {
    refuse('LIMIT', `A file of a draft may have ${draftFileBytesMax} bytes at most.`, [path]);
  }
  return { path, hash: sha256(bytes), size: bytes.length, bytes };
}

export class DraftWriting {
  readonly #room: Room;
  readonly #head: RevisionNumber;
  /** What was looked up at the head, and what it is now; null is no file. */
  readonly #before = new Map<string, FileBytes | null>();
  readonly #now = new Map<string, FileBytes | null>();
  readonly #contents = new Map<string, Uint8Array>();
  #all: readonly FileEntry[] | undefined;

  constructor(room: Room, { state }: Base) {
    this.#room = room;
    this.#head = state.head;
  }

  async get(path: string): Promise<FileBytes | null> {
    if (!this.#now.has(path)) this.#know(path, (await this.#entries([path]))[0] ?? null);
    return this.#now.get(path) ?? null;
  }

  /** Refuses `FILE_ABSENT`. */
  async must(path: string): Promise<FileBytes> {
    return (await this.get(path)) ?? refuse('FILE_ABSENT', `There is no file “${path}” in the draft.`, [path]);
  }

  async bytes(path: string): Promise<Uint8Array> {
    const file = await this.must(path);
    return this.#contents.get(file.hash) ?? contentOf(this.#room, { path, ...file });
  }

  /** All paths as they are now, in order. */
  async paths(): Promise<string[]> {
    await this.#readAll();
    return [...this.#now].flatMap(([path, file]) => (file === null ? [] : [path])).toSorted();
  }

  async set({ path, hash, size, bytes }: NormalFile): Promise<void> {
    await this.get(path);
    this.#now.set(path, { hash, size });
    this.#contents.set(hash, bytes);
  }

  /** Puts content there that a retained revision of this app has. */
  async point(path: string, { hash, size }: FileBytes): Promise<void> {
    await this.get(path);
    this.#now.set(path, { hash, size });
  }

  async remove(path: string): Promise<void> {
    await this.get(path);
    this.#now.set(path, null);
  }

  /** What was done, judged as a whole: only bytes that differ count. */
  async plan(reason: (changes: readonly EntryChange[]) => string, undoOf: RevisionNumber | null = null): Promise<Plan> {
    const changes = [...this.#now]
      .map(([path, after]) => ({ path, before: this.#before.get(path) ?? null, after }))
      .filter(({ before, after }) => before?.hash !== after?.hash)
      .toSorted(byPath);
    if (changes.some(({ before }) => before === null)) checkPathSet(await this.paths());
    // Also of files that turn out unchanged: a stored copy that was damaged is mended by writing its bytes anew.
    const needed = new Set([...this.#now.values()].flatMap((file) => (file === null ? [] : [file.hash])));
    const contents = new Map([...this.#contents].filter(([hash]) => needed.has(hash)));
    return { changes, contents, reason: reason(changes), undoOf };
  }

  async #readAll(): Promise<void> {
    this.#all ??= await this.#entries();
    for (const entry of this.#all) if (!this.#now.has(entry.path)) this.#know(entry.path, entry);
  }

  #know(path: string, file: FileBytes | null): void {
    const known = file && { hash: file.hash, size: file.size };
    this.#before.set(path, known);
    this.#now.set(path, known);
  }

  async #entries(paths?: readonly string[]): Promise<readonly FileEntry[]> {
    return (await this.#room.store.entries(this.#room.app, this.#head, paths)) ?? moved();
  }
}

/** The head was pruned while it was read: others have written a good deal meanwhile. */
export class HeadMoved extends Error {}

function moved(): never {
  throw new HeadMoved('the head moved');
}

export function checkDraftBytes(bytes: number): void {
  if (bytes > draftBytesMax) refuse('LIMIT', `The files of a draft may have ${draftBytesMax} bytes at most.`);
}
