/** Limits of this package, each with its unit. */

/** Bytes read or written in one call. */
export const chunkBytes = 1_048_576;
/** Times a file that changes while it is read is read again. */
export const readTriesMax = 4;
/** Bytes of a small file that is read whole (records, notes of our own). */
export const smallFileBytesMax = 16_777_216;
/** Bytes of a note that is overwritten in place. */
export const noteBytes = 256;
/** Times that folders are made anew which another process takes away meanwhile. */
export const folderTriesMax = 8;
