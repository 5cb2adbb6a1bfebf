import type { Atom, Cut, Side } from './cut-file.js';
import { eachLineEnd } from './line-ends.js';

/**
 * Cuts at line ends; a line is compared without its line end, so that a flip of line ends does not hide the real edits.
 * The fallback of every format.
 */
export const cutLines: Cut = (side, atomsMax) =>
  cutAtLineEnds(side, { atomsMax, from: side.encoding.bomBytes, endInBody: false });

/** Cuts at line ends, with the line end and the byte order mark as part of the line: what a unified diff shows. */
export const cutWholeLines: Cut = (side, atomsMax) => cutAtLineEnds(side, { atomsMax, from: 0, endInBody: true });

interface LineCut {
  readonly atomsMax: number;
  /** Byte offset of the first line. */
  readonly from: number;
  readonly endInBody: boolean;
}

function cutAtLineEnds({ bytes, encoding }: Side, { atomsMax, from, endInBody }: LineCut): Atom[] | undefined {
  const atoms: Atom[] = [];
  let start = from;
  const add = (lineEnd: number, end: number): void => {
    atoms.push({ start, bodyEnd: endInBody ? end : lineEnd, end });
    start = end;
  };
  eachLineEnd(bytes, encoding, (lineEnd, end) => {
    add(lineEnd, end);
    return atoms.length <= atomsMax;
  });
  if (start < bytes.length) add(bytes.length, bytes.length);
  return atoms.length <= atomsMax ? atoms : undefined;
}
