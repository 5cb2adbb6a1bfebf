/** A clock that stands still until it is moved, and ids that count. */
import type { Clock, IdSource } from '@verbatim/core';

export interface ManualClock extends Clock {
  /** Moves the clock by milliseconds, also backwards. */
  move(ms: number): void;
}

export function manualClock(start: number = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  return {
    now: () => now,
    sleep: async () => {},
    move(ms) {
      now += ms;
    },
  };
}

export function countingIds(): IdSource {
  let count = 0;
  return { next: (length) => (++count).toString(36).padStart(length, '0') };
}
