/** The nouns of drafts, as stores keep them. Times are ISO 8601, UTC; paths normalised, relative to the app. */
import type { Hash, Owner } from '@verbatim/core';

/** A revision's number; 0 is the empty draft that every app starts from. */
export type RevisionNumber = number;

export interface FileBytes {
  readonly hash: Hash;
  readonly size: number;
}

export interface FileEntry extends FileBytes {
  readonly path: string;
}

/** One path's difference between two revisions; `null` where there is no file. */
export interface EntryChange {
  readonly path: string;
  readonly before: FileBytes | null;
  readonly after: FileBytes | null;
}

/** The facts of one revision. Never changed once written; what happens to it later is a mark. */
export interface Revision {
  readonly number: RevisionNumber;
  readonly at: string;
  /** Made of facts: `edit styles.css`. */
  readonly reason: string;
  readonly turn: string | null;
  /** The revision whose files an undo copied. */
  readonly undoOf: RevisionNumber | null;
  readonly files: number;
  readonly bytes: number;
}

/** What became of a revision after it was written. */
export interface Marks {
  /** Its newest check. */
  readonly check: { readonly ok: boolean; readonly at: string } | null;
  /** When it was last published. */
  readonly published: string | null;
}

export const noMarks: Marks = { check: null, published: null };

export interface MarkedRevision extends Revision {
  readonly marks: Marks;
}

/** One turn of an assistant: its span runs from `start` to `last`, which is `start` while it has written nothing. */
export interface Turn {
  readonly id: string;
  readonly at: string;
  readonly start: RevisionNumber;
  readonly last: RevisionNumber;
  /** Revisions that it wrote; others may lie in its span. */
  readonly revisions: number;
}

/** What is remembered of a turn for good. While it is open, the app's state knows more of `turn`. */
export interface TurnRecord {
  readonly turn: Turn;
  readonly previous: Turn | null;
  /** What `startTurn` answered; null where a write started the turn and nobody asked yet. */
  readonly answer: unknown;
}

/** A publish under way, or one that was cut short. */
export interface Publishing extends PublishLease {
  /** Those that were cut short before it, newest first: where this one fails, they are unconfirmed again. */
  readonly earlier: readonly PublishLease[];
}

export interface PublishLease {
  readonly revision: RevisionNumber;
  readonly token: string;
  readonly at: string;
  readonly owner: Owner;
  /** The key of the call that began it: a retry goes on with the same revision, and a confirmation answers it. */
  readonly claim?: KeyClaim;
}

export interface Counts {
  readonly turns: number;
  /** Revisions written under a turn. */
  readonly turnRevisions: number;
  readonly undos: number;
  /** Writes that changed no byte. */
  readonly unchanged: number;
  /** Calls that were answered from their key. */
  readonly retries: number;
  readonly checks: number;
  readonly failedChecks: number;
  readonly publishes: number;
  /** Bytes of files that were new in their revision. */
  readonly writtenBytes: number;
}

/**
 * Everything about an app that one commit may move, as one value: `version` grows with each commit and is what is compared
 * before it is set.
 */
export interface AppState {
  readonly version: number;
  /** Names the commit that made this state. */
  readonly token: string;
  /** The newest revision; its files are the draft. */
  readonly head: RevisionNumber;
  /** Retained are all revisions from here to the head … */
  readonly oldest: RevisionNumber;
  /** … and these older ones, in order. */
  readonly kept: readonly RevisionNumber[];
  /** The open turn. */
  readonly turn: Turn | null;
  /** The turn that was closed last. */
  readonly previousTurn: Turn | null;
  readonly published: RevisionNumber | null;
  readonly publishing: Publishing | null;
  /** The revision whose check passed last, and the newest one whose newest check passed. */
  readonly passed: { readonly last: RevisionNumber | null; readonly newest: RevisionNumber | null };
  readonly counts: Counts;
}

export const newApp: AppState = {
  version: 0,
  token: '',
  head: 0,
  oldest: 1,
  kept: [],
  turn: null,
  previousTurn: null,
  published: null,
  publishing: null,
  passed: { last: null, newest: null },
  counts: {
    turns: 0,
    turnRevisions: 0,
    undos: 0,
    unchanged: 0,
    retries: 0,
    checks: 0,
    failedChecks: 0,
    publishes: 0,
    writtenBytes: 0,
  },
};

/** What a key was given for. */
export interface KeyClaim {
  readonly key: string;
  /** Hash of the operation and its arguments. */
  readonly arguments: string;
}

/** The first answer under a key (P13). */
export interface KeyRecord extends KeyClaim {
  readonly answer: unknown;
  /** The revision that it answered with; the key is remembered at least as long. */
  readonly revision: RevisionNumber;
}
