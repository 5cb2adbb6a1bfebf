import type { OfficeChangePart } from '../changes/change.js';
import type { ChangeList } from '../changes/change-list.js';
import { excerptOf, withoutNoise } from '../changes/excerpt.js';
import { type CellFormats, differingLooks } from './cell-formats.js';
import { cellName, quoteSheet } from './references.js';
import type { Cell, Row, SheetRows } from './sheet-rows.js';

/**
 * Compares two versions of a worksheet cell by cell, row by row side by side, then everything around the cells as one
 * change. Cells are compared where they are: a row that was inserted changes all cells below it.
 */
export function compareSheets(
  name: string,
  { before, after }: Both<SheetRows>,
  formats: Both<CellFormats>,
  changes: ChangeList,
): void {
  const sheet = quoteSheet(name);
  const others: OfficeChangePart[] = [];
  for (const [one, other] of sideBySide(before.rows(), after.rows(), (row) => row.number)) {
    const number = (other ?? one)!.number;
    for (const [left, right] of sideBySide(
      (one?.cells ?? []).values(),
      (other?.cells ?? []).values(),
      (cell) => cell.column,
    )) {
      const place = `${sheet}!${cellName({ row: number, column: (right ?? left)!.column })}`;
      addCell(place, { before: left, after: right }, formats, changes);
    }
    if (lookOf(one) !== lookOf(other) && others.length <= othersMax)
      others.push({ before: lookOf(one), after: lookOf(other) });
  }
  const rest = { before: withoutSize(before.rest), after: withoutSize(after.rest) };
  if (rest.before !== rest.after) others.push(excerptOf(rest.before, rest.after));
  if (others.length > 0) changes.add('markup', `layout and settings of ${sheet}`, others.slice(0, othersMax));
  if (others.length > othersMax) changes.markCoarse();
}

type Both<T> = { readonly before: T; readonly after: T };

/** Places beside the cells that are shown of one sheet. */
const othersMax = 20;

/** A cell for people: its formula with the result behind it, or its value. */
export function describeCell(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.formula === '') return cell.value;
  return cell.value === '' ? cell.formula : `${cell.formula} (${cell.value})`;
}

function addCell(
  place: string,
  { before, after }: Both<Cell | undefined>,
  formats: Both<CellFormats>,
  changes: ChangeList,
): void {
  const shown = { before: describeCell(before), after: describeCell(after) };
  if (shown.before !== shown.after) return changes.add('cell', place, [shown]);
  if (shown.before !== '' && before?.type !== after?.type) {
    // 5 the number and 5 the text look alike.
    const typed = { before: `${shown.before} (${before?.type})`, after: `${shown.after} (${after?.type})` };
    return changes.add('cell', place, [typed]);
  }
  const styles = { before: before?.style ?? '0', after: after?.style ?? '0' };
  // The same number with another meaning is a change of the list of formats, and is told once, with that part.
  if (styles.before === styles.after) return;
  const looks = { before: formats.before(styles.before), after: formats.after(styles.after) };
  if (looks.before !== looks.after) {
    changes.add('format', `${place}, formatting`, [differingLooks(looks.before, looks.after)]);
  }
}

function lookOf(row: Row | undefined): string {
  return row === undefined || row.look === '' ? '' : `row ${row.number}: ${row.look}`;
}

/** The size of the used area follows from the cells. */
function withoutSize(rest: string): string {
  return withoutNoise(rest.replace(/<(?:[\w.-]+:)?dimension\b[^<>]*>/, ''));
}

/** Two ascending lists in step: what has the same number comes together. */
function* sideBySide<T>(
  before: Iterator<T>,
  after: Iterator<T>,
  numberOf: (item: T) => number,
): Generator<[T | undefined, T | undefined]> {
  let one = before.next();
  let other = after.next();
  while (one.done !== true || other.done !== true) {
    const left = one.done === true ? Number.POSITIVE_INFINITY : numberOf(one.value);
    const right = other.done === true ? Number.POSITIVE_INFINITY : numberOf(other.value);
    yield [left <= right ? one.value : undefined, right <= left ? other.value : undefined];
    if (left <= right) one = before.next();
    if (right <= left) other = after.next();
  }
}
