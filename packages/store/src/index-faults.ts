/** What LMDB throws, as faults that say what to do. */
import { isVerbatimError, VerbatimError } from '@verbatim/core';

/** LMDB says in words what the system refused. */
export function notOpened(path: string, cause: unknown): VerbatimError {
  const said = String((cause as Error).message);
  const message = `The ledger's index could not be opened: ${said}.`;
  if (/read-only|permission denied|not permitted/i.test(said)) {
    const hint =
      'Make the folder of the copies writable for you, or name another one with --home DIR. Looking needs no writing.';
    return new VerbatimError('VERBATIM_LEDGER_WRITE_FAILED', message, { path, cause, hint });
  }
  const hint = 'Nothing was changed. verbatim salvage --to DIR copies every intact copy out of it.';
  return new VerbatimError('VERBATIM_LEDGER_DAMAGED', message, { path, cause, hint });
}

export function readable<T>(key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(key, error);
  }
}

/** LMDB checks little of what it reads; where it does notice damage, it throws what only it knows. */
export function unreadable(key: string, error: unknown): unknown {
  if (isVerbatimError(error)) return error;
  return new VerbatimError(
    'VERBATIM_LEDGER_DAMAGED',
    `The ledger's index could not be read: ${(error as Error).message}.`,
    {
      path: key,
      cause: error,
      hint: 'verbatim verify finds what is damaged, verbatim salvage rebuilds the index; the copies are files of their own.',
    },
  );
}
