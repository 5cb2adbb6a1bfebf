import { type Checked, checkLedger } from '@verbatim/node';
import type { Session } from './session.js';

export interface VerifyInput {
  readonly deep: boolean;
  readonly onCopy?: (done: number, bytes: number) => void;
}

/** Checks all that the ledger of this workspace holds. Repairs nothing. */
export async function verify({ verbatim }: Session, { deep, onCopy }: VerifyInput): Promise<Checked> {
  return checkLedger(verbatim.ledger, { deep, ...(onCopy === undefined ? {} : { onCopy }) });
}
