import { type Hash, isVerbatimError, RefusalError } from '@verbatim/core';
import type { Copies } from './copies.js';

/** A copy that cannot be read is as good as one whose bytes are wrong; it stops nobody from looking at the others. */
export function copyState(
  copies: Pick<Copies, 'has' | 'verify'>,
  hash: Hash,
  size: number,
): 'sound' | 'missing' | 'corrupt' {
  try {
    if (!copies.has(hash)) return 'missing';
    return copies.verify(hash, size) ? 'sound' : 'corrupt';
  } catch (error) {
    if (error instanceof RefusalError || isVerbatimError(error)) return 'corrupt';
    throw error;
  }
}
