/**
 * The Disk port: all that Verbatim does with files. Synchronous, since the swap runs inside a store transaction.
 *
 * A *tree* is a folder that nothing reaches out of (P14): every path is relative to it, with `/` between components,
 * and is walked component by component without following links. Methods that find a link, a special file or a name
 * that cannot be used throw a `RefusalError`; what the system answers with an error throws `VERBATIM_IO` whose cause
 * carries the system's code.
 */
import type { Attributes, Content, Hash, Identity, Present } from './words.js';

/** What a look at a path found. */
export type Look = LookAbsent | LookPresent;

export interface LookAbsent {
  readonly kind: 'absent';
}

export interface LookPresent extends Present {
  readonly identity: Identity;
  readonly attributes: Attributes;
  /** How many names the file has. */
  readonly links: number;
  /** Nanoseconds since 1970; with size and inode the cheap comparison of files too large to hash under the lock. */
  readonly modified: string;
  readonly changed: string;
}

/** What `stat` alone says: a look without the hash. */
export type Glance = LookAbsent | Omit<LookPresent, 'hash'>;

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

export interface Staged {
  readonly look: LookPresent;
  /** What of the attributes could not be given to the new file, in words. */
  readonly notKept: readonly string[];
}

export interface Tree {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The folder's own identity. */
  readonly identity: Identity;
  /** False where another folder is at `path` by now, or none: the tree goes on with the one that was opened. */
  isInPlace(): boolean;

  /**
   * Turns a path that somebody gave (absolute, or relative to the tree) into one relative to the tree, with links
   * inside the tree resolved; with `lastAsIs` the last component is not (a link there is refused when it is looked at).
   * Refuses `OUTSIDE_ROOT`, `INPUT_INVALID`, `NAME_NOT_EXACT`, `NOT_A_FILE` (a link to nothing).
   */
  locate(given: string, lastAsIs?: boolean): string;
  /** The path as it is written, relative to the tree, no link followed; undefined where that is not in the tree. */
  asWritten(given: string): string | undefined;

  /** Reads a file once, hashing it; `sink` gets the chunks, `restart` is called where the file moved while being read. */
  look(path: string, sink?: (chunk: Uint8Array) => void, restart?: () => void): Look;
  glance(path: string): Glance;
  /** A small file's bytes, or undefined; with `head`, its first `head` bytes at most. */
  read(path: string, head?: number): Uint8Array | undefined;
  /** The file's content, poured with its hash checked at the end. */
  content(path: string, hash: Hash, size: number): Content;
  list(path: string): readonly Entry[];
  isFolder(path: string): boolean;
  /** Why a file there may not be replaced or made by this user: `file` or `folder` is read-only, or undefined. */
  readOnly(path: string): 'file' | 'folder' | undefined;
  /** Whether this user can give a file that owner and group, so that one that is replaced or brought back keeps them. */
  keepsOwner(attributes: Attributes): boolean;
  /** What a new file at that path gets from the system: owner, group and permission bits. */
  newAttributes(path: string): Attributes;
  /** Free bytes on the file system that holds the tree. */
  freeBytes(): number;

  /** Creates missing folders of `path`; returns those created, outermost first. Not flushed. */
  makeFolders(path: string): readonly string[];
  /** Removes an empty folder; false where it is not empty or not there. */
  removeFolder(path: string): boolean;

  /**
   * Makes a new file with these bytes and attributes, flushed. Fails where something is there. Where this machine
   * cannot set extended attributes itself, they are taken from the file `like`.
   */
  stage(path: string, content: Content, attributes: Attributes, like?: string): Staged;
  /** Makes a small new file, not flushed. */
  jot(path: string, bytes: Uint8Array): void;
  /** Overwrites a small file in place, padded with spaces to 256 bytes. Not flushed; a reader must bear a torn one. */
  note(path: string, text: string): void;
  /** Temporary, flush, rename, flush of the folder: durable when it returns. */
  writeDurably(path: string, bytes: Uint8Array): void;

  /** Swaps two files in one system call. `unsupported` where this disk has no such call. */
  exchange(a: string, b: string): 'done' | 'unsupported';
  /** Gives a file a second name. */
  link(from: string, to: string): 'done' | 'taken' | 'unsupported';
  rename(from: string, to: string): void;
  remove(path: string): void;
  flushFile(path: string): void;
  flushFolder(path: string): void;

  /**
   * Removes a file that came out of a swap, if `stored` accepts its hash and nobody can still write into it.
   * `busy` where somebody can, or where the system cannot tell (then ask again later with `settled`, once nobody has
   * had time to write). `kept` where the hash is not accepted.
   */
  removeSettled(
    path: string,
    stored: (hash: Hash) => boolean,
    settled: boolean,
  ): 'removed' | 'kept' | 'busy' | 'unsure';

  close(): void;
}

/** Who holds a journal record or a lock; enough to tell the dead from the living. */
export interface Owner {
  readonly pid: number;
  /** Start time in clock ticks since boot, as the system tells it, or '' where it does not. */
  readonly started: string;
  readonly boot: string;
  /** PID namespace, or '' where there is none. */
  readonly namespace: string;
}

export interface Trashed {
  /** Takes the entry out of the trash again (the delete did not happen). */
  undo(): void;
}

export interface Disk {
  /**
   * Opens a folder as a tree. With `create`, makes it (and parents) so that only its owner can read it. With `private`,
   * refuses `HOME_UNSAFE` where it is a link, belongs to somebody else, or others can write into it.
   */
  openTree(path: string, options?: { create?: boolean; private?: boolean }): Tree;
  /** Puts a copy into the system's trash under the file's own name. Throws `VERBATIM_IO` where that fails. */
  trash(original: string, content: Content, at: number): Trashed;
  self(): Owner;
  process(pid: number): Owner | undefined;
  /** `unknown` where the owner lives in another PID namespace, or the system does not let us look. */
  liveness(owner: Owner): 'alive' | 'dead' | 'unknown';
}
