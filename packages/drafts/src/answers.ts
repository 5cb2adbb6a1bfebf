/** What the methods of a draft answer: values that can be printed as JSON as they are, bytes apart. */
import type { Hash, Refusal } from '@verbatim/core';
import type { DiffPlace } from '@verbatim/format-text';
import type { FileEntry, RevisionNumber } from './words.js';

/** An expected no: nothing was written. */
export interface Refused extends Refusal {
  readonly outcome: 'refused';
}

export type FileChangeKind = 'added' | 'edited' | 'deleted' | 'renamed';

export interface ChangedFile {
  readonly path: string;
  readonly kind: FileChangeKind;
  /** The path before, of a renamed file. */
  readonly from?: string;
  /** Hashes of the whole file; `null` where there is none. */
  readonly sha256: { readonly before: Hash | null; readonly after: Hash | null };
}

/** `saved`: a new revision. `unchanged`: every byte was so already; `revision` is the one that holds them. */
export interface Written {
  readonly outcome: 'saved' | 'unchanged';
  readonly revision: RevisionNumber;
  /** The head before. */
  readonly base: RevisionNumber;
  readonly reason: string;
  /** The first of them; `fileCount` counts all. */
  readonly files: readonly ChangedFile[];
  readonly fileCount: number;
  readonly undoOf?: RevisionNumber;
  /** The first answer to the same key, told again. */
  readonly replayed?: true;
}
export type WriteAnswer = Written | Refused;

export interface Span {
  readonly turn: string | null;
  readonly from: RevisionNumber;
  readonly to: RevisionNumber;
}

export interface TurnStarted {
  readonly outcome: 'started';
  readonly turn: string;
  /** The revision visible at its start. */
  readonly revision: RevisionNumber;
  /** The span of the turn before, and how many revisions that turn wrote; null where there was none. */
  readonly previous: (Span & { readonly revisions: number }) | null;
  /** What happened under no turn since. */
  readonly since: readonly { readonly revision: RevisionNumber; readonly reason: string }[];
  /** Lines for the context of the turn that begins. */
  readonly summary: string;
  /** False where another turn has started since: a write under this one is refused. */
  readonly isOpen: boolean;
  /** The first answer, told again; only `isOpen` is as of now. */
  readonly replayed?: true;
}
export type TurnAnswer = TurnStarted | Refused;

/** Every field may be left out: then it is the previous turn's span, from its first file on. */
export interface DiffRequest {
  readonly from?: RevisionNumber;
  readonly to?: RevisionNumber;
  /** The span of this turn. */
  readonly turn?: string;
  /** This file alone. */
  readonly path?: string;
  /** Where in the file's diff to begin. */
  readonly at?: DiffPlace;
  /** Files whose paths come after this one. */
  readonly after?: string;
  /** Lines and bytes of text at most. */
  readonly linesMax?: number;
  readonly bytesMax?: number;
  /** The marker of an earlier answer: where it would be the same again, just that is said. */
  readonly marker?: string;
}

export interface DiffedFile extends ChangedFile {
  readonly isBinary: boolean;
  /** Lines of the whole difference, whatever the text shows of it. */
  readonly added: number;
  readonly removed: number;
  readonly text: string;
  readonly truncated: boolean;
  /** What shows the rest, sent as it is. */
  readonly next?: DiffRequest;
}

export interface DiffShown extends Span {
  readonly outcome: 'diff';
  readonly files: readonly DiffedFile[];
  /** Files in the whole difference. */
  readonly fileCount: number;
  readonly truncated: boolean;
  /** What shows more files, sent as it is. */
  readonly next?: DiffRequest;
  readonly marker: string;
}

/** Nothing has moved since the answer that had this marker. */
export interface Unchanged {
  readonly outcome: 'unchanged';
  readonly unchangedSince: string;
}
export type DiffAnswer = DiffShown | Unchanged | Refused;

export type PublishMark = 'live' | 'earlier' | 'running' | 'unconfirmed';

