/**
 * Verdicts on what agents did to files. An *action* is one agent's change to one or several files and the unit of
 * decision; *keep* leaves it, *discard* puts the exact bytes from before back or refuses; a *receipt* is each file's
 * SHA-256 before, after and now. `transition/` is the one mechanism that touches a user's files; where Discard is decided
 * is `decide/unwind.ts`.
 */
export type {
  ActAnswer,
  BeginAnswer,
  CancelAnswer,
  DecidedBy,
  DecisionAnswer,
  DecisionsAnswer,
  DiffAnswer,
  DiffedFile,
  FileDiff,
  FileReceipt,
  HistoryAnswer,
  HistoryEntry,
  HistoryUnit,
  InspectAnswer,
  InspectedFile,
  PinAnswer,
  PreviewAnswer,
  PurgeAnswer,
  Refused,
  RestoreAnswer,
  SaveAnswer,
  SavedCopies,
  ShownBlock,
  ShownChange,
  ShownPart,
  ShownWords,
  StatusAction,
  StatusAnswer,
  StatusFile,
  UndoAnswer,
} from './answers.js';
export { createReview, type ReviewOptions } from './create-review.js';
export { defaultLimits, type ReviewLimits } from './limits.js';
export type {
  Changed,
  Changes,
  Context,
  DecisionOptions,
  DiffPlace,
  Edit,
  FormatPort,
  HistoryOptions,
  PageOptions,
  PurgeOptions,
  Review,
  SignalPort,
  Target,
  VerdictOf,
  VerdictOptions,
} from './review-api.js';
