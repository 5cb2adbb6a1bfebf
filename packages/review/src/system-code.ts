import { systemCode, VerbatimError } from '@verbatim/core';

/** The system's word (`ENOSPC`) behind a fault of the disk, or undefined. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof VerbatimError ? systemCode(error.cause) : systemCode(error);
}
