import type { Atoms } from './atoms.js';
import type { TextEncoding } from './encoding.js';

/** One version of a file, before or after. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
}

/** One version of a file, cut. */
export interface CutFile extends Side {
  readonly atoms: Atoms;
}

/** Tiles the bytes behind the byte order mark; `undefined` when that takes more than `atomsMax` atoms. */
export type Cut = (side: Side, atomsMax: number) => Atoms | undefined;
