/** Limits of what is printed for people, each with its unit. `--json` tells all of it. */

/** Files listed by name in one answer. */
export const filesShownMax = 20;
/** Lines shown of one side of a change. */
export const linesShownMax = 12;
/** Bytes taken from standard input: the largest file that Verbatim takes on (512 MiB). */
export const inputBytesMax = 536_870_912;
/** Problems listed by `verify`. */
export const problemsShownMax = 50;
