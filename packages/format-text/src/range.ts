/** From `start` up to, and not including, `end`. The owner says of what: bytes, atoms or lines, counted from 0. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The same stretch on both sides; one of the two may be empty. */
export interface RangePair {
  readonly before: Range;
  readonly after: Range;
}

export function lengthOf({ start, end }: Range): number {
  return end - start;
}

export function isEmptyPair({ before, after }: RangePair): boolean {
  return lengthOf(before) === 0 && lengthOf(after) === 0;
}
