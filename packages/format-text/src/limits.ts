/**
 * The limits of this package. All are counts, never clock time: the same bytes give the same changes on every machine.
 * Reaching one is always told in the answer (`coarse`, `reason`, `truncated`, or a mark in the text).
 */
export const limits = {
  /** Bytes of one side that are compared line by line (16 MiB); above it the file is one change. */
  comparedBytesMax: 16_777_216,
  /** Atoms (lines) of one side that are compared; above it the file is one change. */
  atomsMax: 200_000,

  /** Atoms added plus removed that the first, direct attempt at a whole file may find. */
  quickEditsMax: 100,
  /** Atoms added plus removed that are looked for in one gap between anchors; 1,000 is the knee that was measured. */
  gapEditsMax: 1_000,
  /** Work on all gaps of one comparison, in units of about 50 ns (see `align/effort.ts`). */
  alignEffortMax: 8_000_000,
  /** How often a stretch may be split at anchors, one split inside the other. */
  anchorDepthMax: 64,
  /** Occurrences on either side up to which a repeated line can still serve as an anchor. */
  anchorOccurrencesMax: 64,

  /** Bytes from the start of a file that decide whether it is text. */
  sniffedBytesMax: 8_192,
  /** Share of control characters among the sniffed ones above which a file is binary. */
  controlShareMax: 0.3,

  /** Characters that `displayText` shows of one piece. */
  displayCharsMax: 20_000,
  /** Characters that a unified diff shows of one line. */
  diffLineCharsMax: 2_000,
  /** Lines of a unified diff, headers included. */
  diffLinesMax: 2_000,
  /** Unchanged lines around each hunk of a unified diff. */
  diffContextLines: 3,
} as const;
