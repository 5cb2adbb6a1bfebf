/** Limits of this package, each with its unit. */

/** Bytes that the index may grow to (address space, not disk). */
export const indexBytesMax = 68_719_476_736;
/** Milliseconds after which a temporary copy is a leftover. */
export const temporaryAgeMax = 3_600_000;
/** Milliseconds of waiting for the writer lock until somebody is told. */
export const lockToldAfter = 1_000;
/** Milliseconds of waiting for the writer lock until the application may give up. */
export const lockGivenUpAfter = 30_000;
/** Looks at an index that seems damaged until it is called so, and milliseconds between two. */
export const indexLooksMax = 3;
export const indexLookWait = 50;
/** Bytes of a short index whose pages are walked over (what one read gives), and walks until its damage counts as such. */
export const walkBytesMax = 2_147_479_552;
export const walksMax = 5;
/** Times an index is opened again whose last commit was taken back, for one transaction. */
export const behindTriesMax = 10;
/** Looks at the number of the last commit, until what is read counts as older and the index is opened again. */
export const readLooksMax = 3;
/** Times an index is opened whose locks another process has just destroyed, and milliseconds between two at most. */
export const locksTriesMax = 50;
export const locksWaitMax = 40;
