/**
 * The nouns that every package shares. One meaning each; `docs/glossary.md` is the full list.
 */

/** Full SHA-256 of some bytes, 64 lower-case hex digits. Names a copy (P5). */
export type Hash = string & { readonly brand?: 'Hash' };

/** `a` and ten of `0-9a-z`. */
export type ActionId = string & { readonly brand?: 'ActionId' };
/** `s` and ten of `0-9a-z`. */
export type SnapshotId = string & { readonly brand?: 'SnapshotId' };
/** `d` and ten of `0-9a-z`. */
export type DecisionId = string & { readonly brand?: 'DecisionId' };

/** There was no file. A fact of its own, never "not found in the ledger" (P6). */
export interface Absent {
  readonly kind: 'absent';
}

/** A regular file's content: which bytes, how many, and its permission bits (`0o7777`). */
export interface Present {
  readonly kind: 'present';
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
  /** Permission bits, `mode & 0o7777`. */
  readonly mode: number;
}

/** A file at one moment, or that there was none. */
export type FileState = Absent | Present;

export const absent: Absent = { kind: 'absent' };

/**
 * What belongs to a file beside its bytes. `extended` holds extended attributes, ACLs among them, name to base64;
 * `null` where this machine could not read them.
 */
export interface Attributes {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly extended: Readonly<Record<string, string>> | null;
}

/**
 * Which file on disk, whatever its path. Decimal strings, since inodes and birth times are 64-bit. `birth` is `null`
 * where the file system keeps none that can be trusted; `device` counts only within one boot, as device numbers change
 * on remount.
 */
export interface Identity {
  readonly inode: string;
  readonly birth: string | null;
  readonly device: string;
  readonly boot: string;
}

/** True where `a` and `b` name the same file on disk. */
export function sameIdentity(a: Identity, b: Identity): boolean {
  if (a.inode !== b.inode) return false;
  if (a.birth !== null && b.birth !== null && a.birth !== b.birth) return false;
  return a.boot !== b.boot || a.device === b.device;
}

/** True where both are absent, or both present with the same bytes. Permission bits are not compared. */
export function sameBytes(a: FileState, b: FileState): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind;
  return a.hash === b.hash && a.size === b.size;
}

/** True where bytes and permission bits agree, or both are absent. */
export function sameState(a: FileState, b: FileState): boolean {
  return sameBytes(a, b) && (a.kind === 'absent' || b.kind === 'absent' || a.mode === b.mode);
}

export function hashOf(state: FileState): Hash | null {
  return state.kind === 'present' ? state.hash : null;
}

/**
 * `open` while an agent writes by itself; `pending` until a person decides; `interrupted` where an open action was never
 * committed; `recovered` where it was rebuilt from manifests.
 */
export type ActionStatus =
  | 'open'
  | 'pending'
  | 'kept'
  | 'discarded'
  | 'mixed'
  | 'cancelled'
  | 'interrupted'
  | 'recovered';

/** What an action did to one file. */
export type FileKind = 'edited' | 'created' | 'deleted' | 'moved';

/** Labels that people read; fixed (design section 3). */
export const labels = {
  before: 'Before agent edit',
  after: 'Agent edit',
  beforeRestore: 'Before restore',
  restored: 'Restored',
  restorePoint: 'Restore point',
} as const;
export type SnapshotLabel = (typeof labels)[keyof typeof labels];

export const formats = ['markdown', 'latex', 'text', 'word', 'powerpoint', 'excel', 'csv', 'json', 'binary'] as const;
export type Format = (typeof formats)[number];

/**
 * Bytes that can be poured, in order, more than once. `pour` throws where what it read is not `hash`; whoever receives
 * the chunks must throw away what it made of them then.
 */
export interface Content {
  readonly hash: Hash;
  readonly size: number;
  pour(sink: (chunk: Uint8Array) => void): void;
}
