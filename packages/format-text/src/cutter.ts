import type { TextEncoding } from './encoding.js';
import type { RangePair } from './range.js';

/** One tile of a file: the unit that is aligned. Atoms follow each other without gap or overlap. */
export interface Atom {
  /** Byte offset of the first byte. */
  readonly start: number;
  /** Byte offset where the line end begins; equal to `end` where the atom has none. */
  readonly bodyEnd: number;
  /** Byte offset behind the last byte. */
  readonly end: number;
  /** What alignment compares. Atoms with equal keys must have equal body bytes; a cutter may put more into the key. */
  readonly key: string;
}

/** One side of a comparison, cut. */
export interface CutFile {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
  readonly atoms: readonly Atom[];
}

/**
 * How one format is cut and named. A cutter only chooses tiles, keys and words; it never makes output bytes, so it can
 * be clumsy but not wrong: whatever it chooses, accepting all changes gives `after` and rejecting all gives `before`.
 */
export interface Cutter {
  /** Tiles the bytes behind the byte order mark; `undefined` when that takes more than `atomsMax` atoms. */
  cut(bytes: Uint8Array, encoding: TextEncoding, atomsMax: number): readonly Atom[] | undefined;
  /** Names a changed stretch, given as ranges of atom indexes, not both empty. */
  describe(stretch: RangePair, before: CutFile, after: CutFile): ContentWords;
}

export interface ContentWords {
  readonly kind: ContentKind;
  readonly label: string;
}

/** Kinds of change that a cutter can tell apart. */
export type ContentKind = 'lines';
