/** The ledger's records, as they lie in the store. Paths are relative to the workspace root; times ISO 8601, UTC. */
import type {
  ActionId,
  ActionStatus,
  Attributes,
  DecisionId,
  FileKind,
  FileState,
  Identity,
  Owner,
  SnapshotId,
  SnapshotLabel,
} from '@verbatim/core';

/** The unit of decision. `paths` and `count` are fixed when it is committed, so that a missing pair is noticed (P4). */
export interface Action {
  readonly id: ActionId;
  /** Order in the ledger; never the clock. */
  readonly seq: number;
  readonly status: ActionStatus;
  readonly verb: string;
  readonly agent: string | null;
  readonly request: string | null;
  readonly at: string;
  readonly count: number;
  readonly paths: readonly string[];
  /** Folders that were made for its files; they go with them when a Discard leaves them empty. */
  readonly folders: readonly string[];
  readonly decision: DecisionId | null;
  /** The process that an open action belongs to, where `--pid` named one. */
  readonly process: Owner | null;
}

/** The before and after of one file in one action. `after` is null while the action is open. */
export interface Pair {
  readonly action: ActionId;
  readonly seq: number;
  readonly index: number;
  readonly path: string;
  readonly kind: FileKind;
  readonly before: SnapshotId;
  readonly after: SnapshotId | null;
  /** Which file on disk holds the after state; re-stamped by our own writes. Null where there is none. */
  readonly identity: Identity | null;
}

/** An immutable, checked copy of a file state. */
export interface Snapshot {
  readonly id: SnapshotId;
  readonly seq: number;
  readonly path: string;
  readonly label: SnapshotLabel;
  readonly state: FileState;
  readonly attributes: Attributes | null;
  readonly at: string;
  readonly action: ActionId | null;
  readonly pinned: boolean;
  readonly note: string | null;
}

/** One file of a transition that is under way. Names are relative to the root. */
export interface JournalStep {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
  /** The temporary folder beside the file. */
  readonly folder: string;
  /** The new content, and after an exchange what came out. */
  readonly staged: string;
  /** Where the file is moved to in the aside order. */
  readonly aside: string;
}

/** A transition under way: what recovery needs to finish it or to put it back. */
export interface JournalRecord {
  readonly token: string;
  readonly owner: Owner;
  readonly verb: string;
  readonly at: string;
  readonly state: 'intended' | 'committed' | 'put-back';
  readonly steps: readonly JournalStep[];
  /**
   * Folders that go where they are left empty, outermost first: those that the transition makes; once it is committed,
   * those that were made by what it undid.
   */
  readonly folders: readonly string[];
}

/** The first answer under a key (P13). */
export interface KeyRecord {
  readonly arguments: string;
  /** Undefined while the decisions under it are still being made. */
  readonly answer?: unknown;
  /** The groups that a decision on everything was to decide, so that a retry goes on with the same ones. */
  readonly groups?: readonly (readonly ActionId[])[];
  readonly at: string;
}

export interface Decision {
  readonly id: DecisionId;
  readonly seq: number;
  readonly at: string;
  readonly verdict: 'keep' | 'discard';
  readonly actions: readonly ActionId[];
  /** What was answered; told again when the same is decided twice. */
  readonly answer: unknown;
}
