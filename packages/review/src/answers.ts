/** What the public methods answer: the same shapes that `--json` prints. Hashes are full SHA-256; `null` means no file. */
import type {
  ActionId,
  ActionStatus,
  DecisionId,
  FileKind,
  Format,
  Refusal,
  SnapshotId,
  SnapshotLabel,
} from '@verbatim/core';
import type { Decision } from '@verbatim/ledger';

/** One file's proof (P15). */
export interface FileReceipt {
  /** Relative to the workspace root. */
  readonly path: string;
  readonly sha256: { readonly before: string | null; readonly after: string | null; readonly now: string | null };
  /** What was done to the file on disk. */
  readonly did: 'written' | 'created' | 'removed' | 'restored' | 'nothing';
  /** What of it could not be kept (an extended attribute, say), in words. */
  readonly notKept?: readonly string[];
}

interface Answered {
  readonly files: readonly FileReceipt[];
  /** The first answer to the same key, told again (P13). */
  readonly replayed?: true;
  /** Paths, relative to the root, of versions found on the way that somebody else had saved; nothing is lost. */
  readonly rescued?: readonly string[];
  /** Sentences worth telling: line ends that were adapted, copies whose trash entry remains, and the like. */
  readonly notes?: readonly string[];
}

export interface Refused extends Omit<Refusal, 'files'> {
  readonly outcome: 'refused';
  readonly files: readonly { readonly path: string }[];
}

/** An agent's edit. `unchanged`: the bytes were the same, so there is no action. */
export type ActAnswer =
  | (Answered & { readonly outcome: 'pending'; readonly action: ActionId })
  | (Answered & { readonly outcome: 'unchanged' })
  | Refused;

export type BeginAnswer = (Answered & { readonly outcome: 'open'; readonly action: ActionId }) | Refused;

export type CancelAnswer =
  | (Answered & { readonly outcome: 'cancelled' | 'interrupted'; readonly action: ActionId })
  | Refused;

/** Ids of what was saved on the way: "Before restore" and "Restored". */
export interface SavedCopies {
  readonly path: string;
  readonly beforeRestore: SnapshotId;
  readonly restored: SnapshotId;
}

export type RestoreAnswer =
  | (Answered & {
      readonly outcome: 'restored';
      readonly decision: DecisionId;
      readonly copies: readonly SavedCopies[];
    })
  | (Answered & { readonly outcome: 'unchanged' })
  | Refused;

export type UndoAnswer =
  | (Answered & {
      readonly outcome: 'restored';
      /** The undo itself, which can be undone too. */
      readonly decision: DecisionId;
      readonly undid: Decision['verdict'];
      readonly actions: readonly ActionId[];
      readonly copies: readonly SavedCopies[];
    })
  | Refused;

/** `unchanged`: the newest restore point already is this state; `copy` is its id. */
export type SaveAnswer = (Answered & { readonly outcome: 'saved' | 'unchanged'; readonly copy: SnapshotId }) | Refused;

export type PinAnswer = { readonly outcome: 'pinned' | 'unpinned' | 'unchanged'; readonly copy: SnapshotId } | Refused;

/** `preview`: what would go; nothing has been removed. */
export type PurgeAnswer =
  | {
      readonly outcome: 'preview' | 'purged' | 'unchanged';
      readonly path: string;
      readonly copies: readonly SnapshotId[];
      /** Bytes of distinct contents; what another file has too stays. */
      readonly bytes: number;
      /** Which copies stay under former names of the file. */
      readonly notes?: readonly string[];
    }
  | Refused;

/** What Restore would change: Before is the file as it is now, After the copy. */
export interface PreviewAnswer {
  readonly outcome: 'shown';
  readonly path: string;
  readonly copy: SnapshotId;
  readonly format: Format;
  readonly reason?: string;
  readonly changes: readonly ShownChange[];
  readonly changeCount: number;
  readonly page: { readonly from: number; readonly count: number };
  readonly sha256: { readonly now: string | null; readonly restored: string | null };
}

/** One retained copy; never its bytes. */
export interface HistoryEntry {
  readonly id: SnapshotId;
  readonly path: string;
  readonly at: string;
  readonly label: SnapshotLabel;
  /** Null where the copy records that there was no file. */
  readonly size: number | null;
  readonly hash: string | null;
  readonly pinned: boolean;
  readonly restorable: boolean;
  /** Why it is not restorable. */
  readonly why?: string;
  readonly note?: string;
  readonly action?: ActionId;
  readonly status?: ActionStatus;
  readonly agent?: string | null;
  readonly request?: string | null;
}

/** Copies that retention removes together. */
export interface HistoryUnit {
  readonly copies: readonly SnapshotId[];
  readonly action?: ActionId;
  /** True where it goes with the next copy of the file. */
  readonly due: boolean;
}

export interface HistoryAnswer {
  readonly outcome: 'shown';
  /** Newest first. */
  readonly copies: readonly HistoryEntry[];
  /** Decisions on the file that can be undone, newest first. */
  readonly decisions: readonly {
    readonly id: DecisionId;
    readonly at: string;
    readonly verdict: Decision['verdict'];
    readonly actions: readonly ActionId[];
  }[];
  /** Where the page ended: `below` of the next one. */
  readonly next?: number;
  /** Of an action: whether all its copies are retained. */
  readonly action?: {
    readonly id: ActionId;
    readonly status: ActionStatus;
    readonly revertible: boolean;
    readonly files: readonly string[];
  };
  /** What retention removes next, first to go first. */
  readonly pruneNext?: readonly HistoryUnit[];
}

