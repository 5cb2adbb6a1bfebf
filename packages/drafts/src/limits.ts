/** Limits of this package, each with its unit. */

/** Revisions that an app keeps, its pinned ones on top; 20 to 50 are sensible. */
export const revisionsPerAppMax = 50;
/** Files in one app's draft. */
export const filesPerAppMax = 10_000;
/** Bytes of one file of a draft (64 MiB); files are held in memory while they are written. */
export const draftFileBytesMax = 67_108_864;
/** Bytes of all files of one draft (512 MiB). */
export const draftBytesMax = 536_870_912;

/** UTF-8 bytes of a path. */
export const pathBytesMax = 1_024;
/** UTF-8 bytes of one name in a path, as disks have it. */
export const nameBytesMax = 255;
/** Names in a path. */
export const pathDepthMax = 32;
/** Characters at the start of a text in which it may say its encoding; the HTML standard looks as far. */
export const textHeadCharsMax = 1_024;
/** Characters of an app's id, a turn's id, a key. */
export const idCharsMax = 200;
/** Characters of a generated reason. */
export const reasonCharsMax = 120;

/** Files that an answer about a write lists; the rest is counted. */
export const answeredFilesMax = 50;
/** Lines on files in the summary of a turn; the rest is counted in one line. */
export const summaryFilesMax = 20;
/** Revisions under no turn that a summary names. */
export const summarySinceMax = 10;
/** Revisions on one page of history, unless fewer are asked for. */
export const historyPageMax = 50;
/** Files that one answer of `diff` lists. */
export const diffFilesMax = 200;
/** Lines of text in one answer of `diff`, unless fewer or more are asked for. */
export const diffLinesDefault = 400;
/** Lines of text in one answer of `diff` at most. */
export const diffLinesMax = 2_000;
/** Bytes of text in one answer of `diff`, unless fewer or more are asked for. */
export const diffBytesDefault = 32_768;
/** Bytes of text in one answer of `diff` at most. */
export const diffBytesMax = 262_144;
/** Lines and bytes below which a file's share of a diff is no use: it gets its counts and a follow-up request instead. */
export const diffShareLinesMin = 8;
export const diffShareBytesMin = 256;

/** Times an undo is tried, with its generators, when the draft moves meanwhile. */
export const undoTriesMax = 3;
/** Times any other write is tried: each time somebody else's write was first, so the app moves on all the same. */
export const writeTriesMax = 1_000;
/** Times a commit stores its copies again because they were swept in between. */
export const copyTriesMax = 3;
/** Milliseconds that a key is remembered at least; longer while its revision is retained. */
export const keyAgeMin = 604_800_000;
/** Keys whose age is looked at in one commit. */
export const keysSweptMax = 4;
/** Copies that no revision names any more and that one commit removes. */
export const copiesSweptMax = 64;
/** Apps that are named for one damaged copy; the rest is counted. */
export const namingAppsMax = 10;
/** Milliseconds after which a publish of somebody who cannot be looked at counts as unconfirmed. */
export const unknownPublisherAge = 3_600_000;

/** Entries in one page of a manifest. */
export const pageEntriesMax = 64;
/** Entries in each page that a longer run is cut into. */
export const pageEntriesCut = 32;
