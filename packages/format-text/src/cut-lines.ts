import { Atoms } from './atoms.js';
import type { Cut, Side } from './cut-file.js';
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

function cutAtLineEnds(side: Side, { atomsMax, from, endInBody }: LineCut): Atoms | undefined {
  const { bytes } = side;
  const found = findLineEnds(side, atomsMax);
  const lastEnd = found.count === 0 ? from : found.ends[found.count - 1]!;
  const count = lastEnd < bytes.length ? found.count + 1 : found.count;
  if (count > atomsMax) return undefined;

  const starts = new Int32Array(count + 1);
  starts[0] = from;
  starts.set(found.ends.subarray(0, found.count), 1);
  starts[count] = count > found.count ? bytes.length : lastEnd;
  if (endInBody) return new Atoms(starts, starts.subarray(1));
  const bodyEnds = new Int32Array(count);
  bodyEnds.set(found.starts.subarray(0, found.count));
  if (count > found.count) bodyEnds[found.count] = bytes.length;
  return new Atoms(starts, bodyEnds);
}

/** The byte offsets of line ends; no more than one above `atomsMax`. */
function findLineEnds({ bytes, encoding }: Side, atomsMax: number): LineEnds {
  const most = Math.min(atomsMax, bytes.length) + 1;
  const found: LineEnds = { starts: new Int32Array(most), ends: new Int32Array(most), count: 0 };
  const hasOnlyLineFeeds = encoding.unitBytes === 1 && !bytes.includes(CR);
  if (hasOnlyLineFeeds) findLineFeeds(bytes, found);
  else {
    eachLineEnd(bytes, encoding, (start, end) => {
      found.starts[found.count] = start;
      found.ends[found.count] = end;
      return ++found.count < most;
    });
  }
  return found;
}

interface LineEnds {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  count: number;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * What `eachLineEnd` finds in most files. A block is copied to where it can be read in words of four bytes, most of which
 * hold no line feed; to ask the engine for the next one took longer where lines are short.
 */
function findLineFeeds(bytes: Uint8Array, found: LineEnds): void {
  const words = new Int32Array(blockBytes / 4);
  const block = new Uint8Array(words.buffer);
  for (let start = 0; start < bytes.length && found.count < found.starts.length; start += blockBytes) {
    const piece = bytes.subarray(start, start + blockBytes);
    block.set(piece);
    block.fill(0, piece.length);
    findInBlock(words, block, start, found);
  }
}

const blockBytes = 16_384;

function findInBlock(words: Int32Array, block: Uint8Array, blockStart: number, found: LineEnds): void {
  const { starts, ends } = found;
  let { count } = found;
  for (let word = 0; word < words.length && count < starts.length; word++) {
    // Zero in one of the four bytes, told by its borrow from the bit above it.
    const other = words[word]! ^ 0x0a0a0a0a;
    if (((other - 0x01010101) & ~other & 0x80808080) === 0) continue;
    for (let at = word * 4; at < word * 4 + 4 && count < starts.length; at++) {
      if (block[at] !== LF) continue;
      starts[count] = blockStart + at;
      ends[count] = blockStart + at + 1;
      count++;
    }
  }
  found.count = count;
}
