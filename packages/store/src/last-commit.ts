/**
 * LMDB keeps the number of the last commit in its lock file. Whoever opens the index writes there what it has just read from
 * the index itself, and so takes back a commit that another process made in between (ITS#9496 of LMDB, there in the one that
 * `lmdb` 3.5.6 brings): the next reader does not see that commit, and the next transaction starts from the state before it
 * and overwrites it. The index itself still has the commit, so both can be told, and opening once more sets the number right
 * (ADR 18).
 */
import type { RootDatabase } from 'lmdb';
import { decodeRecord } from './record.js';

type Index = RootDatabase<Buffer, string>;

/** Where each transaction notes its own number, so that a reader knows which one it sees. Not a record of any user. */
export const lastCommitKey = 'last-commit';

/** Thrown under the lock, so that nothing is committed; never leaves the store. */
export class StartsBehind extends Error {
  constructor() {
    super('the last commit was taken back by a process that opened the index');
  }
}

/** Inside a transaction: throws where it does not start from the last commit, and must be aborted. */
export function checkStart(index: Index): void {
  if (index.getWriteTxnId() !== lastCommit(index) + 1) throw new StartsBehind();
}

/** True where what is read now is older than the last commit. May be true for a moment while another process commits. */
export function isReadBehind(index: Index): boolean {
  try {
    const bytes = index.get(lastCommitKey);
    return bytes !== undefined && decodeRecord<number>(lastCommitKey, bytes) < lastCommit(index);
  } catch {
    // Damage is told by what is read next; in this record alone it harms nobody, and the next transaction writes it anew.
    return false;
  }
}

/** `getStats` would tell it too, and walk through the list of free pages for it. */
function lastCommit(index: Index): number {
  return (index as unknown as { env: { info(): { lastTxnId: number } } }).env.info().lastTxnId;
}
