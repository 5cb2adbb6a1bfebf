/** One entry of a zip archive, as its central directory and its local header have it. Offsets count from the file's start. */
export interface Entry {
  /** With `/` between segments, in the case that the file has. */
  readonly name: string;
  /** Compared without regard to ASCII case. */
  readonly key: string;
  readonly isFolder: boolean;
  readonly flags: number;
  /** 0 stored, 8 deflated; others are refused. */
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** The record in the central directory. */
  readonly record: Span;
  /** The packed bytes. */
  readonly data: Span;
  /** All bytes from this local header to the next, whatever their form: what a rewrite copies. */
  readonly extent: Span;
  /** Where the 64-bit forms of sizes and offset are, if the record has them there (APPNOTE 4.5.3). */
  readonly zip64: Zip64Places;
}

/** A half-open range of bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Zip64Places {
  readonly size?: number;
  readonly packedSize?: number;
  readonly offset?: number;
}
