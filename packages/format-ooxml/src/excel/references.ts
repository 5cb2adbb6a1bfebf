/** A cell's place, both from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells from one corner to the other, both included. */
export interface CellRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

/** The last row and column of a sheet: XFD1048576. */
export const lastRow = 1_048_576;
export const lastColumn = 16_384;

/** `B4`, also `$B$4`; undefined where it is no such reference. The place may lie beyond the sheet. */
export function parseCell(text: string): CellPlace | undefined {
  const match = /^\$?([A-Za-z]{1,7})\$?([1-9]\d{0,8})$/.exec(text);
  return match === null ? undefined : { column: columnOf(match[1]!), row: Number(match[2]) };
}

/** `A1:C5` or `A1`; undefined for whole rows, whole columns and what is no range. */
export function parseRange(text: string): CellRange | undefined {
  const [one, other = one] = text.split(':');
  const from = parseCell(one ?? '');
  const to = parseCell(other ?? '');
  return from && to && { from, to };
}

export function holds({ from, to }: CellRange, { row, column }: CellPlace): boolean {
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
}

export function cellName({ row, column }: CellPlace): string {
  return `${columnName(column)}${row}`;
}

/** Letters are digits from 1 to 26. */
export function columnOf(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** A sheet's name as it stands before `!`: in quotes where it is more than letters, digits, `_` and `.`. */
export function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
