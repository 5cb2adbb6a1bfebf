/** System calls whose failure with certain codes is an answer. */
import { systemCode } from '@verbatim/core';

/** Runs a call; where it fails with one of the listed codes, the answer is the key of that list. */
export function answered<A extends string>(
  run: () => void,
  otherwise: Readonly<Record<A, readonly string[]>>,
): A | 'done' {
  try {
    run();
    return 'done';
  } catch (error) {
    const code = systemCode(error) ?? '';
    for (const answer of Object.keys(otherwise) as A[]) if (otherwise[answer].includes(code)) return answer;
    throw error;
  }
}

/** A call that this system or this disk does not know. */
export const noSuchCall = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'] as const;

/** False where this user may not; a look at what is there otherwise decides. */
export function mayAccess(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    // It has just gone, or is another thing now: whoever looks next sees that.
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return true;
    throw error;
  }
}
