import type { Comparison } from '../compare.js';
import type { CutFile } from '../cut-file.js';
import { cutWholeLines } from '../cut-lines.js';
import { endsWithLineEnd } from '../line-ends.js';
import { lengthOf, type Range } from '../range.js';
import { sameBytes } from '../same-bytes.js';

/**
 * The lines of before that an edit takes up: those it replaces; where lines were only put in or taken out, from there to the
 * lowest place where it may as well have been (a line doubled, one blank line of many). There git would see it.
 */
export function linesTakenBy(at: number, { before, after, runs }: Comparison): Range {
  const run = runs[at]!;
  const isAddition = lengthOf(run.before) === 0;
  if (!isAddition && lengthOf(run.after) > 0) return run.before;
  const [side, file] = isAddition ? (['after', after] as const) : (['before', before] as const);
  const bottom = runs[at + 1]?.[side].start ?? file.atoms.length;
  const { start, end } = run.before;
  return { start, end: end + slideDown((line) => lineOf(file, line), run[side], bottom) };
}

/** The lines that change, and the end of the lowest place where the same lines may as well be taken out or put in. */
export interface LinesOfPart extends Range {
  readonly lowestEnd: number;
}

/**
 * Finds the lines that change when `other` takes the place of a byte range: a cell takes its line along, and so does text that
 * is put in at the start of a line; lines that come or go whole leave the line below alone.
 */
export function linesOfParts(file: CutFile): (range: Range, other: Uint8Array) => LinesOfPart {
  const { bytes, encoding, atoms } = file;
  // Behind the last line, one more starts where that is ended.
  const starts = endsWithLineEnd(bytes, encoding) ? atoms.starts : atoms.starts.subarray(0, atoms.length);
  return ({ start: firstByte, end: endByte }, other) => {
    const start = indexOfFirst(starts, firstByte + 1) - 1;
    const isAtStart = starts[start] === firstByte;
    const isWhole = other.length === 0 ? isAtStart : endsWithLineEnd(other, encoding);
    const end = Math.min(indexOfFirst(starts, isWhole ? endByte : endByte + 1), atoms.length);
    const lines = { start, end };
    return { start, end, lowestEnd: end + (isWhole && isAtStart ? slideOfPart(file, lines, other) : 0) };
  };
}

function slideOfPart(file: CutFile, lines: Range, other: Uint8Array): number {
  const count = file.atoms.length;
  if (other.length === 0) return slideDown((line) => lineOf(file, line), lines, count);
  if (lengthOf(lines) > 0) return 0;
  const { encoding } = file;
  const put: CutFile = { bytes: other, encoding, atoms: cutWholeLines({ bytes: other, encoding }, Infinity)! };
  const block = { start: 0, end: put.atoms.length };
  const lineAt = (line: number): Uint8Array =>
    line < block.end ? lineOf(put, line) : lineOf(file, lines.start + line - block.end);
  return slideDown(lineAt, block, block.end + count - lines.start);
}

/** How many lines further down the same lines can be taken out, or put in, and the outcome is the same. */
function slideDown(lineAt: (line: number) => Uint8Array, { start, end }: Range, bottom: number): number {
  let down = 0;
  while (end + down < bottom && sameBytes(lineAt(start + down), lineAt(end + down))) down++;
  return down;
}

function lineOf({ bytes, atoms }: CutFile, line: number): Uint8Array {
  return bytes.subarray(atoms.starts[line], atoms.starts[line + 1]);
}

/** Index of the first of increasing numbers that is at least `least`; their count where none is. */
function indexOfFirst(numbers: Int32Array, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
