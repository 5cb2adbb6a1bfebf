/** The handle that `createReview` answers with, and what its methods take. */
import type { ActionId, DecisionId, Format, SnapshotId } from '@verbatim/core';
import type {
  ActAnswer,
  BeginAnswer,
  CancelAnswer,
  DecidedBy,
  DecisionAnswer,
  DecisionsAnswer,
  DiffAnswer,
  FileDiff,
  HistoryAnswer,
  InspectAnswer,
  PinAnswer,
  PreviewAnswer,
  PurgeAnswer,
  Refused,
  RestoreAnswer,
  SaveAnswer,
  ShownChange,
  ShownPart,
  StatusAnswer,
  UndoAnswer,
} from './answers.js';

/** Who acts, in which request, and the key that makes a retry safe (P13). */
export interface Context {
  readonly agent?: string;
  readonly request?: string;
  readonly key?: string;
}

/** A file's new bytes, and sentences worth telling about them. */
export interface Changed {
  readonly bytes: Uint8Array;
  readonly notes?: readonly string[];
}

/** One step of an agent's action. Several steps may touch one file; they are worked out in order, then written once. */
export type Edit =
  | { readonly op: 'write'; readonly path: string; readonly bytes: Uint8Array }
  | {
      readonly op: 'change';
      readonly path: string;
      /** All that tells this change from another: verb and arguments. Part of what a key is bound to. */
      readonly about: string;
      /** Works out the new bytes, or refuses by throwing a `RefusalError`. Called with the bytes as they are now. */
      readonly change: (bytes: Uint8Array) => Changed | Promise<Changed>;
    }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'move'; readonly path: string; readonly to: string };

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'action'; readonly id: ActionId };

export interface DecisionOptions extends Context {
  /** What was shown, as `status` or `inspect` said it. */
  readonly seen?: string;
  /** Go on although another program replaced a file with equal bytes. */
  readonly acceptReplaced?: boolean;
}

export interface VerdictOptions extends DecisionOptions {
  /** Go on although a person edited the file since: only the bytes of the named changes are replaced. */
  readonly aroundEdits?: boolean;
}

/** Which changes to show. */
export interface PageOptions {
  /** The first one, from 0. */
  readonly from?: number;
  readonly count?: number;
  /** Also tell which words differ inside each. */
  readonly words?: boolean;
}

export interface HistoryOptions {
  /** Where a page before ended. */
  readonly below?: number;
  /** Copies on the page. */
  readonly count?: number;
  /** ISO 8601, UTC: older copies are left out. */
  readonly since?: string;
  /** Also tell what retention removes next; of a file only. */
  readonly prunePreview?: boolean;
}

export interface PurgeOptions {
  /** Only these copies, each with the other half of its pair; else all of the file. */
  readonly copies?: readonly SnapshotId[];
  readonly confirmed?: boolean;
}

export interface Review {
  /** An agent's edits as one action: all files or none. Durable when it resolves with `pending`. */
  act(verb: string, edits: readonly Edit[], context?: Context): Promise<ActAnswer>;

  /**
   * Captures files for an agent that writes by itself. Its first write may start when this resolves with `open`. Under a key
   * that is told again as long as the action is open and its files are as they were captured; else `FILE_BUSY`, or a new one
   * is begun where the first has ended.
   */
  begin(paths: readonly string[], options?: Context & { readonly pid?: number }): Promise<BeginAnswer>;
  /** What was begun under the key, also when it has ended since. Writes nothing. Refuses `ACTION_UNKNOWN`, `KEY_REUSED`. */
  begun(paths: readonly string[], context: Context & { readonly key: string }): Promise<BeginAnswer>;
  /** Records what the agent left on disk. Files that did not change drop out. */
  commit(action: ActionId, context?: Context): Promise<ActAnswer>;
  /**
   * Ends an open action: `cancelled` where nothing changed, else `interrupted`. One that is interrupted already is given up:
   * `cancelled`, its files stay, and what was there before them is in their history.
   */
  cancel(action: ActionId, context?: Context): Promise<CancelAnswer>;

  /** What waits. Writes nothing. */
  status(): Promise<StatusAnswer>;
  /** Every change of an action or of a file's chain. Writes nothing. */
  inspect(target: Target, page?: PageOptions): Promise<InspectAnswer | Refused>;

  /** Unified diffs of an action's files, or of a file's chain; `from` goes on where a long one of one file left off. */
  diff(target: Target, from?: DiffPlace): Promise<DiffAnswer | Refused>;

  keep(targets: readonly Target[], options?: DecisionOptions): Promise<DecisionAnswer>;
  discard(targets: readonly Target[], options?: DecisionOptions): Promise<DecisionAnswer>;
  /**
   * A verdict on single changes of a text file's top chain; `changes` are ids, or `kind:KIND` for all of a kind. Accept
   * writes nothing, reject is a transition with the checks of Discard. Refuses `CHANGE_UNKNOWN`, `CHANGE_BLOCKED`,
   * `DECIDED_WHOLE`, and what Discard refuses.
   */
  accept(path: string, changes: readonly string[], options?: VerdictOptions): Promise<DecisionAnswer>;
  reject(path: string, changes: readonly string[], options?: VerdictOptions): Promise<DecisionAnswer>;
  keepAll(options?: DecisionOptions & { readonly changedOnly?: boolean }): Promise<DecisionsAnswer | Refused>;
  discardAll(options?: DecisionOptions): Promise<DecisionsAnswer | Refused>;

