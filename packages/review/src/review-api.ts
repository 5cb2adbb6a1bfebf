/** The handle that `createReview` answers with, and what its methods take. */
import type { ActionId, Format, SnapshotId } from '@verbatim/core';
import type {
  ActAnswer,
  BeginAnswer,
  CancelAnswer,
  DecidedBy,
  DecisionAnswer,
  DecisionsAnswer,
  InspectAnswer,
  Refused,
  RestoreAnswer,
  ShownChange,
  StatusAnswer,
} from './answers.js';

/** Who acts, in which request, and the key that makes a retry safe (P13). */
export interface Context {
  readonly agent?: string;
  readonly request?: string;
  readonly key?: string;
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
      readonly change: (bytes: Uint8Array) => { readonly bytes: Uint8Array; readonly notes?: readonly string[] };
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

export interface Review {
  /** An agent's edits as one action: all files or none. Durable when it resolves with `pending`. */
  act(verb: string, edits: readonly Edit[], context?: Context): Promise<ActAnswer>;

  /** Captures files for an agent that writes by itself. Its first write may start when this resolves with `open`. */
  begin(paths: readonly string[], options?: Context & { readonly pid?: number }): Promise<BeginAnswer>;
  /** Records what the agent left on disk. Files that did not change drop out. */
  commit(action: ActionId, context?: Context): Promise<ActAnswer>;
  /** Ends an open action: `cancelled` where nothing changed, else `interrupted`. */
  cancel(action: ActionId, context?: Context): Promise<CancelAnswer>;

  /** What waits. Writes nothing. */
  status(): Promise<StatusAnswer>;
  /** Every change of an action or of a file's chain. Writes nothing. */
  inspect(target: Target, page?: { readonly from?: number; readonly count?: number }): Promise<InspectAnswer | Refused>;

  keep(targets: readonly Target[], options?: DecisionOptions): Promise<DecisionAnswer>;
  discard(targets: readonly Target[], options?: DecisionOptions): Promise<DecisionAnswer>;
  keepAll(options?: DecisionOptions & { readonly changedOnly?: boolean }): Promise<DecisionsAnswer | Refused>;
  discardAll(options?: DecisionOptions): Promise<DecisionsAnswer | Refused>;

  /**
   * Puts a retained copy of the file back over it, after saving the present state. Works beside a pending review, which
   * stays pending. Refuses `COPY_UNKNOWN`, `COPY_CORRUPT`, and `OFFICE_INVALID` for an Office copy that would not open.
   */
  restore(path: string, copy: SnapshotId, context?: Context): Promise<RestoreAnswer>;

  /** Finishes or puts back what a crash cut short; leaves live owners alone. Answers sentences about what it did. */
  recover(): Promise<readonly string[]>;
}

/** What `review` needs to know of formats; `node` fills it. `undefined` bytes: there is no file on that side. */
export interface FormatPort {
  changes(
    path: string,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
  ): {
    readonly format: Format;
    readonly decidedBy: DecidedBy;
    readonly reason?: string;
    readonly changes: readonly ShownChange[];
  };
  /** Why these bytes would not open as what the path says, in a sentence; undefined where they would, or nobody can tell. */
  problemOf?(path: string, bytes: Uint8Array): string | undefined;
}

/** Holds signals back while files are being changed; `hold` answers the function that lets them through again. */
export interface SignalPort {
  hold(): () => void;
}
