/** Turns what happens inside into what the public methods answer. */
import { type Refusal, RefusalError } from '@verbatim/core';
import type { Refused } from './answers.js';
import { Replay } from './key.js';

/** Refusals become values, stored answers are told again; faults pass. */
export async function answered<A extends object>(run: () => Promise<A>): Promise<A | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusalError) return refused(error.refusal);
    if (error instanceof Replay) return { ...(error.answer as A), replayed: true };
    throw error;
  }
}

export function refused({ code, message, files, next }: Refusal): Refused {
  const answer = { outcome: 'refused' as const, code, message, files: files.map((path) => ({ path })) };
  return next === undefined ? answer : { ...answer, next };
}
