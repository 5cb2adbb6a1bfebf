import { longestIncreasing } from '../align/longest-increasing.js';
import { limits } from '../limits.js';
import type { BlockMap, Segment, Sides } from './block-map.js';
import { Shingles } from './shingles.js';
import { markedWords, wordsOf } from './words.js';

export type SegmentPair = readonly [before: Segment, after: Segment];

/** Pairs up blocks that share no lines. One for each comparison: all its searches share one budget. */
export class Pairing {
  readonly #sides: Sides;
  #lookUpsLeft: number = limits.similarityLookUpsMax;

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /**
   * Which of these blocks are the same, in order: those with equal words; between those the most similar ones of one kind;
   * and what then stands alone between neighbours, one to one where both sides go through the same kinds.
   */
  pairInOrder(before: readonly Segment[], after: readonly Segment[]): SegmentPair[] {
    if (before.length === 0 || after.length === 0) return [];
    if (before.length === 1 && after.length === 1)
      return this.#sameKinds(before, after) ? [[before[0]!, after[0]!]] : [];
    const candidates = { before: this.#candidates('before', before), after: this.#candidates('after', after) };
    const whole = { from: 0, fromEnd: before.length, to: 0, toEnd: after.length };
    const equal = equalWords(candidates.before, candidates.after);
    const similar = [...equal, ...gapsOf(equal, whole).flatMap((gap) => this.#similar(candidates, gap))].sort(inOrder);
    const paired = [...similar, ...gapsOf(similar, whole).flatMap((gap) => this.#oneToOne(candidates, gap))].sort(
      inOrder,
    );
    return paired.map(([from, to]) => [before[from]!, after[to]!]);
  }

  #candidates(side: keyof Sides, segments: readonly Segment[]): Candidate[] {
    const { file, blocks }: BlockMap = this.#sides[side];
    return segments.map((segment) => {
      const kind = blocks.kinds[segment.block]!;
      const words = wordsOf(file, segment, kind);
      return { kind, words: markedWords(words)?.rest ?? words };
    });
  }

  #sameKinds(before: readonly Segment[], after: readonly Segment[]): boolean {
    const kindOf = ({ blocks }: BlockMap, segment: Segment) => blocks.kinds[segment.block]!;
    const { before: one, after: other } = this.#sides;
    return before.every((segment, at) => kindOf(one, segment) === kindOf(other, after[at]!));
  }

  /** The pairs of one kind whose likeness adds up to the most, each above the least that counts. */
  #similar({ before, after }: Candidates, { from, fromEnd, to, toEnd }: Gap): Index[] {
    const rows = fromEnd - from;
    const columns = toEnd - to;
    if (rows * columns > limits.similarityPairsMax || this.#lookUpsLeft <= 0) return [];
    const shingles = after.slice(to, toEnd).map(({ words }) => new Shingles(words));
    const best = new Float64Array((rows + 1) * (columns + 1));
    const likeness = new Float64Array(rows * columns);
    for (let row = rows - 1; row >= 0; row--) {
      const own = new Shingles(before[from + row]!.words);
      for (let column = columns - 1; column >= 0; column--) {
        const isOneKind = before[from + row]!.kind === after[to + column]!.kind;
        const like = isOneKind ? own.likeness(shingles[column]!) : 0;
        if (isOneKind) this.#lookUpsLeft -= own.size;
        const counts = like >= limits.similarityMin;
        likeness[row * columns + column] = counts ? like : 0;
        const at = row * (columns + 1) + column;
        const skip = Math.max(best[at + 1]!, best[at + columns + 1]!);
        best[at] = counts ? Math.max(skip, like + best[at + columns + 2]!) : skip;
      }
    }
    return walk(best, likeness, rows, columns).map(([row, column]) => [from + row, to + column]);
  }

  #oneToOne({ before, after }: Candidates, { from, fromEnd, to, toEnd }: Gap): Index[] {
    const length = fromEnd - from;
    const pairs = Array.from({ length }, (_, k): Index => [from + k, to + k]);
    const isOneToOne = toEnd - to === length && pairs.every(([one, other]) => before[one]!.kind === after[other]!.kind);
    return isOneToOne ? pairs : [];
  }
}

interface Candidate {
  readonly kind: string;
  readonly words: string;
}

interface Candidates {
  readonly before: readonly Candidate[];
  readonly after: readonly Candidate[];
}

type Index = readonly [from: number, to: number];

interface Gap {
  readonly from: number;
  readonly fromEnd: number;
  readonly to: number;
  readonly toEnd: number;
}

function inOrder(one: Index, other: Index): number {
  return one[0] - other[0];
}

/** What words occur once on either side, as far as they keep their order. */
function equalWords(before: readonly Candidate[], after: readonly Candidate[]): Index[] {
  const placesAfter = places(after);
  const pairs: Index[] = [];
  for (const [words, from] of places(before)) {
    const to = placesAfter.get(words);
    if (from !== -1 && to !== undefined && to !== -1) pairs.push([from, to]);
  }
  return longestIncreasing(pairs);
}

/** For each words where they are, or -1 where that is at several places; in order. */
function places(candidates: readonly Candidate[]): Map<string, number> {
  const found = new Map<string, number>();
  candidates.forEach(({ kind, words }, at) => {
    const key = `${kind} ${words}`;
    found.set(key, found.has(key) ? -1 : at);
  });
  return found;
}

function gapsOf(pairs: readonly Index[], { fromEnd, toEnd }: Gap): Gap[] {
  const gaps: Gap[] = [];
  let from = 0;
  let to = 0;
  for (const [nextFrom, nextTo] of [...pairs, [fromEnd, toEnd] as const]) {
    if (nextFrom > from && nextTo > to) gaps.push({ from, fromEnd: nextFrom, to, toEnd: nextTo });
    from = nextFrom + 1;
    to = nextTo + 1;
  }
  return gaps;
}

function walk(best: Float64Array, likeness: Float64Array, rows: number, columns: number): Index[] {
  const pairs: Index[] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const at = row * (columns + 1) + column;
    const like = likeness[row * columns + column]!;
    if (like > 0 && best[at] === like + best[at + columns + 2]!) pairs.push([row++, column++]);
    else if (best[at] === best[at + 1]) column++;
    else row++;
  }
  return pairs;
}
