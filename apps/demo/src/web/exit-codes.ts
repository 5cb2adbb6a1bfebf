/** The writing process waited for the ledger's lock as long as it may. */
export const gaveUpWaiting = 75;
/** A command on a draft was ended before it was done, and nothing was recorded of it. */
export const runStopped = 76;
