/** Text to put in the place of a half-open range of UTF-16 code units; an empty range only inserts. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that do not overlap; those at one place keep the order of the list. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const splice of [...splices].sort((one, other) => one.start - other.start)) {
    pieces.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
