/**
 * Where drafts are kept. Whole operations only, so that a server's database can take the place of the local one; the
 * contract suite (`@verbatim/drafts/contract`) says what they promise. All rules of drafts lie above it.
 */
import type { Hash } from '@verbatim/core';
import type { DraftsReport, VerifyOptions } from './report.js';
import type {
  AppState,
  EntryChange,
  FileBytes,
  FileEntry,
  KeyRecord,
  MarkedRevision,
  Marks,
  Revision,
  RevisionNumber,
  TurnRecord,
} from './words.js';

export interface DraftStore {
  /** Undefined where the app was never written. */
  state(app: string): Promise<AppState | undefined>;
  /** Undefined where the revision is not retained. */
  revision(app: string, number: RevisionNumber): Promise<MarkedRevision | undefined>;
  /** All files of a revision in the order of their paths (by UTF-16 units), or just those of `paths` that are there. */
  entries(app: string, number: RevisionNumber, paths?: readonly string[]): Promise<readonly FileEntry[] | undefined>;
  /** Where two revisions differ, in the order of the paths. Undefined where one of them is not retained. */
  compare(app: string, from: RevisionNumber, to: RevisionNumber): Promise<readonly EntryChange[] | undefined>;
  turn(app: string, id: string): Promise<TurnRecord | undefined>;
  key(app: string, key: string): Promise<KeyRecord | undefined>;
  /** The bytes, checked against their hash. Refuses `COPY_CORRUPT` where they fail it or are not there. */
  content(bytes: FileBytes): Promise<Uint8Array>;
  /** Ids of all apps. */
  apps(): Promise<readonly string[]>;
  /**
   * Does all of it or nothing: `moved` where the app's version is no longer `state.version - 1`. Durable when it resolves,
   * contents included. Revisions that the new state does not retain go with it, and so do contents that no app's revision
   * names any more.
   */
  commit(app: string, commit: Commit): Promise<'done' | 'moved'>;
  /** Checks all that it holds, every content with it. Reads only, repairs nothing. */
  verify(options?: VerifyOptions): Promise<DraftsReport>;
  close(): Promise<void>;
}

export interface Commit {
  /** The app's new state. */
  readonly state: AppState;
  /** Milliseconds since 1970; keys that are old enough may be forgotten. */
  readonly now: number;
  /** The new head. */
  readonly revision?: NewRevision;
  /**
   * Bytes of every hash among the revision's changes that no retained revision of this app names. More do no harm: where a
   * stored one fails its hash, it is replaced.
   */
  readonly contents?: ReadonlyMap<Hash, Uint8Array>;
  readonly marks?: { readonly revision: RevisionNumber; readonly marks: Marks };
  readonly turns?: readonly TurnRecord[];
  readonly key?: KeyRecord;
}

export interface NewRevision {
  readonly facts: Revision;
  /** From the head before, in the order of the paths. */
  readonly changes: readonly EntryChange[];
}
