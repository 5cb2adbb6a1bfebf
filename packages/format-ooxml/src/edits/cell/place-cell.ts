import type { FoundCell, FoundRow, SheetPlaces } from '../../excel/read-sheet-places.js';
import { type CellPlace, cellName, parseRange } from '../../excel/references.js';
import { escapeXml } from '../../xml/escape.js';
import type { Splice } from '../../xml/splice.js';
import { removeAttribute, setAttribute } from '../../xml/start-tag.js';
import { cellXml, type NewValue } from './cell-value.js';

/**
 * Writes a value into a worksheet's text: over the cell, into its row, or with a row of its own, in ascending order as Excel
 * demands. A sibling that only followed from the one before it gets its own reference, so that nothing shifts.
 */
export function placeCell(text: string, places: SheetPlaces, place: CellPlace, value: NewValue): readonly Splice[] {
  const { row } = places;
  const splices =
    row === undefined ? placeRow(text, places, place, value) : placeInRow(text, places, row, place, value);
  return [...splices, ...extendDimension(text, places, place)];
}

function placeInRow(
  text: string,
  places: SheetPlaces,
  row: NonNullable<SheetPlaces['row']>,
  place: CellPlace,
  value: NewValue,
): Splice[] {
  const { prefix } = places;
  const old = row.cells.find(({ column }) => column === place.column);
  if (old !== undefined) {
    return [{ start: old.tag.start, end: old.end, text: cellXml(value, keptAttributes(old, place), prefix) }];
  }
  const cell = cellXml(value, newAttributes(place, styleAt(places, undefined)), prefix);
  const spans = widenSpans(text, row, place.column);
  if (row.isSelfClosing) {
    return [...spans, { start: row.tag.end - 2, end: row.tag.end, text: `>${cell}</${row.name}>` }];
  }
  const next = row.cells.find(({ column }) => column > place.column);
  const at = next?.tag.start ?? row.contentEnd;
  return [
    ...spans,
    { start: at, end: at, text: cell },
    ...pin(text, next, next && cellName({ ...place, column: next.column })),
  ];
}

function placeRow(text: string, places: SheetPlaces, place: CellPlace, value: NewValue): Splice[] {
  const { prefix, data, nextRow } = places;
  const cell = cellXml(value, newAttributes(place, styleAt(places, undefined)), prefix);
  const row = `<${prefix}row r="${place.row}">${cell}</${prefix}row>`;
  if (data.isSelfClosing) {
    return [{ start: data.tag.end - 2, end: data.tag.end, text: `>${row}</${data.name}>` }];
  }
  const at = nextRow?.tag.start ?? data.contentEnd;
  return [{ start: at, end: at, text: row }, ...pin(text, nextRow, `${nextRow?.number}`)];
}

/** What the cell keeps: its format and all that is not about the old value. */
function keptAttributes({ attributes }: FoundCell, place: CellPlace): string {
  const kept = Object.entries(attributes).filter(([name]) => !['r', 't', 'cm', 'vm'].includes(name));
  return [['r', cellName(place)], ...kept].map(([name, value]) => ` ${name}="${escapeXml(value!)}"`).join('');
}

function newAttributes(place: CellPlace, style: string | undefined): string {
  return ` r="${cellName(place)}"${style === undefined || style === '0' ? '' : ` s="${escapeXml(style)}"`}`;
}

/** The format of the place: of the cell there, which inherits none, else the one that its row or column gives to new ones. */
export function styleAt({ row, columnStyle }: SheetPlaces, old: FoundCell | undefined): string | undefined {
  if (old !== undefined) return old.attributes['s'];
  const isRowStyled = ['1', 'true'].includes(row?.attributes['customFormat'] ?? '0');
  return isRowStyled ? row?.attributes['s'] : columnStyle;
}

/** Gives the next sibling the reference that it had by its place. */
function pin(text: string, next: FoundCell | FoundRow | undefined, reference = ''): Splice[] {
  if (next === undefined || next.hasReference) return [];
  return [setAttribute(text, next.tag, 'r', reference)];
}

/** `spans` only helps programs to read faster; one that is wrong makes Excel repair the file. */
function widenSpans(text: string, row: FoundRow, column: number): Splice[] {
  const spans = row.attributes['spans'];
  if (spans === undefined) return [];
  const [, first, last] = /^\s*(\d+):(\d+)\s*$/.exec(spans) ?? [];
  if (first === undefined || last === undefined) {
    const removed = removeAttribute(text, row.tag, 'spans');
    return removed === undefined ? [] : [removed];
  }
  const wide = `${Math.min(Number(first), column)}:${Math.max(Number(last), column)}`;
  return wide === spans ? [] : [setAttribute(text, row.tag, 'spans', wide)];
}

/** The used area, where the sheet states one. */
function extendDimension(text: string, { dimension }: SheetPlaces, { row, column }: CellPlace): Splice[] {
  const range = dimension && parseRange(dimension.ref);
  if (dimension === undefined || range === undefined) return [];
  const from = { row: Math.min(range.from.row, row), column: Math.min(range.from.column, column) };
  const to = { row: Math.max(range.to.row, row), column: Math.max(range.to.column, column) };
  const ref = cellName(from) === cellName(to) ? cellName(from) : `${cellName(from)}:${cellName(to)}`;
  return ref === dimension.ref ? [] : [setAttribute(text, dimension.tag, 'ref', ref)];
}
