/** The real clock and real chance, for whoever brings none. */

import { randomBytes } from 'node:crypto';
import type { Clock, IdSource } from '@verbatim/core';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
/** The largest multiple of the alphabet's size below 256: bytes above it would favour the first characters. */
const fairBytes = 252;

/** Asking the system for chance costs more than keeping some ready. */
const poolBytes = 512;
let pool: Uint8Array = new Uint8Array();
let position = 0;

export const randomIds: IdSource = {
  next(length) {
    let id = '';
    while (id.length < length) {
      if (position >= pool.length) {
        pool = randomBytes(poolBytes);
        position = 0;
      }
      const byte = pool[position++] ?? fairBytes;
      if (byte < fairBytes) id += alphabet[byte % alphabet.length];
    }
    return id;
  },
};
