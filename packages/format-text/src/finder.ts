import type { Change } from './change.js';
import type { Side } from './cut-file.js';

/** A change that has no id yet. */
export type FoundChange = Omit<Change, 'id'>;

export interface Found {
  /**
   * In order of their first parts. All parts together are in order and disjoint, and no two of them start at the same byte
   * of either side, so that every choice of them has one meaning; all bytes outside of them are equal on both sides.
   */
  readonly changes: readonly FoundChange[];
  /** True where a limit was reached, so that some change is larger than a closer look would make it. */
  readonly coarse: boolean;
}

/** The bytes are not what the format needs; a sentence for people. They are then compared line by line. */
export interface Unfit {
  readonly unfit: string;
}

/**
 * How one format finds changes. Called with two different files of one encoding family, neither binary, neither over the
 * limit of bytes. A finder chooses ranges, kinds and words; it never makes output bytes, and what it answers is checked, so
 * it can be clumsy but not wrong. Never throws for any bytes.
 */
export type Finder = (before: Side, after: Side) => Found | Unfit;
