import type { Anchor } from '../align/anchors.js';
import { limits } from '../limits.js';
import { bestInOrder } from './best-in-order.js';
import type { ColumnMatch } from './match-columns.js';
import { comparableAt, isFull, type Sheet, type Sheets } from './read-sheets.js';

/** Pairs rows that are alike in most of their cells. All calls share one budget of comparisons. */
export class SimilarRows {
  /** True where the budget did not allow to compare each row with each. */
  gaveUp = false;
  readonly #sheets: Sheets;
  readonly #kept: ColumnMatch['kept'];
  #comparisonsLeft: number = limits.csvCellComparisonsMax;

  constructor(sheets: Sheets, kept: ColumnMatch['kept']) {
    this.#sheets = sheets;
    this.#kept = kept;
  }

  /** Pairs rows, given in order, so that both stay in order. Too many are compared only with the row at the same place. */
  pair(rowsBefore: readonly number[], rowsAfter: readonly number[]): Anchor[] {
    if (rowsBefore.length === 0 || rowsAfter.length === 0) return [];
    const { before, after } = this.#sheets;
    const cost = rowsBefore.length * rowsAfter.length * Math.max(before.width, after.width);
    if (cost > this.#comparisonsLeft) return this.#pairByPlace(rowsBefore, rowsAfter);
    this.#comparisonsLeft -= cost;
    const numberOf = valueNumbers();
    const cellsBefore = rowsBefore.map((row) => this.#cellsBefore(row, numberOf));
    const cellsAfter = rowsAfter.map((row) => this.#cellsAfter(row, numberOf));
    const likenessOf = (i: number, j: number): number => likeness(cellsBefore[i]!, cellsAfter[j]!);
    return bestInOrder(cellsBefore.length, cellsAfter.length, likenessOf).map(
      ([i, j]): Anchor => [rowsBefore[i]!, rowsAfter[j]!],
    );
  }

  #pairByPlace(rowsBefore: readonly number[], rowsAfter: readonly number[]): Anchor[] {
    this.gaveUp = true;
    if (rowsBefore.length !== rowsAfter.length) return [];
    const pairs: Anchor[] = [];
    rowsBefore.forEach((row, at) => {
      const numberOf = valueNumbers();
      const other = rowsAfter[at]!;
      if (likeness(this.#cellsBefore(row, numberOf), this.#cellsAfter(other, numberOf)) > 0) pairs.push([row, other]);
    });
    return pairs;
  }

  #cellsBefore(row: number, numberOf: NumberOf): Int32Array {
    return this.#cellsOf(this.#sheets.before, row, ([from]) => from, numberOf);
  }

  #cellsAfter(row: number, numberOf: NumberOf): Int32Array {
    return this.#cellsOf(this.#sheets.after, row, ([, to]) => to, numberOf);
  }

  /** The cells that can be compared, as numbers: those of kept columns, or all of a row that is not full. */
  #cellsOf(sheet: Sheet, row: number, columnOf: (pair: Anchor) => number, numberOf: NumberOf): Int32Array {
    const columns = isFull(sheet, row)
      ? this.#kept.map(columnOf)
      : Array.from({ length: sheet.table.fieldCount(row) }, (_, column) => column);
    return Int32Array.from(columns, (column) => numberOf(comparableAt(sheet, row, column)));
  }
}

type NumberOf = (value: string) => number;

/** Numbers values in the order in which they are first met. */
function valueNumbers(): NumberOf {
  const numbers = new Map<string, number>([['', EMPTY]]);
  return (value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  };
}

const EMPTY = 0;

/** How many cells are equal, where that is enough of all that are filled; else 0. */
function likeness(cells: Int32Array, others: Int32Array): number {
  let equal = 0;
  let filled = 0;
  for (let at = 0; at < Math.max(cells.length, others.length); at++) {
    const cell = cells[at] ?? EMPTY;
    const other = others[at] ?? EMPTY;
    if (cell === EMPTY && other === EMPTY) continue;
    filled++;
    if (cell === other) equal++;
  }
  return equal >= filled * limits.csvLikenessMin ? equal : 0;
}