/**
 * Of a verdict on single changes the outcome tells how the file stands now: `kept` where nothing of it was undone,
 * `discarded` where it is back at its first before, else `mixed`.
 */
export type DecisionAnswer =
  | (Answered & {
      readonly outcome: 'kept' | 'discarded' | 'mixed';
      readonly decision: DecisionId;
      readonly actions: readonly ActionId[];
      /** Changes of the file that still wait; only of a verdict on single changes. */
      readonly undecided?: number;
    })
  | (Answered & { readonly outcome: 'unchanged'; readonly undecided?: number })
  | Refused;

/** `--all` and `--changed`: one decision per connected group, each told. */
export interface DecisionsAnswer {
  readonly outcome: 'kept' | 'discarded' | 'mixed' | 'unchanged' | 'refused';
  readonly decisions: readonly DecisionAnswer[];
  readonly files: readonly FileReceipt[];
  /** The fault that stopped it after these decisions: what else waits was not decided. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly path: string | null;
  };
}

export type DecidedBy = 'per-change' | 'whole-file';

export interface StatusFile {
  readonly path: string;
  readonly format: Format;
  readonly kind: FileKind;
  readonly decidedBy: DecidedBy;
  /** Changes that wait for a verdict. */
  readonly changeCount: number;
  /** Changes in all, those that were decided included; where some were. */
  readonly changesInAll?: number;
  /** Why the file would not open any more since the agent's edit, where it was told; a sentence. */
  readonly problem?: string;
  /** Why Discard would refuse now, where it would. */
  readonly blocked?: string;
  /** The newer action under which this file's changes are shown, since some of them were decided one by one. */
  readonly decidedWith?: ActionId;
}

export interface StatusAction {
  readonly id: ActionId;
  readonly status: ActionStatus;
  readonly agent: string | null;
  readonly request: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /**
   * A hash of what this action's review shows, the one that `inspect` tells; other actions do not move it (P16). A decision on
   * several carries the start of a SHA-256 of theirs, as `docs/cli/status.json` says.
   */
  readonly seen: string;
  /** Of an interrupted action of which a file was edited or decided on since: it can be given up, and not recorded. */
  readonly overtaken?: true;
  readonly files: readonly StatusFile[];
}

export interface StatusAnswer {
  /** A hash of all that is shown; a decision that carries it is refused when the review has moved since (P16). */
  readonly seen: string;
  readonly actions: readonly StatusAction[];
  /** Sentences about things a person should know: an operation cut short, a warning near a limit. */
  readonly notes: readonly string[];
}

export interface ShownChange {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  /** What a person said of it; undefined while nobody did. */
  readonly verdict?: 'accept' | 'reject';
  /** Why it cannot be put back, or come back, apart from what was edited since; undefined where it can. */
  readonly blocked?: ShownBlock;
  /** For people: decoded, control characters visible. */
  readonly parts: readonly ShownPart[];
}

export interface ShownBlock {
  /** A sentence. */
  readonly reason: string;
  /** The lines of the file that were edited since and overlap or touch the change: as they should be, and as they are. */
  readonly edits: readonly ShownPart[];
}

export interface ShownPart {
  readonly before: string;
  readonly after: string;
  /** The same texts, word by word; where that was asked for and they are not too large for it. */
  readonly words?: { readonly before: readonly ShownWords[]; readonly after: readonly ShownWords[] };
}

/** A stretch of a text that is on both sides, or on this one only. */
export interface ShownWords {
  readonly text: string;
  readonly changed: boolean;
}

export interface InspectedFile {
  readonly path: string;
  readonly format: Format;
  readonly kind: FileKind;
  readonly decidedBy: DecidedBy;
  /** Why it is decided as a whole, or why no finer changes can be shown. */
  readonly reason?: string;
  /** Why the file would not open any more since the agent's edit, where it was told; a sentence. */
  readonly problem?: string;
  readonly changeCount: number;
  /** Those of them without a verdict. */
  readonly undecided: number;
  /** True where a person or another program edited the file since, so that a change is put back only around that. */
  readonly editedSince?: true;
  /**
   * The waiting actions whose edits of this file build on each other, where these are more than what is shown: verdicts on
   * single changes are given on all of them, as `inspect` of the file shows them.
   */
  readonly chain?: readonly ActionId[];
  readonly changes: readonly ShownChange[];
  readonly sha256: FileReceipt['sha256'];
}

export interface InspectAnswer {
  readonly outcome: 'shown';
  readonly seen: string;
  readonly actions: readonly ActionId[];
  /** True where the actions touch files that are not shown: those are decided with them. */
  readonly reachesOthers?: true;
  /** True where nothing can be decided yet: what the agent wrote is not recorded. */
  readonly isOpen?: true;
  readonly files: readonly InspectedFile[];
  /** Changes in all files; with `page` the ones from `from` on, `count` of them, were shown. */
  readonly changeCount: number;
  readonly page: { readonly from: number; readonly count: number };
}

/** A file's difference for reading. */
export interface FileDiff {
  /** Lines of the whole difference. */
  readonly added: number;
  readonly removed: number;
  /** True where `text` does not show all of it. */
  readonly truncated: boolean;
  /** A unified diff, or a line that says why there is none. */
  readonly text: string;
  /** Where the text left off: the place to go on from. */
  readonly next?: { readonly hunk: number; readonly line: number };
}

export type DiffedFile = FileDiff & { readonly path: string };

export interface DiffAnswer {
  readonly outcome: 'shown';
  readonly seen: string;
  readonly actions: readonly ActionId[];
  readonly files: readonly DiffedFile[];
}
