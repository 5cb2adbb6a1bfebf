import type { Keys } from '../align/align.js';
import type { Comparison } from '../compare.js';
import { internBodies } from '../intern.js';
import { limits } from '../limits.js';
import { lengthOf, type RangePair } from '../range.js';

/** Whether all readings put the beginning of one line (or the end of the file) of before at the one line of after. */
export type AgreedPlace = (before: number, after: number) => boolean;

/**
 * Where all readings of an edit agree. A reading is a shortest way to make after of before, line by line: with lines there
 * several times there may be many (a doubled line, one blank line of ten, the first of two equal records). What was only
 * taken out, and what was typed that stands nowhere else, is always one of them, so a place on which all agree is the right
 * one. A line that is there once in each version, and is paired, is taken for the same line in every reading. Where there
 * is too much between two such lines to look at, nothing between is agreed on.
 */
export function whereReadingsAgree(edits: Comparison): AgreedPlace {
  const keys = internBodies(edits.before, edits.after);
  const stretches = stretchesOf(edits, keys);
  const agreed = new Map<Stretch, Int32Array>();
  let cellsLeft: number = limits.alignEffortMax;
  for (const stretch of stretches) {
    const cells = (lengthOf(stretch.before) + 1) * bandOf(stretch);
    if (cells > cellsLeft) continue;
    cellsLeft -= cells;
    agreed.set(stretch, agreedInStretch(stretch, keys));
  }
  return (before, after) => {
    const stretch = stretchAt(stretches, before);
    if (stretch === undefined) return true;
    const step = before - stretch.before.start + after - stretch.after.start;
    return agreed.get(stretch)?.[step] === before;
  };
}

/** Lines between two that all readings pair, with edits among them. */
interface Stretch extends RangePair {
  readonly removed: number;
  readonly added: number;
}

function stretchesOf({ runs, before }: Comparison, keys: Keys): Stretch[] {
  const count = { before: countsOf(keys.before, keys.keyCount), after: countsOf(keys.after, keys.keyCount) };
  const isAnchor = (line: number): boolean => {
    const key = keys.before[line]!;
    return count.before[key] === 1 && count.after[key] === 1;
  };
  const stretches: Stretch[] = [];
  let top = { before: 0, after: 0 };
  let [removed, added] = [0, 0];
  runs.forEach((run, at) => {
    const above = runs[at - 1] ?? { before: { end: 0 }, after: { end: 0 } };
    if (removed + added === 0) {
      let line = run.before.start;
      while (line > above.before.end && !isAnchor(line - 1)) line--;
      if (at > 0 || line > 0) top = { before: line, after: line - run.before.start + run.after.start };
    }
    removed += lengthOf(run.before);
    added += lengthOf(run.after);

    const below = runs[at + 1]?.before.start ?? before.atoms.length;
    let line = run.before.end;
    while (line < below && !isAnchor(line)) line++;
    if (line === below && at < runs.length - 1) return;
    const bottom = { before: line, after: line - run.before.end + run.after.end };
    stretches.push({
      before: { start: top.before, end: bottom.before },
      after: { start: top.after, end: bottom.after },
      removed,
      added,
    });
    [removed, added] = [0, 0];
  });
  return stretches;
}

function countsOf(keys: Int32Array, keyCount: number): Int32Array {
  const counts = new Int32Array(keyCount);
  for (const key of keys) counts[key]!++;
  return counts;
}

function stretchAt(stretches: readonly Stretch[], line: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.before.end < line) low = middle + 1;
    else high = middle;
  }
  const found = stretches[low];
  return found !== undefined && found.before.start <= line ? found : undefined;
}

/** How far readings can part: no shortest edit removes or adds more lines than the one that was found. */
function bandOf({ removed, added }: Stretch): number {
  return removed + added + 1;
}

/**
 * The grid of all edits of a stretch: a step down removes a line, one to the right adds one, one across pairs two. For each
 * number of steps down and right, the line of before at which all shortest ways come by; -1 where they part.
 */
