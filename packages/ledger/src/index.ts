/**
 * The ledger: *snapshots* of file states, *pairs* of them linked to *actions*, the *journal* of transitions under way,
 * *decisions* with their receipts, and *keys* that make retries safe. `read` sees one moment; `lease` writes under the
 * lock that is exclusive across processes.
 */

export { type Copies, indexFile, type LockWatch, openDisk, randomIds, sha256, systemClock } from '@verbatim/store';
export { type CopiedOut, copyOut } from './copy-out.js';
export { type Ledger, type LedgerOptions, openLedger } from './ledger.js';
export type { CopyManifest, Manifest } from './manifest-words.js';
export {
  guardedCopies,
  type PruneUnit,
  planPrune,
  type RetainedCopy,
  type RetainedFile,
  type RetentionPolicy,
  removableUnits,
} from './plan-prune.js';
export type {
  Action,
  ChangeVerdict,
  DecidedFile,
  Decision,
  FileReview,
  FileVersion,
  JournalRecord,
  JournalStep,
  KeyRecord,
  Pair,
  Snapshot,
  Standing,
} from './records.js';
export { type RewrittenManifests, rewriteManifests } from './rewrite-manifests.js';
export { type RebuildOptions, type Rebuilt, rebuildIndex } from './salvage.js';
export type { SalvageOptions, SalvageProblem } from './salvage-facts.js';
export { type LedgerSurvey, surveyLedger } from './survey.js';
export { LedgerTransaction } from './transaction.js';
export type { LedgerProblem, LedgerReport, VerifyOptions } from './verify.js';
export { LedgerView } from './view.js';
