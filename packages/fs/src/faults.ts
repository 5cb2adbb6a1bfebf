/** Turns what the system answers into a fault that names the file and says what it means. */
import { RefusalError, systemCode, VerbatimError } from '@verbatim/core';

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that there',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this disk or user allows',
  EINTR: 'the call was interrupted',
  EIO: 'the disk answered with an error',
  ELOOP: 'it is a link',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  EXDEV: 'it would cross from one disk to another',
};

/** `attempt` is what was being done, as in "could not write". Refusals and faults pass through unchanged. */
export function guarded<T>(attempt: string, path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RefusalError || error instanceof VerbatimError) throw error;
    throw ioFault(attempt, path, error);
  }
}

export function ioFault(attempt: string, path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const why = words[code] ?? 'the system refused';
  return new VerbatimError('VERBATIM_IO', `Could not ${attempt}: ${why} (${code}).`, {
    path,
    cause: error,
    data: { system: code },
  });
}
