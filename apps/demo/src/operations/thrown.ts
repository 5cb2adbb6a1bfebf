/** What an operation threw, as every shell tells it: a refusal, a fault, or something nobody expected, which is a bug of ours. */
import { isVerbatimError, type RefusalError } from '@verbatim/core';
import type { Refused } from '@verbatim/review';

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly path: string | null;
}

export function refusedOf({ refusal }: RefusalError): Refused {
  const { code, message, files, next } = refusal;
  const refused = { outcome: 'refused', code, message, files: files.map((path) => ({ path })) } as const;
  return next === undefined ? refused : { ...refused, next };
}

export function faultOf(error: unknown): Fault {
  if (isVerbatimError(error)) {
    const { code, message, hint = null, path = null } = error;
    return { code, message, hint, path };
  }
  const what = error instanceof Error ? error.message : String(error);
  return {
    code: 'VERBATIM_BUG',
    message: `Something happened in Verbatim that should not: ${what}`,
    hint: 'Your files are as the last answer said, or as they were before this. Please report this sentence.',
    path: null,
  };
}
