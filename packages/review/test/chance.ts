/** Chance that repeats itself: the same seed, the same numbers. */
import { createHash } from 'node:crypto';

/** What every random test starts from; `pnpm test:faults --seed N` sets it. */
export const seed: string = process.env['VERBATIM_SEED'] ?? '1';

/** Numbers from 0 to 1. */
export function random(from: string): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${from} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}

/** `at` from 0 to 1. */
export function pick<T>(from: readonly T[], at: number): T {
  return from[Math.floor(at * from.length)] as T;
}
