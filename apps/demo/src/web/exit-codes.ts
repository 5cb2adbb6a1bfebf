/** The writing process waited for the ledger's lock as long as it may. */
export const gaveUpWaiting = 75;
