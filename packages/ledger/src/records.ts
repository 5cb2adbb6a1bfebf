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
  /** Extended attributes that our last write of it could not keep: no person took them away. */
  readonly notKept?: readonly string[];
  /** True where retention has removed both copies: the action is not revertible any more. */
  readonly pruned?: true;
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

/** A file state with what belongs to the file beside its bytes; attributes are null where there is no file. */
export interface FileVersion {
  readonly state: FileState;
  readonly attributes: Attributes | null;
}

/** What a person says of one change. Undecided counts as accepted: it is on disk. */
export type ChangeVerdict = 'accept' | 'reject';

/**
 * The verdicts on single changes of one file's chain (design section 6). Exists from the first verdict on until every action
 * of the chain is settled. Its changes are those from `base` to `head`, never those against the file on disk.
 */
export interface FileReview {
  readonly path: string;
  /** Sequence of the chain's oldest action; with the path it names this record. */
  readonly seq: number;
  /** The chain's actions, oldest first; they are decided as one. */
  readonly actions: readonly ActionId[];
  /** What was there before the oldest action. */
  readonly original: FileVersion;
  /** The original with all that was accepted before the agent's newest edit. */
  readonly base: FileVersion;
  /** What the agent's newest edit left. */
  readonly head: FileVersion;
  /** By the id of the change. */
  readonly verdicts: Readonly<Record<string, ChangeVerdict>>;
  /** What the verdicts come to, so what should be on disk. */
  readonly expected: FileVersion;
  /** Which file on disk our last write, or the agent's, was. */
  readonly identity: Identity | null;
  /** As in a pair. */
  readonly notKept?: readonly string[];
  /** True where no change is left without a verdict. */
  readonly isDecided: boolean;
  /** True where a change was rejected, also before the base moved. */
  readonly isUndone: boolean;
  /** True where that was before the base moved: it cannot be thought better of. Not in records of earlier versions. */
  readonly wasUndone?: boolean;
  /** True where what lies on disk is not `expected`, since a verdict was carried out around a person's edits. */
  readonly isAround?: boolean;
}

/** One file of a transition that is under way. Names are relative to the root. */
export interface JournalStep {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
  /** Which file `from` was; null where there was none. Not in records of earlier versions. */
  readonly identity?: Identity | null;
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

/** A person's verdict with its receipt, and how things stood before and after it, so that it can be undone. */
export interface Decision {
  readonly id: DecisionId;
  readonly seq: number;
  readonly at: string;
  readonly verdict: 'keep' | 'discard' | ChangeVerdict | 'restore' | 'undo';
  readonly actions: readonly ActionId[];
  /** What was answered; told again when the same is decided twice. */
  readonly answer: unknown;
  readonly before: Standing;
  readonly after: Standing;
  /** The files that were written. */
  readonly files: readonly DecidedFile[];
}

/** How actions and the review records of their files stand. */
export interface Standing {
  readonly actions: readonly {
    readonly id: ActionId;
    readonly status: ActionStatus;
    readonly decision: DecisionId | null;
  }[];
  readonly reviews: readonly FileReview[];
}

/** What lay on disk before a decision, and what it put there. */
export interface DecidedFile {
  readonly path: string;
  readonly from: FileVersion;
  readonly to: FileVersion;
  /** Which file on disk `to` was made as. */
  readonly identity: Identity | null;
}
