import { type FoundCell, readSheetPlaces } from '../excel/read-sheet-places.js';
import { type CellPlace, lastColumn, lastRow, parseCell } from '../excel/references.js';
import { decodeEscapes, readSharedStrings, sharedStringsPart } from '../excel/shared-strings.js';
import { readSheets, type Sheet } from '../excel/workbook.js';
import type { Side } from '../package/side.js';
import { type NewCellType, type NewValue, typeValue } from './cell/cell-value.js';
import { placeCell } from './cell/place-cell.js';
import { hasFormulasElsewhere, recalculateOnLoad } from './cell/recalculation.js';
import { refuseObstacles } from './cell/sheet-obstacles.js';
import { type EditedOffice, type EditOptions, editedText, editPackage } from './edit-package.js';
import { refuseEdit } from './refuse-edit.js';

export interface NewCell extends EditOptions {
  /** `SHEET!A1`; the sheet's name may stand in single quotes. */
  readonly cell: string;
  readonly value: string;
  /** Else a number in JSON's form is a number, TRUE and FALSE are boolean, and all other values are text. */
  readonly type?: NewCellType;
}

/**
 * Sets one cell of an Excel workbook; its format stays, and text stays text, whatever it looks like (ECMA-376 part 1,
 * 18.3.1.4). Touches the worksheet's part, and where the workbook has any formula the workbook's too, so that Excel computes
 * when it opens the file. A cell that holds the value already leaves the file as it is. Refuses `OFFICE_PLACE_ABSENT` for a
 * sheet or cell that is not there, and `OFFICE_UNSUPPORTED` for cells that are not only a value (`sheet-obstacles.ts`).
 */
export function setCell(bytes: Uint8Array, edit: NewCell): EditedOffice {
  const { cell, value, type } = edit;
  const { sheet: sheetName, place } = parseReference(cell);
  const typed = typeValue(value, type);
  return editPackage(bytes, 'excel', edit, (side) => {
    const sheets = readSheets(side.pack, side.main);
    const entry = mustFind(sheets, sheetName);
    const part = editedText(side, entry);
    const places = readSheetPlaces(part.text, entry.name, place);
    refuseObstacles(side, entry, places, place);
    const old = places.row?.cells.find(({ column }) => column === place.column);
    if (isSameValue(side, old, typed)) return { parts: [], notes: ['The cell holds this value already.'] };

    const sheetEdit = { entry, text: part, splices: placeCell(part.text, places, place, typed) };
    if (!places.hasFormula && !hasFormulasElsewhere(side, sheets, entry))
      return { parts: [sheetEdit], notes: typed.notes };
    const note = 'This workbook has formulas, so it also asks Excel to compute them all when it is opened.';
    return { parts: [sheetEdit, recalculateOnLoad(side)], notes: [...typed.notes, note] };
  });
}

function parseReference(text: string): { readonly sheet: string; readonly place: CellPlace } {
  const at = text.lastIndexOf('!');
  const place = at < 1 ? undefined : parseCell(text.slice(at + 1));
  if (place === undefined) {
    refuseEdit('INPUT_INVALID', `${text.slice(0, 100)} names no cell of a sheet.`, 'Write it like Sheet1!B4.');
  }
  if (place.row > lastRow || place.column > lastColumn) {
    refuseEdit('OFFICE_PLACE_ABSENT', `A sheet ends at XFD1048576, so there is no cell ${text.slice(at + 1)}.`);
  }
  const name = text.slice(0, at);
  return { sheet: /^'.*'$/s.test(name) ? name.slice(1, -1).replaceAll("''", "'") : name, place };
}

/** By its name, as it is written or, where only one sheet fits, in other letters: Excel does not tell them apart. */
function mustFind(sheets: readonly Sheet[], name: string): NonNullable<Sheet['entry']> {
  const sheet =
    sheets.find((one) => one.name === name) ?? sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (sheet === undefined) {
    const names = sheets.map((one) => one.name).join(', ');
    refuseEdit('OFFICE_PLACE_ABSENT', `The workbook has no sheet ${name}; it has ${names.slice(0, 500)}.`);
  }
  if (sheet.kind !== 'worksheet' || sheet.entry === undefined) {
    refuseEdit('OFFICE_UNSUPPORTED', `${sheet.name} is a sheet of another kind and has no cells.`);
  }
  return sheet.entry;
}

function isSameValue({ pack, main }: Side, old: FoundCell | undefined, { type, value }: NewValue): boolean {
  const content = old?.content ?? { type: 'n', value: '' };
  if (content.value === '' && ['n', 'str', 'inlineStr'].includes(content.type)) return value === '';
  switch (content.type) {
    case 'n':
      return type === 'number' && Number(content.value) === Number(value);
    case 'b':
      return type === 'boolean' && ['1', 'true'].includes(content.value) === (value === 'TRUE');
    case 's': {
      const entry = sharedStringsPart(pack, main);
      return type === 'text' && entry !== undefined && readSharedStrings(pack, entry)[Number(content.value)] === value;
    }
    case 'str':
    case 'inlineStr':
      return type === 'text' && decodeEscapes(content.value) === value;
    default:
      return false;
  }
}
