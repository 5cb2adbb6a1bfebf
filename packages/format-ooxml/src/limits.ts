/**
 * The limits of this package. All are counts, never clock time: the same bytes give the same answer on every machine.
 * Reaching one is always told: a problem `limit`, a refusal `LIMIT`, `coarse`, or a mark in the text. The figures leave
 * room above what 2,530 sound files were measured to need (`research/ooxml.md` 3.5).
 */
export const limits = {
  /** Bytes of a whole file (512 MiB). */
  fileBytesMax: 536_870_912,
  /** Entries of a package; the most seen was 383. */
  entriesMax: 10_000,
  /** Characters of an entry's name; zip allows 65,535 bytes, no real one has 300. */
  nameCharsMax: 4_096,
  /** Bytes of one entry, inflated (256 MiB); the largest worksheet seen was 57 MB. */
  entryBytesMax: 268_435_456,
  /** Bytes of all entries together, inflated (512 MiB). */
  packageBytesMax: 536_870_912,
  /** Inflated bytes up to which nobody asks how well they were packed (64 MiB): a picture of 1.4 MB came at 667 to 1. */
  ratioFreeBytes: 67_108_864,
  /** Inflated bytes for each packed one that are believed above that. */
  ratioMax: 200,
  /** Packed bytes given to the inflater at a time, so that one push makes 16 MiB at most. */
  inflatePushBytes: 16_384,
  /** Bytes that one push should make (256 KiB), so that a part which is refused by its start is not inflated to its end. */
  inflatePieceBytes: 262_144,
  /** Packed bytes up to which an entry is inflated at once: a push costs 200 KiB of buffers, and a lie of 4 MiB little. */
  inflateWholeBytes: 4_096,
  /** Bytes of a part above which it is packed faster and up to a tenth less tightly (8 MiB). */
  deflateHardBytesMax: 8_388_608,
  /** Bytes of one entry of a new archive (512 MiB), the largest file that Verbatim keeps. */
  zipEntryBytesMax: 536_870_912,
  /** Bytes of a new archive that is made in memory (1 GiB); a larger one is streamed. */
  zipBytesMax: 1_073_741_824,

  /** Elements inside each other; the deepest seen was 43. */
  xmlDepthMax: 1_000,
  /** Depth from which the work of finding prefixes is counted, as each costs a walk up. */
  xmlDepthFree: 32,
  /** Levels walked up for prefixes in one part, below that depth. */
  xmlPrefixEffortMax: 30_000_000,
  /** Bytes of a part that is read as a tree of values (4 MiB). */
  smallPartBytesMax: 4_194_304,
  /** Elements inside each other in such a part. */
  smallPartDepthMax: 256,

  /** Bytes of all relationships of a package together (16 MiB); those above are not judged. */
  relationshipBytesMax: 16_777_216,
  /** Bytes of a compound file in which the names of its streams are looked for (64 MiB). */
  compoundSearchBytesMax: 67_108_864,
  /** Problems listed of one package. */
  problemsMax: 100,

  /** Bytes of one part that is compared by its content (64 MiB); above it the part is one change. */
  comparedPartBytesMax: 67_108_864,
  /** Blocks (paragraphs, shapes) of one part that are compared; above it the part is one change. */
  blocksMax: 200_000,
  /** Blocks added plus removed that are looked for in one stretch. */
  alignEditsMax: 500,
  /** Steps of all searches of one comparison together. */
  alignStepsMax: 20_000_000,
  /** Pairs of blocks that are weighed against each other in one comparison. */
  alignPairsMax: 200_000,
  /** Changes listed of one pair of files. */
  changesMax: 2_000,
  /** Characters of Before or After of one change. */
  shownCharsMax: 4_000,
  /** Cells shown of a sheet that was added or removed. */
  shownCellsMax: 50,

  /** Characters of a new paragraph or text box. */
  newTextCharsMax: 1_000_000,
  /** Characters that a cell holds (Excel's own limit). */
  cellCharsMax: 32_767,
} as const;
