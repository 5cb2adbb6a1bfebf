import type { TextEncoding } from './encoding.js';

/** One tile of a file: the unit that is aligned. Atoms follow each other without gap or overlap. */
export interface Atom {
  /** Byte offset of the first byte. */
  readonly start: number;
  /** Byte offset where the line end begins; equal to `end` where the atom has none. */
  readonly bodyEnd: number;
  /** Byte offset behind the last byte. */
  readonly end: number;
  /** What alignment compares. Atoms with equal keys must have equal body bytes; more may go into the key. */
  readonly key: string;
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
