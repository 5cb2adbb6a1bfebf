/** What the writing process does about a long wait for another process: it gives up, with a code that its server knows. */
import { endProcess } from '@verbatim/node/end-process';
import { gaveUpWaiting } from './exit-codes.js';

/** The page says itself that an operation takes long. */
export function waiting(): void {}

export function timedOut(): void {
  endProcess(gaveUpWaiting);
}
