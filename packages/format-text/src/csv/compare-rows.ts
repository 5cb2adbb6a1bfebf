import type { ChangePart } from '../change.js';
import type { Range, RangePair } from '../range.js';
import type { ColumnMatch } from './match-columns.js';
import { isFull, type Sheets } from './read-sheets.js';

/**
 * A stretch in which two matched rows differ, without their line ends: a cell; fields of columns that came, went or moved, or
 * all of a row that goes with them (`reshape`); or a row that got more or fewer fields where no column explains it.
 */
export type RowDifference =
  | { readonly what: 'cell'; readonly bytes: ChangePart; readonly columnBefore: number; readonly columnAfter: number }
  | { readonly what: 'reshape' | 'field-count'; readonly bytes: ChangePart };

/** Lists how two matched rows differ, in order, so that each choice leaves the row with the field count of one side. */
export function compareRows(
  sheets: Sheets,
  columns: ColumnMatch,
  rowBefore: number,
  rowAfter: number,
): RowDifference[] {
  const { before, after } = sheets;
  const bytes = { before: before.table.body(rowBefore), after: after.table.body(rowAfter) };
  if (sameSlices(bytes, sheets)) return [];
  if (columns.isReshaped) {
    const isMapped = isFull(before, rowBefore) && isFull(after, rowAfter) && columns.kept.length > 0;
    return isMapped ? compareReshaped(sheets, columns, rowBefore, rowAfter) : [{ what: 'reshape', bytes }];
  }
  const count = before.table.fieldCount(rowBefore);
  if (count !== after.table.fieldCount(rowAfter)) return [{ what: 'field-count', bytes }];
  const found: RowDifference[] = [];
  for (let column = 0; column < count; column++) {
    const cell = { before: before.table.field(rowBefore, column), after: after.table.field(rowAfter, column) };
    if (sameSlices(cell, sheets)) continue;
    found.push({ what: 'cell', bytes: cell, columnBefore: column, columnAfter: column });
  }
  return found;
}

/** Whether two stretches have the same bytes. */
export function sameSlices({ before, after }: RangePair, sheets: Sheets): boolean {
  const { bytes } = sheets.before;
  const others = sheets.after.bytes;
  if (before.end - before.start !== after.end - after.start) return false;
  for (let at = before.start, to = after.start; at < before.end; at++, to++) if (bytes[at] !== others[to]) return false;
  return true;
}

/**
 * Kept cells one by one, and between them what only one side has: behind a kept field, each with the delimiter before it;
 * in front of the first kept one, each with the delimiter behind.
 */
function compareReshaped(sheets: Sheets, { kept }: ColumnMatch, rowBefore: number, rowAfter: number): RowDifference[] {
  const found: RowDifference[] = [];
  const bodies = { before: sheets.before.table.body(rowBefore), after: sheets.after.table.body(rowAfter) };
  const reshape = (before: Range, after: Range): void => {
    if (!sameSlices({ before, after }, sheets)) found.push({ what: 'reshape', bytes: { before, after } });
  };
  let from = bodies.before.start;
  let to = bodies.after.start;
  kept.forEach(([columnBefore, columnAfter], at) => {
    const cell = {
      before: sheets.before.table.field(rowBefore, columnBefore),
      after: sheets.after.table.field(rowAfter, columnAfter),
    };
    const delimiter = at === 0 ? 0 : 1;
    reshape({ start: from, end: cell.before.start - delimiter }, { start: to, end: cell.after.start - delimiter });
    if (!sameSlices(cell, sheets)) found.push({ what: 'cell', bytes: cell, columnBefore, columnAfter });
    from = cell.before.end;
    to = cell.after.end;
  });
  reshape({ start: from, end: bodies.before.end }, { start: to, end: bodies.after.end });
  return found;
}
