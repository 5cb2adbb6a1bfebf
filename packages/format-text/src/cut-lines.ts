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

function cutAtLineEnds(side: Side, { atomsMax, from, endInBody }: LineCut): Atom[] | undefined {
  const { bytes } = side;
  const found = findLineEnds(side, atomsMax);
  const lastEnd = found.count === 0 ? from : found.ends[found.count - 1]!;
  const count = lastEnd < bytes.length ? found.count + 1 : found.count;
  if (count > atomsMax) return undefined;

  // Its length is set beforehand: an array that grows with each line took twice as long.
  const atoms: Atom[] = [];
  atoms.length = count;
  let start = from;
  for (let at = 0; at < found.count; at++) {
    const end = found.ends[at]!;
    atoms[at] = { start, bodyEnd: endInBody ? end : found.starts[at]!, end };
    start = end;
  }
  if (count > found.count) atoms[found.count] = { start, bodyEnd: bytes.length, end: bytes.length };
  return atoms;
}

/** The byte offsets of line ends; no more than one above `atomsMax`. Of numbers alone, so that finding them makes no garbage. */
function findLineEnds({ bytes, encoding }: Side, atomsMax: number) {
  const most = Math.min(atomsMax, bytes.length) + 1;
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  let count = 0;
  const add = (start: number, end: number): boolean => {
    starts[count] = start;
    ends[count] = end;
    return ++count < most;
  };
  const hasOnlyLineFeeds = encoding.unitBytes === 1 && !bytes.includes(CR);
  if (hasOnlyLineFeeds) eachLineFeed(bytes, add);
  else eachLineEnd(bytes, encoding, add);
  return { starts, ends, count };
}

const LF = 0x0a;
const CR = 0x0d;

/** What `eachLineEnd` finds in most files, looked for by the engine itself, which is faster than byte by byte. */
function eachLineFeed(bytes: Uint8Array, onLineEnd: (start: number, end: number) => boolean): void {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) if (!onLineEnd(at, at + 1)) return;
}