function agreedInStretch(stretch: Stretch, keys: Keys): Int32Array {
  const grid = new Grid(stretch, keys);
  const { rows, columns } = grid;
  const agreed = new Int32Array(rows + columns + 1).fill(-1);
  const parted = new Uint8Array(agreed.length + 1);
  for (let row = 0; row <= rows; row++) {
    const { first, last } = grid.columnsOf(row);
    for (let column = first; column <= last; column++) {
      const step = row + column;
      if (grid.isOnShortestWay(row, column)) {
        if (agreed[step] !== -1) parted[step] = 1;
        agreed[step] = stretch.before.start + row;
      }
      if (grid.isPairedOnShortestWay(row, column)) parted[step + 1] = 1;
    }
  }
  for (let step = 0; step < agreed.length; step++) if (parted[step] === 1) agreed[step] = -1;
  return agreed;
}

/** Lines removed and added on the shortest ways from the beginning, and to the end, of the nodes that can lie on one. */
class Grid {
  readonly rows: number;
  readonly columns: number;
  readonly #stretch: Stretch;
  readonly #keys: Keys;
  readonly #band: number;
  readonly #behind: Int32Array;
  readonly #ahead: Int32Array;

  constructor(stretch: Stretch, keys: Keys) {
    this.rows = lengthOf(stretch.before);
    this.columns = lengthOf(stretch.after);
    this.#stretch = stretch;
    this.#keys = keys;
    this.#band = bandOf(stretch);
    this.#behind = new Int32Array((this.rows + 1) * this.#band).fill(unreached);
    this.#ahead = new Int32Array(this.#behind.length).fill(unreached);
    this.#goForward();
    this.#goBackward();
  }

  columnsOf(row: number): { first: number; last: number } {
    return {
      first: Math.max(0, row - this.#stretch.removed),
      last: Math.min(this.columns, row + this.#stretch.added),
    };
  }

  isOnShortestWay(row: number, column: number): boolean {
    return this.#at(this.#behind, row, column) + this.#at(this.#ahead, row, column) === this.#length();
  }

  isPairedOnShortestWay(row: number, column: number): boolean {
    if (!this.#isPair(row, column)) return false;
    return this.#at(this.#behind, row, column) + this.#at(this.#ahead, row + 1, column + 1) === this.#length();
  }

  #goForward(): void {
    for (let row = 0; row <= this.rows; row++) {
      const { first, last } = this.columnsOf(row);
      for (let column = first; column <= last; column++) {
        let least = row + column === 0 ? 0 : unreached;
        least = Math.min(
          least,
          this.#at(this.#behind, row - 1, column) + 1,
          this.#at(this.#behind, row, column - 1) + 1,
        );
        if (this.#isPair(row - 1, column - 1)) least = Math.min(least, this.#at(this.#behind, row - 1, column - 1));
        this.#behind[this.#place(row, column)] = least;
      }
    }
  }

  #goBackward(): void {
    for (let row = this.rows; row >= 0; row--) {
      const { first, last } = this.columnsOf(row);
      for (let column = last; column >= first; column--) {
        let least = row === this.rows && column === this.columns ? 0 : unreached;
        least = Math.min(least, this.#at(this.#ahead, row + 1, column) + 1, this.#at(this.#ahead, row, column + 1) + 1);
        if (this.#isPair(row, column)) least = Math.min(least, this.#at(this.#ahead, row + 1, column + 1));
        this.#ahead[this.#place(row, column)] = least;
      }
    }
  }

  #length(): number {
    return this.#behind[this.#place(this.rows, this.columns)]!;
  }

  #isPair(row: number, column: number): boolean {
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return false;
    const { before, after } = this.#stretch;
    return this.#keys.before[before.start + row] === this.#keys.after[after.start + column];
  }

  #at(lengths: Int32Array, row: number, column: number): number {
    const { removed, added } = this.#stretch;
    const isInside = row >= 0 && row <= this.rows && column >= row - removed && column <= row + added;
    return isInside ? lengths[this.#place(row, column)]! : unreached;
  }

  #place(row: number, column: number): number {
    return row * this.#band + column - row + this.#stretch.removed;
  }
}

const unreached = 0x3fff_ffff;
