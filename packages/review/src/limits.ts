/** Limits of this package, each with its unit. */

/** Limits that an embedder may set. */
export interface ReviewLimits {
  /** Bytes of the largest file that an action may touch. */
  readonly fileBytesMax: number;
  /** Files in one action. */
  readonly filesPerActionMax: number;
  /** Pending pairs a file may have; the next capture is refused. */
  readonly pendingPairsPerFileMax: number;
  /** Milliseconds after which an open action counts as interrupted. */
  readonly openActionMax: number;
  /** Copies of one file, those of waiting actions not counted; the oldest routine ones go first. */
  readonly snapshotsPerFileMax: number;
  /** Bytes of all copies of the ledger, each counted once; null for no budget. */
  readonly ledgerBytesMax: number | null;
  /** Bytes that are hashed while the writer lock is held; larger files are compared by inode, size and time there. */
  readonly hashUnderLockBytesMax: number;
}

export const defaultLimits: ReviewLimits = {
  fileBytesMax: 536_870_912,
  filesPerActionMax: 1_000,
  pendingPairsPerFileMax: 500,
  openActionMax: 86_400_000,
  snapshotsPerFileMax: 50,
  ledgerBytesMax: null,
  hashUnderLockBytesMax: 8_388_608,
};

/** Bytes of a file that is held in memory as a whole; larger ones are read again when they are copied. */
export const heldBytesMax = 67_108_864;
/** Times a file is looked at whose state has to be the one that is recorded, while somebody saves it again and again. */
export const looksMax = 3;
/** Pending pairs of a file from which a warning is told. */
export const pendingPairsToldFrom = 50;
/** Exchanges at most until the newest of several saves lies at the file. */
export const exchangesMax = 8;
/** Times a transition is tried whose claim another process took. */
export const claimTriesMax = 3;
/** Milliseconds between looks whether another transition on a file is done, and how often to look. */
export const underWayWait = 50;
export const underWayTriesMax = 100;
/** Files of cleared transitions whose journal records may wait for a flush that comes anyway. */
export const clearedStepsMax = 32;
/** Milliseconds until a file that came out of a swap counts as settled, where the system cannot tell who writes. */
export const settleWait = 200;
/** Milliseconds after which a record of an unknown owner may be recovered. */
export const unknownOwnerAge = 60_000;
/** Bytes that must stay free beside twice the captured ones. */
export const freeBytesReserve = 16_777_216;
/** Changes on one page of `inspect`. */
export const changesPerPage = 200;
/** Copies on one page of a history. */
export const copiesPerPage = 50;
/** Bytes of copies that one page of a history reads to check them. */
export const verifiedBytesMax = 67_108_864;
/** Bytes of a file that is read to find its changes; larger ones are shown as one change. */
export const shownBytesMax = 16_777_216;
/** Files whose changes a status remembers: their ids, some hundred bytes each. */
export const summariesMax = 10_000;
