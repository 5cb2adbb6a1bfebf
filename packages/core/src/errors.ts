/**
 * Bad news comes in two kinds. A *refusal* is an expected no: nothing was written, and it says which file, which check
 * and what to do next. A *fault* is something that broke. Every code has a row in `docs/errors.md`.
 */

/** Codes of refusals. The stable part; wording may improve, except for the fixed sentences. */
export const refusalCodes = [
  'ACTION_INTERRUPTED',
  'ACTION_OPEN',
  'ACTION_SETTLED',
  'ACTION_UNKNOWN',
  'ALREADY_BEFORE',
  'CASE_TWIN',
  'CHANGE_BLOCKED',
  'CHANGE_UNKNOWN',
  'COPIES_PRUNED',
  'COPY_CORRUPT',
  'COPY_UNKNOWN',
  'DECIDED_WHOLE',
  'DECISION_UNKNOWN',
  'FILE_ABSENT',
  'FILE_BUSY',
  'FILE_CHANGED',
  'FILE_COUNT_MISMATCH',
  'FILE_REPLACED',
  'FOLDER_READ_ONLY',
  'GENERATOR_FAILED',
  'HARD_LINKED',
  'HISTORY_FULL',
  'HOME_IN_WORKSPACE',
  'HOME_UNSAFE',
  'INPUT_INVALID',
  'IS_FOLDER',
  'KEY_REUSED',
  'LIMIT',
  'MATCH_ABSENT',
  'MATCH_AMBIGUOUS',
  'NAME_NOT_EXACT',
  'NOTHING_TO_CONFIRM',
  'NOTHING_TO_UNDO',
  'NOT_A_FILE',
  'NOTHING_PENDING',
  'OFFICE_INVALID',
  'OFFICE_PLACE_ABSENT',
  'OFFICE_UNSUPPORTED',
  'OUTSIDE_ROOT',
  'OWNER_NOT_KEPT',
  'PAIR_INCOMPLETE',
  'PATH_IS_LINK',
  'PATH_RESERVED',
  'PATH_TAKEN',
  'PENDING_TOO_MANY',
  'PLATFORM_UNSUPPORTED',
  'PUBLISH_RUNNING',
  'READ_ONLY',
  'REPLACE_UNSUPPORTED',
  'REVIEW_PENDING',
  'REVISION_MOVED',
  'REVISION_PRUNED',
  'REVISION_UNKNOWN',
  'ROOT_FORBIDDEN',
  'SCOPE_WIDER',
  'SEEN_MOVED',
  'TARGET_AMBIGUOUS',
  'TRASH_FAILED',
  'TURN_CLOSED',
  'TURN_UNKNOWN',
  'UNDO_OVERTAKEN',
  'WORKSPACE_MOVED',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Codes of faults. */
export const faultCodes = [
  'VERBATIM_BUG',
  'VERBATIM_CALL_INVALID',
  'VERBATIM_CAPTURE_FAILED',
  'VERBATIM_FILE_UNSTABLE',
  'VERBATIM_IO',
  'VERBATIM_LEDGER_DAMAGED',
  'VERBATIM_LEDGER_IN_USE',
  'VERBATIM_LEDGER_NEWER',
  'VERBATIM_LEDGER_REPLACED',
  'VERBATIM_LEDGER_WRITE_FAILED',
  'VERBATIM_LOCK_TIMEOUT',
  'VERBATIM_OUTCOME_UNKNOWN',
  'VERBATIM_PUT_BACK_FAILED',
  'VERBATIM_WRITE_FAILED',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/** An expected no. Every file is as it was. */
export interface Refusal {
  readonly code: RefusalCode;
  /** A whole sentence for a person. */
  readonly message: string;
  /** Paths it is about, relative to the workspace root. */
  readonly files: readonly string[];
  /** What to do next, where there is something: a command or a short sentence. */
  readonly next?: string;
}

/**
 * Carries a refusal up to the public method that answers with it. Never leaves `review` or `drafts`: there it becomes
 * a value. Who opens a ledger or a workspace meets it, since there is nothing yet that could answer.
 */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.refusal = refusal;
  }
}

/** Throws a refusal; `files` are paths relative to the root. */
export function refuse(code: RefusalCode, message: string, files: readonly string[] = [], next?: string): never {
  throw new RefusalError(next === undefined ? { code, message, files } : { code, message, files, next });
}

export interface FaultDetails {
  readonly path?: string;
  readonly hint?: string;
  readonly cause?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A fault: something broke. `path` is the file it is about. */
export class VerbatimError extends Error {
  override readonly name = 'VerbatimError';
  readonly code: FaultCode;
  readonly path: string | undefined;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.path = details.path;
    this.hint = details.hint;
    this.data = details.data ?? {};
  }
}

/** True for a `VerbatimError` of any copy of this package. */
export function isVerbatimError(value: unknown): value is VerbatimError {
  return value instanceof Error && value.name === 'VerbatimError' && 'code' in value;
}

/** Throws `VERBATIM_BUG` unless `condition` holds: a broken promise of our own, never tidied over. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new VerbatimError('VERBATIM_BUG', `Verbatim broke one of its own rules: ${what}.`);
}

/** The operating system's word for an error (`ENOSPC`), or undefined where it is none. */
export function systemCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