  /** Which copies there are of a file, a folder or an action, newest first, a page at a time. Writes nothing. */
  history(target: Target, options?: HistoryOptions): Promise<HistoryAnswer | Refused>;
  /** Saves a restore point. Refuses `HISTORY_FULL` where they and pinned copies leave too little room. */
  save(path: string, options?: Context & { readonly note?: string }): Promise<SaveAnswer>;
  /** Keeps a copy from retention, or leaves it to it again. */
  pin(path: string, copy: SnapshotId): Promise<PinAnswer>;
  unpin(path: string, copy: SnapshotId): Promise<PinAnswer>;
  /** What `restore` would change, a page at a time. Writes nothing. */
  preview(path: string, copy: SnapshotId, page?: PageOptions): Promise<PreviewAnswer | Refused>;
  /**
   * Puts a retained copy of the file back over it, after saving the present state; one that says "no file" moves the file to
   * the trash. Works beside a pending review, which stays pending. Refuses `COPY_UNKNOWN`, `COPY_CORRUPT`, and
   * `OFFICE_INVALID` for an Office copy that would not open.
   */
  restore(path: string, copy: SnapshotId, context?: Context): Promise<RestoreAnswer>;
  /** Puts every file of an action back to how it was before it, all or none. Refuses `COPIES_PRUNED` too. */
  restoreAction(action: ActionId, context?: Context): Promise<RestoreAnswer>;
  /**
   * Undoes a decision, if nothing was decided since and the files still are what it left; recorded as a decision of its own.
   * Refuses `DECISION_UNKNOWN`, `UNDO_OVERTAKEN`, `COPIES_PRUNED`, and what Discard refuses.
   */
  undo(decision: DecisionId, options?: DecisionOptions): Promise<UndoAnswer>;
  /** Removes a file's history, or some of its copies, for good; without `confirmed` it tells what would go. */
  purge(path: string, options?: PurgeOptions): Promise<PurgeAnswer>;

  /** Finishes or puts back what a crash cut short; leaves live owners alone. Answers sentences about what it did. */
  recover(): Promise<readonly string[]>;
}

/** What differs between two versions of a file, and how it is decided. */
export interface Changes {
  readonly format: Format;
  readonly decidedBy: DecidedBy;
  /** Why it is decided as a whole, or why its changes are less fine than the format allows; a sentence. */
  readonly reason?: string;
  /** Why the file would not open any more since the edit; a sentence. Undefined where it opens, or did not before either. */
  readonly problem?: string;
  readonly changes: readonly ShownChange[];
}

/** A place in a diff: a hunk, and a line in it, both from 1. */
export interface DiffPlace {
  readonly hunk: number;
  readonly line: number;
}

/** Verdicts by the id of the change. */
export type VerdictOf = (id: string) => 'accept' | 'reject';

/** What `review` needs to know of formats; `node` fills it. `undefined` bytes: there is no file on that side. */
export interface FormatPort {
  changes(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): Changes | Promise<Changes>;
  /** The file that follows from verdicts on its changes. Called for files that are decided `per-change` only. */
  compose(path: string, before: Uint8Array, after: Uint8Array, verdictOf: VerdictOf): Uint8Array;
  /**
   * The same around a person's edits: `current` is what `now` comes to, edited by a person, and becomes what `wanted` comes
   * to, with those edits. `blocked`: changes that the person's edits overlap or touch; a `string`: why it cannot be done.
   */
  composeAround(
    path: string,
    before: Uint8Array,
    after: Uint8Array,
    verdicts: { readonly now: VerdictOf; readonly wanted: VerdictOf },
    current: Uint8Array,
  ): { readonly bytes: Uint8Array } | { readonly blocked: readonly string[] } | { readonly unfit: string };
  /**
   * The changes that the person's edits overlap or touch, so that their verdict cannot turn around them: each with those edits
   * as a person can read them, none where it is only unclear where the change lies; or why nothing can be told apart.
   */
  blockedBy(
    path: string,
    before: Uint8Array,
    after: Uint8Array,
    verdictOf: VerdictOf,
    current: Uint8Array,
  ): ReadonlyMap<string, readonly ShownPart[]> | { readonly unfit: string };
  /** A unified diff for reading, from a place on where a longer one left off. */
  diff(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined, from?: DiffPlace): FileDiff;
  /** The words that differ between two shown texts; undefined where they are too large for it. */
  words(before: string, after: string): ShownPart['words'];
  /** Why these bytes would not open as what the path says, in a sentence; undefined where they would, or nobody can tell. */
  problemOf?(path: string, bytes: Uint8Array): string | undefined | Promise<string | undefined>;
}

/** Holds signals back while files are being changed; `hold` answers the function that lets them through again. */
export interface SignalPort {
  hold(): () => void;
}