export interface HistoryEntry {
  readonly revision: RevisionNumber;
  readonly at: string;
  readonly reason: string;
  readonly turn: string | null;
  readonly files: number;
  readonly bytes: number;
  readonly marks: {
    readonly undoOf?: RevisionNumber;
    readonly check?: 'ok' | 'failed';
    readonly publish?: PublishMark;
  };
}

export interface HistoryRequest {
  /** Revisions older than this one. */
  readonly before?: RevisionNumber;
  readonly limit?: number;
  readonly marker?: string;
}

export interface HistoryShown {
  readonly outcome: 'history';
  readonly head: RevisionNumber;
  /** Newest first. */
  readonly revisions: readonly HistoryEntry[];
  /** What shows older ones, sent as it is. */
  readonly next?: HistoryRequest;
  readonly marker: string;
}
export type HistoryAnswer = HistoryShown | Unchanged | Refused;

/** The files of one revision. */
export interface RevisionFiles {
  readonly outcome: 'revision';
  readonly app: string;
  readonly revision: RevisionNumber;
  readonly files: readonly FileEntry[];
  /**
   * A file's bytes, checked. Throws `VERBATIM_LEDGER_DAMAGED` where its stored copy is damaged, `VERBATIM_CALL_INVALID` where
   * there is no such file, or where the revision is no longer retained.
   */
  read(path: string): Promise<Uint8Array>;
}

export interface FileRead extends FileEntry {
  readonly outcome: 'file';
  readonly revision: RevisionNumber;
  readonly bytes: Uint8Array;
}

export interface Checked {
  readonly outcome: 'checked';
  readonly revision: RevisionNumber;
  readonly ok: boolean;
  readonly replayed?: true;
}
export type CheckAnswer = Checked | Refused;

/** `failed`: the publish function threw; nothing is published that was not before. */
export interface Published {
  readonly outcome: 'published' | 'failed';
  readonly revision: RevisionNumber;
  readonly message?: string;
  readonly replayed?: true;
}
export type PublishAnswer = Published | Refused;

export interface Shipped {
  readonly outcome: 'shipped' | 'check-failed' | 'publish-failed';
  readonly revision: RevisionNumber;
  readonly message?: string;
  readonly replayed?: true;
}
export type ShipAnswer = Shipped | Refused;

/** Where the app stands: the questions of `history` that have one answer, in one answer. */
export interface Standing {
  readonly head: RevisionNumber;
  readonly files: number;
  readonly bytes: number;
  /** The live revision; null where none was published yet. */
  readonly published: RevisionNumber | null;
  /** Whether the draft's files differ from the live ones. */
  readonly editedAfterPublishing: boolean;
  readonly publish: 'none' | 'running' | 'unconfirmed';
  /** The revision that is being published, or whose publish was cut short. */
  readonly publishing: RevisionNumber | null;
  /** All revisions that may be live, since their publish was cut short: newest publish first. */
  readonly unconfirmed: readonly RevisionNumber[];
  /** The revision that passed the last check that passed. */
  readonly lastPassed: RevisionNumber | null;
  /** The newest revision whose last check passed. */
  readonly newestPassed: RevisionNumber | null;
  readonly turn: (Span & { readonly revisions: number }) | null;
  readonly previousTurn: (Span & { readonly revisions: number }) | null;
}

export interface Metrics {
  readonly revisions: number;
  readonly turns: number;
  readonly published: number;
  readonly checks: number;
  readonly failedChecks: number;
  /** Each is null while there is nothing to divide by. */
  readonly revisionsPerTurn: number | null;
  readonly editsPerShip: number | null;
  /** Undos among all revisions. */
  readonly undoRate: number | null;
  /** Writes that changed no byte, among all writes. */
  readonly noopRate: number | null;
  /** Calls answered from their key, among all calls that write. */
  readonly retryRate: number | null;
  readonly bytes: { readonly draft: number; readonly written: number };
}
