import type { Anchor } from '../align/anchors.js';
import { limits } from '../limits.js';
import { bestInOrder } from './best-in-order.js';
import type { ColumnMatch } from './match-columns.js';
import { isFull, type Sheet, type Sheets, valueAt } from './read-sheets.js';

/** Pairs rows that are alike in most of their cells. All calls share one budget of comparisons. */
export class SimilarRows {
  /** True where the budget did not allow to compare each row with each. */
  gaveUp = false;
  readonly #sheets: Sheets;
  readonly #kept: ColumnMatch['kept'];
  readonly #numbers = new Map<string, number>([['', EMPTY]]);
  #comparisonsLeft: number = limits.csvCellComparisonsMax;

  constructor(sheets: Sheets, kept: ColumnMatch['kept']) {
    this.#sheets = sheets;
    this.#kept = kept;
  }

  /** Pairs rows, given in order, so that both stay in order. Too many are compared only with the row at the same place. */
  pair(rowsBefore: readonly number[], rowsAfter: readonly number[]): Anchor[] {
    if (rowsBefore.length === 0 || rowsAfter.length === 0) return [];
    const { before, after } = this.#sheets;
    const cellsBefore = rowsBefore.map((row) => this.#cellsOf(before, row, ([from]) => from));
    const cellsAfter = rowsAfter.map((row) => this.#cellsOf(after, row, ([, to]) => to));
    const cost = rowsBefore.length * rowsAfter.length * Math.max(before.width, after.width);
    const pairs =
      cost <= this.#comparisonsLeft ? bestPairs(cellsBefore, cellsAfter) : this.#pairByPlace(cellsBefore, cellsAfter);
    if (cost <= this.#comparisonsLeft) this.#comparisonsLeft -= cost;
    return pairs.map(([i, j]): Anchor => [rowsBefore[i]!, rowsAfter[j]!]);
  }

  #pairByPlace(cellsBefore: readonly Int32Array[], cellsAfter: readonly Int32Array[]): [number, number][] {
    this.gaveUp = true;
    if (cellsBefore.length !== cellsAfter.length) return [];
    return cellsBefore.flatMap((cells, at): [number, number][] =>
      likeness(cells, cellsAfter[at]!) > 0 ? [[at, at]] : [],
    );
  }

  /** The cells that can be compared, as numbers: those of kept columns, or all of a row that is not full. */
  #cellsOf(sheet: Sheet, row: number, columnOf: (pair: Anchor) => number): Int32Array {
    const columns = isFull(sheet, row)
      ? this.#kept.map(columnOf)
      : Array.from({ length: sheet.table.fieldCount(row) }, (_, column) => column);
    return Int32Array.from(columns, (column) => this.#numberOf(valueAt(sheet, row, column)));
  }

  #numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

const EMPTY = 0;

function bestPairs(cellsBefore: readonly Int32Array[], cellsAfter: readonly Int32Array[]): [number, number][] {
  return bestInOrder(cellsBefore.length, cellsAfter.length, (i, j) => likeness(cellsBefore[i]!, cellsAfter[j]!));
}

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
