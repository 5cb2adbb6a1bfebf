/**
 * A durable store: *records* (JSON behind a checksum, in LMDB, written only inside transactions) and *copies* (whole files
 * named by their SHA-256). The writer lock of a transaction is a lease across processes, released by the system when its
 * holder dies.
 */
export { openDisk, randomIds, systemClock } from '@verbatim/fs';
export { asFarAsReadable, damagedRecords } from './as-far-as-readable.js';
export { type Copies, openCopies } from './copies.js';
export { copyState } from './copy-state.js';
export type { LockWatch } from './lock-watch.js';
export { sha256 } from './record.js';
export { indexFile, lockFile } from './same-index.js';
export {
  isOpenHere,
  openStore,
  type Store,
  type StoreOptions,
  type StoreReader,
  type StoreTransaction,
  writerFile,
} from './store.js';
