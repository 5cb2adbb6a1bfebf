import type { TextEncoding } from './encoding.js';

/** One tile of a file: the unit that is aligned. Atoms follow each other without gap or overlap. */
export interface Atom {
  /** Byte offset of the first byte. */
  readonly start: number;
  /**
   * Byte offset where the line end begins; equal to `end` where the atom has none, or where line ends are compared too.
   * Alignment compares the bytes from `start` to here, the atom's body.
   */
  readonly bodyEnd: number;
  /** Byte offset behind the last byte. */
  readonly end: number;
}

/** One version of a file, before or after. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
}

/** One version of a file, cut. */
export interface CutFile extends Side {
  readonly atoms: readonly Atom[];
}

/** Tiles the bytes behind the byte order mark; `undefined` when that takes more than `atomsMax` atoms. */
export type Cut = (side: Side, atomsMax: number) => readonly Atom[] | undefined;
