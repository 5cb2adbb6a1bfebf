import type { Anchor } from '../align/anchors.js';
import { longestIncreasing } from '../align/longest-increasing.js';
import { limits } from '../limits.js';
import { bestInOrder } from './best-in-order.js';
import { comparableAt, isFull, type Sheet, type Sheets, valueAt } from './read-sheets.js';

/** Which column of before is which of after. */
export interface ColumnMatch {
  /** Columns of both sides, in the same order on both. */
  readonly kept: readonly Anchor[];
  /** Columns of both sides that changed places with kept ones. */
  readonly moved: readonly Anchor[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** Whether columns were added, removed or moved, so that rows of before and of after do not mix. */
  readonly isReshaped: boolean;
}

/**
 * Matches columns by their names; equal names, also empty ones, by their order. What is left between two matched columns is
 * renamed where the values say so. Without a header, equal widths mean equal columns; else the values decide.
 */
export function matchColumns(sheets: Sheets): ColumnMatch {
  const { before, after, hasHeader } = sheets;
  const widths = [before.width, after.width] as const;
  if (!hasHeader) {
    const isSame = before.width === after.width || before.table.rowCount === 0 || after.table.rowCount === 0;
    const kept = isSame
      ? sameOrder(Math.min(before.width, after.width))
      : matchByValues(sheets, upTo(before.width), upTo(after.width));
    return isSame ? { kept, moved: [], removed: [], added: [], isReshaped: false } : columnMatch(kept, [], widths);
  }
  const named = matchByName(before, after);
  const inOrder = longestIncreasing(named);
  const ordered = new Set(inOrder);
  const moved = named.filter((pair) => !ordered.has(pair));
  return columnMatch(withRenamed(inOrder, moved, sheets), moved, widths);
}

function columnMatch(
  kept: readonly Anchor[],
  moved: readonly Anchor[],
  [widthBefore, widthAfter]: readonly [number, number],
): ColumnMatch {
  const matched = [...kept, ...moved];
  const froms = new Set(matched.map(([from]) => from));
  const tos = new Set(matched.map(([, to]) => to));
  const removed = upTo(widthBefore).filter((column) => !froms.has(column));
  const added = upTo(widthAfter).filter((column) => !tos.has(column));
  return { kept, moved, removed, added, isReshaped: moved.length + removed.length + added.length > 0 };
}

function matchByName(before: Sheet, after: Sheet): Anchor[] {
  const places = new Map(namesOf(after).map((name, column) => [name, column]));
  return namesOf(before).flatMap((name, column): Anchor[] => {
    const place = places.get(name);
    return place === undefined ? [] : [[column, place]];
  });
}

/** The names of all columns, each made unique by how often it came before. */
function namesOf(sheet: Sheet): string[] {
  const counts = new Map<string, number>();
  return upTo(sheet.width).map((column) => {
    const name = valueAt(sheet, 0, column);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${count} ${name}`;
  });
}

function withRenamed(inOrder: readonly Anchor[], moved: readonly Anchor[], sheets: Sheets): Anchor[] {
  const movedFrom = new Set(moved.map(([from]) => from));
  const movedTo = new Set(moved.map(([, to]) => to));
  const kept: Anchor[] = [];
  let from = 0;
  let to = 0;
  for (const next of [...inOrder, [sheets.before.width, sheets.after.width] as const]) {
    const froms = upTo(next[0], from).filter((column) => !movedFrom.has(column));
    const tos = upTo(next[1], to).filter((column) => !movedTo.has(column));
    kept.push(...matchByValues(sheets, froms, tos));
    if (next[0] < sheets.before.width) kept.push(next);
    from = next[0] + 1;
    to = next[1] + 1;
  }
  return kept;
}

/** Matches columns in order so that as many values as possible are shared; those that share too few stay apart. */
function matchByValues(sheets: Sheets, froms: readonly number[], tos: readonly number[]): Anchor[] {
  if (froms.length * tos.length > limits.csvColumnPairsMax) return [];
  const valuesBefore = froms.map((column) => sampleOf(sheets.before, column, sheets.hasHeader));
  const valuesAfter = tos.map((column) => new Set(sampleOf(sheets.after, column, sheets.hasHeader)));
  const share = valuesBefore.map((values) => valuesAfter.map((others) => sharedPart(values, others)));
  return bestInOrder(froms.length, tos.length, (i, j) =>
    share[i]![j]! >= limits.csvLikenessMin ? share[i]![j]! : 0,
  ).map(([i, j]): Anchor => [froms[i]!, tos[j]!]);
}

function sampleOf(sheet: Sheet, column: number, hasHeader: boolean): string[] {
  const values: string[] = [];
  const last = Math.min(sheet.table.rowCount, limits.csvSampledRowsMax);
  for (let row = hasHeader ? 1 : 0; row < last; row++) {
    if (!isFull(sheet, row)) continue;
    const value = comparableAt(sheet, row, column);
    if (value !== '') values.push(value);
  }
  return values;
}

/** Two columns without any value are alike. */
function sharedPart(values: readonly string[], others: ReadonlySet<string>): number {
  if (values.length === 0) return others.size === 0 ? 1 : 0;
  return values.filter((value) => others.has(value)).length / values.length;
}

function sameOrder(count: number): Anchor[] {
  return upTo(count).map((column): Anchor => [column, column]);
}

function upTo(end: number, start = 0): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
}
