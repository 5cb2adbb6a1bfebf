/** What the public methods answer: the same shapes that `--json` prints. Hashes are full SHA-256; `null` means no file. */
import type { ActionId, ActionStatus, DecisionId, FileKind, Format, Refusal, SnapshotId } from '@verbatim/core';

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

/** Restore from History. `copies` are the ids of what was saved on the way. */
export type RestoreAnswer =
  | (Answered & {
      readonly outcome: 'restored';
      readonly copies: { readonly beforeRestore: SnapshotId; readonly restored: SnapshotId };
    })
  | (Answered & { readonly outcome: 'unchanged' })
  | Refused;

export type DecisionAnswer =
  | (Answered & {
      readonly outcome: 'kept' | 'discarded' | 'mixed';
      readonly decision: DecisionId;
      readonly actions: readonly ActionId[];
    })
  | (Answered & { readonly outcome: 'unchanged' })
  | Refused;

/** `--all` and `--changed`: one decision per connected group, each told. */
export interface DecisionsAnswer {
  readonly outcome: 'kept' | 'discarded' | 'mixed' | 'unchanged' | 'refused';
  readonly decisions: readonly DecisionAnswer[];
  readonly files: readonly FileReceipt[];
}

export type DecidedBy = 'per-change' | 'whole-file';

export interface StatusFile {
  readonly path: string;
  readonly format: Format;
  readonly kind: FileKind;
  readonly decidedBy: DecidedBy;
  readonly changeCount: number;
  /** Why Discard would refuse now, where it would. */
  readonly blocked?: string;
}

export interface StatusAction {
  readonly id: ActionId;
  readonly status: ActionStatus;
  readonly agent: string | null;
  readonly request: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly files: readonly StatusFile[];
}

export interface StatusAnswer {
  /** A hash of what is shown; a decision that carries it is refused when the review has moved since (P16). */
  readonly seen: string;
  readonly actions: readonly StatusAction[];
  /** Sentences about things a person should know: an operation cut short, a warning near a limit. */
  readonly notes: readonly string[];
}

export interface ShownChange {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  /** For people: decoded, control characters visible. */
  readonly parts: readonly { readonly before: string; readonly after: string }[];
}

export interface InspectedFile {
  readonly path: string;
  readonly format: Format;
  readonly kind: FileKind;
  readonly decidedBy: DecidedBy;
  /** Why it is decided as a whole, or why no finer changes can be shown. */
  readonly reason?: string;
  readonly changeCount: number;
  readonly changes: readonly ShownChange[];
  readonly sha256: FileReceipt['sha256'];
}

export interface InspectAnswer {
  readonly outcome: 'shown';
  readonly seen: string;
  readonly actions: readonly ActionId[];
  readonly files: readonly InspectedFile[];
  /** Changes in all files; with `page` the ones from `from` on, `count` of them, were shown. */
  readonly changeCount: number;
  readonly page: { readonly from: number; readonly count: number };
}
