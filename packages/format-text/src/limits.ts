/**
 * The limits of this package. All are counts, never clock time: the same bytes give the same changes on every machine.
 * Reaching one is always told in the answer (`coarse`, `reason`, `truncated`, or a mark in the text).
 */
export const limits = {
  /** Bytes of one side that are compared line by line (16 MiB); above it the file is one change. */
  comparedBytesMax: 16_777_216,
  /** Atoms (lines) of one side that are compared; above it the file is one change. */
  atomsMax: 200_000,

  /** Places at which a line is looked for by its hash; where more lines collide, which only malice brings about, a map serves. */
  hashProbesMax: 64,
  /** Atoms added plus removed that the first, direct attempt at a whole file may find. */
  quickEditsMax: 100,
  /** Atoms added plus removed that are looked for in one gap between anchors; 1,000 is the knee that was measured. */
  gapEditsMax: 1_000,
  /** Work on all gaps of one comparison, in units of about 50 ns (see `align/effort.ts`). */
  alignEffortMax: 8_000_000,
  /** What a cell of the grid of readings takes of `alignEffortMax`: about 200 ns (see `around/readings.ts`). */
  readingEffortPerCell: 4,
  /** How often a stretch may be split at anchors, one split inside the other. */
  anchorDepthMax: 64,
  /** Occurrences on either side up to which a repeated line can still serve as an anchor. */
  anchorOccurrencesMax: 64,

  /** Pairs of blocks in one gap, rows times columns, that are looked at for the most similar ones. */
  similarityPairsMax: 20_000,
  /** Bytes of a block by which it is like another. */
  similarityBytesMax: 160,
  /** Look-ups of short pieces of text in all searches for similar blocks of one comparison, about 20 ns each. */
  similarityLookUpsMax: 4_000_000,
  /** Likeness, from 0 to 1, from which on two blocks can be the same one, edited. */
  similarityMin: 0.3,
  /** Characters of a document that a label quotes. */
  labelWordsCharsMax: 40,
  /** Characters that are read for it; more, as addresses of links and the like are left out. */
  labelReadCharsMax: 160,
  /** Characters of a heading in the path of a label. */
  labelHeadingCharsMax: 60,

  /** Lines over which the argument of a LaTeX heading may go. */
  latexHeadingLinesMax: 10,
  /** Lines of an argument in a figure (a caption) up to which it is one block. */
  latexArgumentLinesMax: 40,
  /** Lines of a LaTeX definition up to which it is decided whole: what a reviewer can see at once. */
  latexWholeDefinitionLinesMax: 40,
  /** Lines of a LaTeX definition above which it is more likely a lost brace. */
  latexDefinitionLinesMax: 400,
  /** Environments that a path names, outermost first. */
  latexPathEnvironmentsMax: 8,
  /** Bytes behind `\verb` and the like within which its end is looked for. */
  latexVerbatimBytesMax: 500,
  /** Bytes of unchanged text that are read to find where a change that opens something is made up for. */
  latexLinkedBytesMax: 4_000_000,

  /** Bytes from the start of a file that decide whether it is text. */
  sniffedBytesMax: 8_192,
  /** Share of control characters among the sniffed ones above which a file is binary. */
  controlShareMax: 0.3,

  /** Characters that `displayText` shows of one piece. */
  displayCharsMax: 20_000,
  /** Characters of one side of a change that are looked at word by word. */
  wordCharsMax: 10_000,
  /** Words and signs of one side of a change that may be left when equal ends are taken off. */
  wordTokensMax: 2_000,
  /** Work on the words of one change, in the units of `alignEffortMax`; less than a file of 1 MB takes line by line. */
  wordEffortMax: 250_000,

  /** Bytes from the start of a table by which its delimiter is chosen. */
  csvSampledBytesMax: 65_536,
  /** Rows from the start of a table by whose values columns are compared. */
  csvSampledRowsMax: 200,
  /** Fields of one side of a table; above it the file is compared line by line. */
  csvFieldsMax: 2_000_000,
  /** Fields of one row of a table, as many as a spreadsheet has; above it the file is compared line by line. */
  csvColumnsMax: 16_384,
  /** Share of the rows that must have the most common number of fields; below it the file is no table. */
  csvCommonWidthShareMin: 0.5,
  /** Share of equal cells from which two rows, or two columns, count as the same one that was edited. */
  csvLikenessMin: 0.5,
  /** Pairs of columns with different names that are compared by their values in one place. */
  csvColumnPairsMax: 10_000,
  /** Rows that may differ in one place, where rows are compared with those at the same place; more need a search. */
  csvStepRowsMax: 4,
  /** Equal rows that must follow there, so that rows that look alike by chance are not taken for the same. */
  csvStepConfirmingRows: 8,
  /** Characters of a cell up to which it can be a number that is spelled in another way. */
  csvNumberCharsMax: 400,
  /** Columns whose values are tried as names of rows. */
  csvKeyColumnsMax: 3,
  /** Pairs of cells that are compared to find rows that were edited; above it only rows at the same place are. */
  csvCellComparisonsMax: 4_000_000,
  /** Cells that are a change each; above it all cells of a column that differ in one way are one change. */
  csvCellChangesMax: 10_000,
  /** Columns, or pieces of one change, that a label names; above it they are counted. */
  csvLabelNamesMax: 3,
  /** Characters of a cell that a label shows. */
  csvLabelCharsMax: 40,

  /** Values of one side of a JSON file, about 28 bytes of memory each; above it the file is compared line by line. */
  jsonValuesMax: 2_000_000,
  /** Changes of a JSON file, white space apart; above it neighbours are decided together. */
  jsonChangesMax: 10_000,
  /** Pairs of values in one place that are looked at for those that are most alike. */
  jsonPairsPerStretchMax: 2_500,
  /** Pairs of values in a whole file that are looked at. */
  jsonPairsMax: 100_000,
  /** Children of a list, or bytes at either end of a scalar, by which it is like another. */
  jsonSampleMax: 64,
  /** Bytes of a value by which an element of a list can be known again. */
  jsonIdentityBytesMax: 200,
  /** Numbers and strings in a row that may each be a change, where all of them changed; more are one change. */
  jsonScalarRunMax: 16,
  /** Equal bytes between two differences of white space up to which they are one part. */
  jsonSpaceGapBytesMax: 256,
  /** Characters of a JSON Pointer, from its end, that a label shows. */
  jsonPointerCharsMax: 200,
  /** Places that a label names; above it they are counted. */
  jsonNamesMax: 3,

  /** Characters that a unified diff shows of one line. */
  diffLineCharsMax: 2_000,
  /** Lines of a unified diff, headers included. */
  diffLinesMax: 2_000,
  /** Bytes of a unified diff, in UTF-8, headers included. */
  diffBytesMax: 262_144,
  /** Unchanged lines around each hunk of a unified diff. */
  diffContextLines: 3,
} as const;
