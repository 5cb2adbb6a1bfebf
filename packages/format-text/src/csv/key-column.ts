import type { Anchor } from '../align/anchors.js';
import { limits } from '../limits.js';
import { lengthOf, type Range, type RangePair } from '../range.js';
import { DistinctFields } from './distinct-fields.js';
import { comparableAt, isFull, type Sheet, type Sheets } from './read-sheets.js';

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
  if (sheets.before.table.rowCount === 0 || sheets.after.table.rowCount === 0) return undefined;
  let best: Key | undefined;
  let bestEqual = -1;
  for (const column of uniqueColumns(sheets, kept, runs)) {
    const partners = partnersBy(column, sheets, runs);
    const equal = equalCells(partners, sheets, kept);
    if (equal <= bestEqual) continue;
    best = { column, partners, taken: new Set(partners.values()) };
    bestEqual = equal;
  }
  return best;
}

function uniqueColumns(sheets: Sheets, kept: readonly Anchor[], runs: readonly RangePair[]): Anchor[] {
  const first = sheets.hasHeader ? 1 : 0;
  const { rowCount } = sheets.before.table;
  const found: Anchor[] = [];
  for (const column of kept) {
    if (found.length === limits.csvKeyColumnsMax) break;
    // Most columns are found out by a few rows.
    const sample = { start: first, end: Math.min(rowCount, limits.csvSampledRowsMax) };
    const known = new DistinctFields(sheets.before.bytes, sample.end);
    if (!addDistinct(sheets.before, column[0], [sample], known)) continue;
    if (isUnique(sheets, column, first, runs)) found.push(column);
  }
  return found;
}

/** Outside of runs both sides have the same values, so of after only the rows inside are looked at. */
function isUnique({ before, after }: Sheets, [from, to]: Anchor, first: number, runs: readonly RangePair[]): boolean {
  const ends = [...runs.map((run) => run.before.start), before.table.rowCount];
  const outside = ends.map((end, at) => ({ start: at === 0 ? first : runs[at - 1]!.before.end, end }));
  const inside = { before: runs.map((run) => run.before), after: runs.map((run) => run.after) };
  const known = new DistinctFields(before.bytes, before.table.rowCount);
  if (!addDistinct(before, from, outside, known)) return false;
  for (const { start, end } of inside.after) {
    for (let row = start; row < end; row++) {
      if (isFull(after, row) && known.has(after.bytes, after.table.field(row, to))) return false;
    }
  }
  const changed = new DistinctFields(
    after.bytes,
    inside.after.reduce((count, run) => count + lengthOf(run), 0),
  );
  return addDistinct(before, from, inside.before, known) && addDistinct(after, to, inside.after, changed);
}

/** Adds the values of a column in some rows to others; says whether none is missing or there twice. */
function addDistinct(sheet: Sheet, column: number, ranges: readonly Range[], known: DistinctFields): boolean {
  for (const { start, end } of ranges) {
    for (let row = start; row < end; row++) {
      if (!isFull(sheet, row)) continue;
      const field = sheet.table.field(row, column);
      if (field.start === field.end || !known.add(field)) return false;
    }
  }
  return true;
}

function partnersBy([from, to]: Anchor, { before, after }: Sheets, runs: readonly RangePair[]): Map<number, number> {
  const places = new Map<string, number>();
  for (const run of runs) {
    for (let row = run.after.start; row < run.after.end; row++) {
      if (isFull(after, row)) places.set(comparableAt(after, row, to), row);
    }
  }
  const partners = new Map<number, number>();
  for (const run of runs) {
    for (let row = run.before.start; row < run.before.end; row++) {
      const value = isFull(before, row) ? comparableAt(before, row, from) : '';
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
    for (const [from, to] of kept) if (comparableAt(before, row, from) === comparableAt(after, partner, to)) equal++;
  }
  return equal;
}
