/** Counts the shortest ways, line by line, from one text to another, and those through a place; all of the grid is kept. */
export class ReadingCounts {
  readonly #rows: number;
  readonly #columns: number;
  readonly #behind: Grid;
  readonly #ahead: Grid;

  constructor(from: readonly string[], to: readonly string[]) {
    this.#rows = from.length + 1;
    this.#columns = to.length + 1;
    this.#behind = countWays(from, to);
    this.#ahead = countWays(from.toReversed(), to.toReversed());
  }

  allGoThrough(line: number, column: number): boolean {
    const here = line * this.#columns + column;
    const last = this.#rows * this.#columns - 1;
    const lengthThere = this.#behind.lengths[here]! + this.#ahead.lengths[last - here]!;
    if (lengthThere !== this.#behind.lengths[last]) return false;
    const count = (this.#behind.counts[here]! * this.#ahead.counts[last - here]!) % prime;
    return count === this.#behind.counts[last];
  }
}

interface Grid {
  readonly lengths: Int32Array;
  /** Modulo a prime, of which the square is a safe integer. */
  readonly counts: Float64Array;
}

const prime = 94_906_249;

function countWays(from: readonly string[], to: readonly string[]): Grid {
  const columns = to.length + 1;
  const lengths = new Int32Array((from.length + 1) * columns);
  const counts = new Float64Array(lengths.length);
  counts[0] = 1;
  for (let row = 0; row <= from.length; row++) {
    for (let column = row === 0 ? 1 : 0; column < columns; column++) {
      const here = row * columns + column;
      const ways: [length: number, count: number][] = [];
      if (row > 0) ways.push([lengths[here - columns]! + 1, counts[here - columns]!]);
      if (column > 0) ways.push([lengths[here - 1]! + 1, counts[here - 1]!]);
      if (row > 0 && column > 0 && from[row - 1] === to[column - 1]) {
        ways.push([lengths[here - columns - 1]!, counts[here - columns - 1]!]);
      }
      const shortest = Math.min(...ways.map(([length]) => length));
      lengths[here] = shortest;
      counts[here] = ways.reduce((sum, [length, count]) => sum + (length === shortest ? count : 0), 0) % prime;
    }
  }
  return { lengths, counts };
}
