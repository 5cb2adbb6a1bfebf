import { type Refusal, RefusalError } from '@verbatim/core';

/** The refusal that a call ends with. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
