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
  FileReceipt,
  InspectAnswer,
  InspectedFile,
  Refused,
  RestoreAnswer,
  ShownChange,
  StatusAction,
  StatusAnswer,
  StatusFile,
} from './answers.js';
export { createReview, type ReviewOptions } from './create-review.js';
export { defaultLimits, type ReviewLimits } from './limits.js';
export type {
  Context,
  DecisionOptions,
  Edit,
  FormatPort,
  Review,
  SignalPort,
  Target,
} from './review-api.js';
