import type { Run } from '../align/align.js';
import type { CutFile } from '../cut-file.js';
import { isEmptyPair, lengthOf, type Range, type RangePair } from '../range.js';
import { type BlockMap, isBlank, type Segment, type Sides, segmentsOf } from './block-map.js';
import type { Counterparts } from './counterparts.js';
import type { Pairing, SegmentPair } from './pair-in-order.js';

/** A stretch of differing lines that is decided as one, or as part of a block that is. */
export interface Piece extends Run {
  /** The block of which these are lines, as indexes on both sides; absent where the sides have no block in common. */
  readonly block?: BlockPair;
}

export interface BlockPair {
  readonly before: number;
  readonly after: number;
}

/**
 * Cuts a run where both sides go from one block to the next. Blocks are the same that share lines elsewhere; of the others
 * those that the pairing takes for the same. What has no counterpart stays together, with its blank lines. Where the alignment
 * gave up, a piece is still coarse unless it is as small as it can be.
 */
export function cutRun(run: Run, sides: Sides, counterparts: Counterparts, pairing: Pairing): Piece[] {
  const before = segmentsOf(sides.before, run.before);
  const after = segmentsOf(sides.after, run.after);
  const pairs = before.length === 0 || after.length === 0 ? [] : pairsOf(before, after, sides, counterparts, pairing);

  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const trimmed = trimmedEnds(piece, sides.before.file, sides.after.file);
    if (isEmptyPair(trimmed)) return;
    const { before: from, after: to } = trimmed;
    const { isCoarse, block } = piece;
    pieces.push(
      block === undefined ? { before: from, after: to, isCoarse } : { before: from, after: to, isCoarse, block },
    );
  };
  const addRest = (beforeEnd: number, afterEnd: number): void => {
    const rest = { before: { start: from, end: beforeEnd }, after: { start: to, end: afterEnd } };
    if (!isEmptyPair(rest)) add({ ...rest, isCoarse: run.isCoarse, ...blockAround(rest, sides, counterparts) });
  };
  let from = run.before.start;
  let to = run.after.start;
  for (const [one, other] of pairs) {
    addRest(one.start, other.start);
    const block = { before: one.block, after: other.block };
    add({ before: one, after: other, isCoarse: run.isCoarse && !isSmallest(one, other, sides), block });
    from = one.end;
    to = other.end;
  }
  addRest(run.before.end, run.after.end);
  return pieces;
}

/** Whether a closer look at the lines could not find more changes. */
function isSmallest(one: Segment, other: Segment, { before, after }: Sides): boolean {
  if (before.blocks.decidedOf(one.block) === 'whole' && after.blocks.decidedOf(other.block) === 'whole') return true;
  return Math.min(lengthOf(one), lengthOf(other)) === 1;
}

/** Segments of blocks that share lines, and between those whatever the pairing finds. */
function pairsOf(
  before: readonly Segment[],
  after: readonly Segment[],
  sides: Sides,
  { ofBefore }: Counterparts,
  pairing: Pairing,
): SegmentPair[] {
  const pairs: SegmentPair[] = [];
  const places = new Map(after.map(({ block }, at) => [block, at]));
  let from = 0;
  let to = 0;
  const pairGap = (fromEnd: number, toEnd: number): void => {
    const one = before.slice(from, fromEnd).filter((segment) => !isBlank(sides.before, segment));
    const other = after.slice(to, toEnd).filter((segment) => !isBlank(sides.after, segment));
    for (const pair of pairing.pairInOrder(one, other)) pairs.push(pair);
  };
  before.forEach((segment, at) => {
    const place = places.get(ofBefore[segment.block]!);
    if (place === undefined) return;
    pairGap(at, place);
    pairs.push([segment, after[place]!]);
    from = at + 1;
    to = place + 1;
  });
  pairGap(before.length, after.length);
  return pairs;
}

/** The block inside which lines came or went: its other side is only around the place, so no pair was found for it. */
function blockAround(
  rest: RangePair,
  { before, after }: Sides,
  { ofBefore, ofAfter }: Counterparts,
): Pick<Piece, 'block'> {
  const blocks = (map: BlockMap, range: Range) => segmentsOf(map, range).filter((segment) => !isBlank(map, segment));
  const removed = blocks(before, rest.before);
  const added = blocks(after, rest.after);
  const [only] = [...removed, ...added];
  if (only === undefined || removed.length + added.length !== 1) return {};
  const pair =
    removed.length === 1
      ? { before: only.block, after: ofBefore[only.block]! }
      : { before: ofAfter[only.block]!, after: only.block };
  return pair.before === -1 || pair.after === -1 ? {} : { block: pair };
}

/**
 * Leaves out lines at either end that are equal, so that all lines outside of pieces pair up; those at the end first, as what
 * is only added had better not touch what follows (see `separate`).
 */
function trimmedEnds(pair: RangePair, before: CutFile, after: CutFile): RangePair {
  let { start: from, end: fromEnd } = pair.before;
  let { start: to, end: toEnd } = pair.after;
  while (from < fromEnd && to < toEnd && sameBody(before, fromEnd - 1, after, toEnd - 1)) {
    fromEnd--;
    toEnd--;
  }
  while (from < fromEnd && to < toEnd && sameBody(before, from, after, to)) {
    from++;
    to++;
  }
  return { before: { start: from, end: fromEnd }, after: { start: to, end: toEnd } };
}

function sameBody(before: CutFile, from: number, after: CutFile, to: number): boolean {
  const start = before.atoms.starts[from]!;
  const otherStart = after.atoms.starts[to]!;
  const length = before.atoms.bodyEnds[from]! - start;
  if (after.atoms.bodyEnds[to]! - otherStart !== length) return false;
  for (let k = 0; k < length; k++) if (before.bytes[start + k] !== after.bytes[otherStart + k]) return false;
  return true;
}
