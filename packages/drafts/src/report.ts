/** What a check of all drafts found. */
import type { Hash } from '@verbatim/core';
import type { RevisionNumber } from './words.js';

export interface DraftProblem {
  readonly code:
    | 'RECORD_DAMAGED'
    | 'REVISION_INCOMPLETE'
    | 'REFERENCE_BROKEN'
    | 'COPY_MISSING'
    | 'COPY_CORRUPT'
    | 'COPY_MISCOUNTED';
  /** A sentence for people. */
  readonly message: string;
  readonly app?: string;
  readonly revision?: RevisionNumber;
  readonly path?: string;
  readonly hash?: Hash;
}

export interface DraftsReport {
  readonly problems: readonly DraftProblem[];
  readonly apps: number;
  /** Retained revisions of all apps. */
  readonly revisions: number;
  /** Distinct contents that they name, and their bytes. */
  readonly copies: number;
  readonly bytes: number;
  /** Copies that no revision names: left by something that was cut short, or not swept yet; harmless. */
  readonly orphans: number;
}

export interface VerifyOptions {
  /** Told how many copies were read, and their bytes, for a progress line. */
  readonly onCopy?: (done: number, bytes: number) => void;
}
