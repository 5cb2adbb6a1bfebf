import type { Anchor } from '../align/anchors.js';
import type { Atom } from '../cut-file.js';
import { internBodies } from '../intern.js';
import { limits } from '../limits.js';
import type { RangePair } from '../range.js';
import { isFull, type Sheet, type Sheets, valueAt } from './read-sheets.js';

/** A column by whose values rows are known on both sides, as by an id. */
export interface Key {
  readonly column: Anchor;
  /** Rows inside of runs that have the same key: of before to of after. */
  readonly partners: ReadonlyMap<number, number>;
  /** The rows of after among them. */
  readonly taken: ReadonlySet<number>;
}

/**
 * Chooses among the first columns whose values are all there and all different on both sides. The best one pairs rows that
 * are otherwise most alike: a column of running numbers, where a row was put in above, pairs rows that have nothing in common.
 */
export function chooseKey(sheets: Sheets, kept: readonly Anchor[], runs: readonly RangePair[]): Key | undefined {
  if (!sheets.hasHeader) return undefined;
  let best: Key | undefined;
  let bestEqual = -1;
  for (const column of uniqueColumns(sheets, kept)) {
    const partners = partnersBy(column, sheets, runs);
    const equal = equalCells(partners, sheets, kept);
    if (equal <= bestEqual) continue;
    best = { column, partners, taken: new Set(partners.values()) };
    bestEqual = equal;
  }
  return best;
}

function uniqueColumns({ before, after }: Sheets, kept: readonly Anchor[]): Anchor[] {
  const found: Anchor[] = [];
  for (const [from, to] of kept) {
    if (found.length === limits.csvKeyColumnsMax) break;
    if (isUnique(before, from) && isUnique(after, to)) found.push([from, to]);
  }
  return found;
}

/** Whether all rows have a value there and no two the same. Most columns are found out by a few rows. */
function isUnique(sheet: Sheet, column: number): boolean {
  return hasNoDoubles(sheet, column, limits.csvSampledRowsMax) && hasNoDoubles(sheet, column, sheet.table.rowCount);
}

function hasNoDoubles({ bytes, encoding, table, width }: Sheet, column: number, rowCount: number): boolean {
  const atoms: Atom[] = [];
  for (let row = 1; row < Math.min(rowCount, table.rowCount); row++) {
    if (table.fieldCount(row) !== width) continue;
    const { start, end } = table.field(row, column);
    if (start === end) return false;
    atoms.push({ start, bodyEnd: end, end });
  }
  return internBodies({ bytes, encoding, atoms }, { bytes, encoding, atoms: [] }).keyCount === atoms.length;
}

function partnersBy([from, to]: Anchor, { before, after }: Sheets, runs: readonly RangePair[]): Map<number, number> {
  const places = new Map<string, number>();
  for (const run of runs) {
    for (let row = run.after.start; row < run.after.end; row++) {
      if (isFull(after, row)) places.set(valueAt(after, row, to), row);
    }
  }
  const partners = new Map<number, number>();
  for (const run of runs) {
    for (let row = run.before.start; row < run.before.end; row++) {
      const value = isFull(before, row) ? valueAt(before, row, from) : '';
      const place = places.get(value);
      if (place === undefined) continue;
      partners.set(row, place);
      // Quoted and not, a value may be there twice.
      places.delete(value);
    }
  }
  return partners;
}

function equalCells(partners: ReadonlyMap<number, number>, { before, after }: Sheets, kept: readonly Anchor[]): number {
  let equal = 0;
  for (const [row, partner] of partners) {
    for (const [from, to] of kept) if (valueAt(before, row, from) === valueAt(after, partner, to)) equal++;
  }
  return equal;
}
