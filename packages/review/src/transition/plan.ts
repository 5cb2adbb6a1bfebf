/** A finished plan: which files go from which states to which, and what is recorded when they have (design section 5). */
import type { Attributes, Content, FileState, LookPresent, Refusal } from '@verbatim/core';
import type { LedgerTransaction } from '@verbatim/ledger';

/** One file. `from` is what the check saw; the swap accepts nothing else. */
export interface Transfer {
  readonly path: string;
  readonly from: { readonly kind: 'absent' } | LookPresent;
  /** Where `from`'s bytes can be had for its copy; undefined where the copy is in the ledger already. */
  readonly fromContent?: Content;
  readonly to:
    | { readonly kind: 'absent' }
    | { readonly kind: 'present'; readonly content: Content; readonly attributes: Attributes };
  /** True where `to`'s copy is in the ledger already. */
  readonly toStored?: boolean;
}

export interface Landed {
  readonly path: string;
  /** What lies at the path now, as we made it. */
  readonly now: { readonly kind: 'absent' } | LookPresent;
  readonly notKept: readonly string[];
}

export interface TransitionPlan {
  readonly verb: string;
  readonly files: readonly Transfer[];
  /** What the records of its outcome name besides, and no file of it holds. */
  readonly copies?: readonly Content[];
  /** Paths whose bytes go to the system's trash first: what an agent deletes. */
  readonly trash: readonly string[];
  /** What the person is told when a file is no longer what the check saw. */
  readonly changed: (paths: readonly string[]) => Refusal;
  /** Checked under the lock, before anything is intended and again before the swap. Throws to stop. */
  readonly guard: (transaction: LedgerTransaction) => void;
  /** Records of the outcome, written in the transaction that holds the swap. */
  readonly settle: (transaction: LedgerTransaction, landed: readonly Landed[], folders: readonly string[]) => void;
  /** Folders to remove when they are empty afterwards, innermost first. */
  readonly emptyFolders: readonly string[];
}

export type TransitionResult =
  | { readonly outcome: 'applied'; readonly landed: readonly Landed[]; readonly rescued: readonly string[] }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly rescued: readonly string[] };

export function toState(transfer: Transfer): FileState {
  if (transfer.to.kind === 'absent') return { kind: 'absent' };
  const { content, attributes } = transfer.to;
  return { kind: 'present', hash: content.hash, size: content.size, mode: attributes.mode };
}

export function fromState({ from }: Transfer): FileState {
  return from.kind === 'absent' ? from : { kind: 'present', hash: from.hash, size: from.size, mode: from.mode };
}
