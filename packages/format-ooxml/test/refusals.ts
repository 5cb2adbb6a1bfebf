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

/** What a call answers; undefined where it is refused. */
export function refusedOr<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}
