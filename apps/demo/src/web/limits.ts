/** Limits of the page's server, each with its unit. */

/** Bytes of a request's body; the longest honest one names a thousand targets. */
export const bodyBytesMax = 262_144;
/** Characters of one text in a request: a path, an id, a note. */
export const textCharsMax = 4_096;
/** Texts in one list: as many targets as an action may have files. */
export const textsMax = 1_000;
/** Writing operations that wait for the one process that does them; more are told to come again. */
export const queuedWritesMax = 256;
/** Pages that are kept up to date at once. */
export const followersMax = 32;
/** Milliseconds between looks at the ledger and the files while a page is open. */
export const lookEvery = 500;
/** Milliseconds from a decision's answer to the look at what it moved: the answer goes first. */
export const lookAfterDecision = 20;
/** Times as long as a look took until the next one, so that a long list leaves the server room to answer. */
export const restAfterLook = 2;
/** Milliseconds after which a status is worked out anew although nothing was seen to move: an agent's process may have died. */
export const statusAgeMax = 10_000;
/** Milliseconds between signs of life to a page, so that it notices a server that is gone. */
export const signOfLifeEvery = 15_000;
/** Milliseconds that a writing operation may go on after the server was told to stop. */
export const stopWaitMax = 5_000;
/** Newest copies that are looked through for decisions that can be undone, and decisions that are told. */
export const recentCopiesMax = 400;
export const recentDecisionsMax = 20;
/** Commands on drafts that run at once, one an app at most. */
export const runsAtOnceMax = 4;
/** Apps whose newest run is kept, to be told to pages. */
export const runsKept = 100;
/** Lines and characters of what a command printed last that are kept and shown; earlier ones are left out, and that is said. */
export const outputLinesKept = 40;
export const outputCharsKept = 16_384;
/** Milliseconds between two tellings of what a command prints. */
export const outputToldEvery = 250;
/** Milliseconds that the last of what it printed is waited for when it has ended. */
export const outputDrainMax = 200;
/** Milliseconds that a command may take to end when it is told to; then it is ended. */
export const runStopWaitMax = 4_000;
