import { limits } from '../limits.js';

/** How many pairs of short texts may still be weighed against each other in one comparison. */
export class PairBudget {
  #left: number = limits.alignPairsMax;

  take(pairs: number): boolean {
    if (pairs > this.#left) return false;
    this.#left -= pairs;
    return true;
  }
}

/** A text of before and the text of after that it became; one of them is missing where it was added or removed. */
export type TextPair = readonly [before: number | undefined, after: number | undefined];

/**
 * Pairs the texts of a gap: those that resemble each other, in order, so that as much as possible is kept; the rest was
 * removed or added. Equally many on both sides are the same places with other texts. When the budget is spent, texts are
 * paired in turn.
 */
export function pairUp(before: readonly string[], after: readonly string[], budget: PairBudget): readonly TextPair[] {
  if (before.length === after.length) return before.map((_, at): TextPair => [at, at]);
  if (!budget.take(before.length * after.length)) return inTurn(before.length, after.length);
  const bags = { before: before.map(wordsOf), after: after.map(wordsOf) };
  const width = after.length + 1;
  // best[row * width + column]: the most likeness that can be had from there to the end.
  const best = new Float64Array((before.length + 1) * width);
  const likeness = (row: number, column: number): number => resemblance(bags.before[row]!, bags.after[column]!);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const alike = likeness(row, column);
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!,
        alike < likenessMin ? 0 : alike + best[(row + 1) * width + column + 1]!,
      );
    }
  }
  const pairs: TextPair[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const here = best[row * width + column]!;
    if (here === best[(row + 1) * width + column]) pairs.push([row++, undefined]);
    else if (here === best[row * width + column + 1]) pairs.push([undefined, column++]);
    else pairs.push([row++, column++]);
  }
  while (row < before.length) pairs.push([row++, undefined]);
  while (column < after.length) pairs.push([undefined, column++]);
  return pairs;
}

/** Below this share of common words two texts have nothing to do with each other. */
const likenessMin = 0.3;

function inTurn(rows: number, columns: number): TextPair[] {
  return Array.from(
    { length: Math.max(rows, columns) },
    (_, at): TextPair => [at < rows ? at : undefined, at < columns ? at : undefined],
  );
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.slice(0, 1_000).match(/[\p{L}\p{N}]+/gu) ?? [text.slice(0, 1_000)]);
}

/** The share of words that both have (Dice), from 0 to 1. */
function resemblance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  return (2 * common) / (one.size + other.size);
}
