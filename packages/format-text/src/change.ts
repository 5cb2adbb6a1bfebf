import type { BlockKind } from './blocks.js';
import type { TableKind } from './csv/table-kind.js';
import type { JsonKind } from './json/json-kind.js';
import type { RangePair } from './range.js';
import type { RecognizedFormat } from './recognize-text.js';

/** `c` and 12 hexadecimal digits; the same change of the same two files always has the same id. */
export type ChangeId = `c${string}`;

/**
 * What a change is about. A part of a table (`TableKind`) or of a JSON text (`JsonKind`); a block of the format (`paragraph`, `table-row`, `lines` where nothing better is known); text with
 * the same words in lines that are broken elsewhere (`reflow`); only white space, padding or the numbers of list items
 * (`format-only`); lines that became comments or stopped to be ones (`comment-out`, `uncomment`); only line ends (`eol`); only the byte order mark (`bom`); or everything at once where the file cannot be
 * taken apart (`whole-file`).
 */
export type ChangeKind =
  | Exclude<BlockKind, 'blank'>
  | TableKind
  | JsonKind
  | 'reflow'
  | 'format-only'
  | 'comment-out'
  | 'uncomment'
  | 'eol'
  | 'bom'
  | 'whole-file';

/** A byte range of before and the byte range of after that took its place. */
export type ChangePart = RangePair;

/** One reviewable difference. Its parts are decided together. */
export interface Change {
  readonly id: ChangeId;
  readonly kind: ChangeKind;
  /** Where and what, for people: `lines 12-14`. */
  readonly label: string;
  /**
   * In order. No part overlaps another, of this change or of any other. Parts of two changes may touch where each stands for
   * itself (two cells, two list items); no two parts start at the same byte, in before or in after.
   */
  readonly parts: readonly ChangePart[];
}

/** All changes between two immutable byte arrays, which are held by reference and must not be written to. */
export interface ChangeSet {
  readonly format: RecognizedFormat;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** In order of their first parts. Empty only where before and after are equal. */
  readonly changes: readonly Change[];
  /** True where a limit was reached, so that some change is larger than a closer look would make it. */
  readonly coarse: boolean;
  readonly decidedBy: 'per-change' | 'whole-file';
  /** Why the file is decided whole; a sentence for people. Present only with `whole-file`. */
  readonly reason?: string;
  /** Why it was compared line by line and not as its format; a sentence for people. */
  readonly fallback?: string;
}

export type Verdict = 'accept' | 'reject';
