/** Limits of this package, each with its unit. */

/** Actions that salvage puts into the new index in one transaction. */
export const manifestsPerTransaction = 200;
/** The highest number in the order of a ledger that a manifest may say: keys have room for twelve digits. */
export const sequenceMax = 99_999_999_999;
/** Manifests that wait to be made durable; with one more, all of them are. */
export const manifestsDueMax = 64;
