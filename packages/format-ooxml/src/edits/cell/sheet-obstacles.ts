import type { FoundCell, SheetPlaces } from '../../excel/read-sheet-places.js';
import { type CellPlace, type CellRange, cellName, holds, parseRange } from '../../excel/references.js';
import type { Side } from '../../package/side.js';
import { attributeOf, childOf, childrenOf, readSmallXml } from '../../xml/small-xml.js';
import type { Entry } from '../../zip/entry.js';
import { refuseEdit } from '../refuse-edit.js';
import { styleAt } from './place-cell.js';

/**
 * Refuses cells that are not only a value: what is written there would be invisible, be computed away, or make Excel repair
 * the file (measured and collected in `research/ooxml.md` 4.3). Reads tables, pivot tables and formats; writes nothing.
 */
export function refuseObstacles(side: Side, sheet: Entry, places: SheetPlaces, place: CellPlace): void {
  const name = cellName(place);
  const old = places.row?.cells.find(({ column }) => column === place.column);
  const { merged, array } = places;
  if (merged !== undefined && (merged.from.row !== place.row || merged.from.column !== place.column)) {
    const first = cellName(merged.from);
    refuse(
      `${name} is covered by the merged cell ${first}, so a value there would not be seen.`,
      `Set ${first} instead.`,
    );
  }
  if (array !== undefined || old?.attributes['cm'] !== undefined) {
    refuse(`${name} shows a result of an array formula or data table.`, 'Change the formula in Excel.');
  }
  if (old?.hasFormula === true)
    refuse(`${name} holds a formula, which the value would replace.`, 'Change the formula in Excel.');
  for (const table of side.pack.related(sheet.name, 'table')) refuseTable(side, table, place);
  for (const pivot of side.pack.related(sheet.name, 'pivotTable')) {
    const location = childOf(readSmallXml(side.pack.read(pivot), pivot.name), 'location');
    const range = parseRange((location && attributeOf(location, 'ref')) ?? '');
    if (range !== undefined && holds(range, place)) refuse(`${name} lies in a pivot table, which computes its cells.`);
  }
  if (places.isProtected && isLocked(side, old, places)) {
    refuse(`The sheet is protected and ${name} is locked.`, 'Take the protection off in Excel first.');
  }
}

function refuse(message: string, next?: string): never {
  return refuseEdit('OFFICE_UNSUPPORTED', message, next);
}

/** The names of a table's columns stand in the table's own part too, and both must agree (ECMA-376 part 1, 18.5.1.3). */
function refuseTable({ pack }: Side, entry: Entry, place: CellPlace): void {
  const table = readSmallXml(pack.read(entry), entry.name);
  const range = parseRange(attributeOf(table, 'ref') ?? '');
  if (range === undefined || !holds(range, place)) return;
  const headerRows = Number(attributeOf(table, 'headerRowCount') ?? 1);
  const totalsRows = Number(attributeOf(table, 'totalsRowCount') ?? 0);
  if (isInRows(range, place, headerRows, totalsRows)) {
    refuse(
      `${cellName(place)} is in the header or totals row of a table, which Excel keeps in two places.`,
      'Change it in Excel.',
    );
  }
}

function isInRows({ from, to }: CellRange, { row }: CellPlace, headerRows: number, totalsRows: number): boolean {
  return row < from.row + headerRows || row > to.row - totalsRows;
}

/** A cell is locked unless its format says otherwise (18.8.33). */
function isLocked({ pack, main }: Side, old: FoundCell | undefined, places: SheetPlaces): boolean {
  const entry = pack.related(main.entry.name, 'styles')[0];
  if (entry === undefined) return true;
  const style = Number(styleAt(places, old) ?? 0);
  const formats = childrenOf(childOf(readSmallXml(pack.read(entry), entry.name), 'cellXfs'), 'xf');
  const format = formats[style];
  const protection = format && childOf(format, 'protection');
  const locked = protection && attributeOf(protection, 'locked');
  return !(locked === '0' || locked === 'false');
}
