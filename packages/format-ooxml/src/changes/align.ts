import { limits } from '../limits.js';

/** A stretch of before and the stretch of after that took its place; one of them may be empty. */
export interface Gap {
  readonly before: { readonly start: number; readonly end: number };
  readonly after: { readonly start: number; readonly end: number };
}

export interface Alignment {
  /** Places in both lists that hold equal keys, in order. */
  readonly equal: readonly (readonly [number, number])[];
  readonly gaps: readonly Gap[];
  /** A limit was reached: some gap is larger than it need be. */
  readonly isCoarse: boolean;
}

/**
 * Aligns two lists of keys: equal ends first, then, between keys that occur once on either side, the fewest additions and
 * removals up to a limit. Work is bounded by `limits.alignStepsMax`, memory by
 * the square of `limits.alignEditsMax`.
 */
export function align(beforeKeys: readonly string[], afterKeys: readonly string[]): Alignment {
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const before = Int32Array.from(beforeKeys, numberOf);
  const after = Int32Array.from(afterKeys, numberOf);
  const budget = { steps: limits.alignStepsMax };
  const equal: [number, number][] = [];
  let isCoarse = false;
  const visit = (gap: Gap, depth: number): void => {
    const inner = trim(before, after, gap, equal);
    if (isEmpty(inner.before) || isEmpty(inner.after)) return;
    const path = fewestEdits(before, after, inner, budget);
    if (path !== undefined) {
      for (const pair of path) equal.push(pair);
      return;
    }
    const anchors = depth > 8 ? [] : anchorsIn(before, after, inner);
    if (anchors.length === 0) {
      isCoarse = true;
      return;
    }
    let from = { before: inner.before.start, after: inner.after.start };
    for (const [one, other] of [...anchors, [inner.before.end, inner.after.end] as const]) {
      visit({ before: { start: from.before, end: one }, after: { start: from.after, end: other } }, depth + 1);
      if (one < inner.before.end || other < inner.after.end) equal.push([one, other]);
      from = { before: one + 1, after: other + 1 };
    }
  };
  visit({ before: { start: 0, end: before.length }, after: { start: 0, end: after.length } }, 0);
  equal.sort(([one], [other]) => one - other);
  return { equal, gaps: gapsBetween(equal, before.length, after.length), isCoarse };
}

function isEmpty({ start, end }: { start: number; end: number }): boolean {
  return start >= end;
}

function trim(before: Int32Array, after: Int32Array, gap: Gap, equal: [number, number][]): Gap {
  const one = { ...gap.before };
  const other = { ...gap.after };
  while (one.start < one.end && other.start < other.end && before[one.start] === after[other.start]) {
    equal.push([one.start++, other.start++]);
  }
  while (one.start < one.end && other.start < other.end && before[one.end - 1] === after[other.end - 1]) {
    equal.push([--one.end, --other.end]);
  }
  return { before: one, after: other };
}

/** The greedy search of Myers (1986), with the furthest points of every round kept to walk back; undefined above the limit. */
function fewestEdits(
  before: Int32Array,
  after: Int32Array,
  gap: Gap,
  budget: { steps: number },
): [number, number][] | undefined {
  const rows = gap.before.end - gap.before.start;
  const columns = gap.after.end - gap.after.start;
  const max = Math.min(limits.alignEditsMax, rows + columns);
  if (Math.abs(rows - columns) > max) return undefined;
  const rounds: Int32Array[] = [];
  const furthest = new Int32Array(2 * max + 3);
  for (let edits = 0; edits <= max; edits++) {
    budget.steps -= edits;
    if (budget.steps < 0) return undefined;
    rounds.push(furthest.slice(max + 1 - edits, max + 2 + edits));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = max + 1 + diagonal;
      const isDown = diagonal === -edits || (diagonal !== edits && furthest[at - 1]! < furthest[at + 1]!);
      let row = isDown ? furthest[at + 1]! : furthest[at - 1]! + 1;
      while (
        row < rows &&
        row - diagonal < columns &&
        before[gap.before.start + row] === after[gap.after.start + row - diagonal]
      ) {
        row++;
        budget.steps--;
      }
      furthest[at] = row;
      if (row >= rows && row - diagonal >= columns) return walkBack(rounds, edits, gap);
    }
  }
  return undefined;
}

/** `rounds[n]` holds what was furthest before round n, on the diagonals from -n to n. */
function walkBack(rounds: readonly Int32Array[], edits: number, gap: Gap): [number, number][] {
  const equal: [number, number][] = [];
  let row = gap.before.end - gap.before.start;
  let column = gap.after.end - gap.after.start;
  for (let round = edits; round >= 0; round--) {
    const furthest = rounds[round]!;
    const at = (diagonal: number): number => furthest[diagonal + round] ?? 0;
    const diagonal = row - column;
    const isDown = diagonal === -round || (diagonal !== round && at(diagonal - 1) < at(diagonal + 1));
    const start = round === 0 ? 0 : isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
    while (row > start) equal.push([gap.before.start + --row, gap.after.start + --column]);
    if (round === 0) break;
    if (isDown) column--;
    else row--;
  }
  return equal;
}

/** Keys that occur once on each side, as the longest chain that is in order on both. */
function anchorsIn(before: Int32Array, after: Int32Array, gap: Gap): (readonly [number, number])[] {
  const places = onceIn(after, gap.after);
  const pairs = [...onceIn(before, gap.before)].flatMap(([key, at]): [number, number][] => {
    const other = places.get(key);
    return other === undefined || other < 0 || at < 0 ? [] : [[at, other]];
  });
  pairs.sort(([one], [other]) => one - other);
  return longestIncreasing(pairs);
}

/** Places of keys; -1 for those that come again. */
function onceIn(keys: Int32Array, { start, end }: { start: number; end: number }): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at++) places.set(keys[at]!, places.has(keys[at]!) ? -1 : at);
  return places;
}

function longestIncreasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, value], at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = at;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}

function gapsBetween(equal: readonly (readonly [number, number])[], rows: number, columns: number): Gap[] {
  const gaps: Gap[] = [];
  let before = 0;
  let after = 0;
  for (const [one, other] of [...equal, [rows, columns] as const]) {
    if (one > before || other > after) {
      gaps.push({ before: { start: before, end: one }, after: { start: after, end: other } });
    }
    before = one + 1;
    after = other + 1;
  }
  return gaps;
}
