/** Limits of this package, each with its unit. */

/** Characters shown of one side of a change; the rest is counted. */
export const shownCharsMax = 20_000;
/** Places shown of a change that has many (all line ends of a file, say). */
export const shownPartsMax = 50;
/** Folders that may share a workspace id before something is wrong: ids are 36^10 wide. */
export const idCandidatesMax = 8;
/** Bytes of an Office copy that `verify --deep` opens; it is held in memory. The largest file that an action may touch. */
export const deepCheckBytesMax = 536_870_912;
/** Free bytes below which `doctor` speaks of a full disk: a few captures of ordinary documents (64 MiB). */
export const freeBytesMin = 67_108_864;
/** Milliseconds after which a process that looks through an index is taken to go round in it (10 minutes). */
export const surveyMsMax = 600_000;
/** Bytes that such a process may say: a damaged index has as many problems as records (64 MiB). */
export const surveyBytesMax = 67_108_864;
/** Milliseconds that a command on a draft may take to end when it is told to; then it is ended. */
export const groupEndWaitMax = 5_000;
/** Milliseconds between looks whether it has. */
export const groupLookEvery = 50;
/** Folders that were at a workspace's path before the one that is there now, and are known again where they lie: the last few. */
export const earlierFoldersMax = 4;
