import type { Atom, Cut, Side } from './cut-file.js';
import { eachLineEnd } from './line-ends.js';
import { lengthOf, type RangePair } from './range.js';

/**
 * Cuts at line ends; a line is compared without its line end, so that a flip of line ends does not hide the real edits.
 * The fallback of every format.
 */
export const cutLines: Cut = (side, atomsMax) =>
  cutAtLineEnds(side, { atomsMax, from: side.encoding.bomBytes, endInKey: false });

/** Cuts at line ends, with the line end and the byte order mark as part of the line: what a unified diff shows. */
export const cutWholeLines: Cut = (side, atomsMax) => cutAtLineEnds(side, { atomsMax, from: 0, endInKey: true });

/** Names lines by their numbers, from 1: those of after, or those of before where lines were only removed. */
export function nameLines({ before, after }: RangePair): string {
  const isRemoval = lengthOf(after) === 0;
  const { start, end } = isRemoval ? before : after;
  const where = end - start === 1 ? `line ${end}` : `lines ${start + 1}-${end}`;
  const what = isRemoval ? ' removed' : lengthOf(before) === 0 ? ' added' : '';
  return where + what;
}

interface LineCut {
  readonly atomsMax: number;
  /** Byte offset of the first line. */
  readonly from: number;
  readonly endInKey: boolean;
}

function cutAtLineEnds({ bytes, encoding }: Side, { atomsMax, from, endInKey }: LineCut): Atom[] | undefined {
  // One character a byte, each byte value its own character: an index into the text is an offset into the bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  const atoms: Atom[] = [];
  let start = from;
  const add = (lineEnd: number, end: number): void => {
    const bodyEnd = endInKey ? end : lineEnd;
    atoms.push({ start, bodyEnd, end, key: text.slice(start, bodyEnd) });
    start = end;
  };
  eachLineEnd(bytes, encoding, (lineEnd, end) => {
    add(lineEnd, end);
    return atoms.length <= atomsMax;
  });
  if (start < bytes.length) add(bytes.length, bytes.length);
  return atoms.length <= atomsMax ? atoms : undefined;
}
