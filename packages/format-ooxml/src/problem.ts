import { limits } from './limits.js';

/** What can be wrong with a package. `refuse`: it may not open, or not in full. `warn`: Office opens it all the same. */
export type ProblemGrade = 'refuse' | 'warn';

/** Every code, with its grade and its reason in `docs/formats/office.md`. */
export const problemCodes = [
  // The bytes are something else.
  'empty-file',
  'not-a-package',
  'html-file',
  'pdf-file',
  'encrypted',
  'legacy-format',
  'open-document',
  'other-package',
  'binary-workbook',
  // The zip container (APPNOTE.TXT; ECMA-376 part 2, clause 7.3).
  'zip-damaged',
  'zip-encrypted',
  'zip-method',
  'zip-mismatch',
  'zip-overlap',
  'zip-trailing-bytes',
  'entry-unreadable',
  'entry-crc',
  'entry-duplicate',
  'entry-name',
  'entry-backslash',
  'limit',
  // Content types, relationships, the main part (part 2, clauses 6 and 7).
  'content-types',
  'content-type-absent',
  'content-type-duplicate',
  'override-absent',
  'relationships',
  'relationship-duplicate',
  'source-absent',
  'target-absent',
  'main-part',
  'wrong-kind',
  'other-variant',
  // The parts.
  'xml-malformed',
  'xml-doctype',
  'xml-encoding',
  'xml-empty',
  'shape-id-duplicate',
  'not-checked',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface OfficeProblem {
  readonly code: ProblemCode;
  readonly grade: ProblemGrade;
  /** The entry it is about, by its name in the package. */
  readonly part?: string;
  /** A whole sentence for people. */
  readonly message: string;
}

/** Carries a problem out of a reader. Never leaves this package: it becomes a problem, a reason or a refusal. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly problem: OfficeProblem;

  constructor(problem: OfficeProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Throws a `PackageError` of grade `refuse`. */
export function broken(code: ProblemCode, message: string, part?: string): never {
  throw new PackageError(problem('refuse', code, message, part));
}

export function problem(grade: ProblemGrade, code: ProblemCode, message: string, part?: string): OfficeProblem {
  return part === undefined ? { code, grade, message } : { code, grade, part, message };
}

export function isRefusal({ grade }: OfficeProblem): boolean {
  return grade === 'refuse';
}

/** As many problems as are listed: refusals first, so that none is lost behind warnings. */
export function listProblems(problems: readonly OfficeProblem[]): readonly OfficeProblem[] {
  const warnings = problems.filter((one) => !isRefusal(one));
  return [...problems.filter(isRefusal), ...warnings].slice(0, limits.problemsMax);
}

/** The problem that `error` carries; anything else goes on up, as it is a fault of ours. */
export function problemOf(error: unknown): OfficeProblem {
  if (error instanceof PackageError) return error.problem;
  throw error;
}
