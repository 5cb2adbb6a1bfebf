import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { type TagPlace, tagEndingAt } from '../xml/start-tag.js';
import { readXml, type XmlTag, type XmlVisitor } from '../xml/xml-reader.js';
import { type CellPlace, type CellRange, columnOf, holds, parseRange } from './references.js';

/** A cell of the row that is looked for. */
export interface FoundCell {
  readonly column: number;
  /** False where its column follows from the cell before it. */
  readonly hasReference: boolean;
  readonly tag: TagPlace;
  readonly attributes: Readonly<Record<string, string>>;
  /** Behind its end tag. */
  readonly end: number;
  readonly hasFormula: boolean;
  readonly content: { readonly type: string; readonly value: string };
}

export interface FoundRow {
  readonly number: number;
  readonly hasReference: boolean;
  readonly tag: TagPlace;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Where things are in a worksheet, as far as they matter to one cell (ECMA-376 part 1, 18.3.1). */
export interface SheetPlaces {
  /** Of the sheet's own elements, with its colon, or ''. */
  readonly prefix: string;
  readonly data: {
    readonly name: string;
    readonly isSelfClosing: boolean;
    readonly tag: TagPlace;
    readonly contentEnd: number;
  };
  /** The row that is looked for, with its end tag's place, and its cells in order. */
  readonly row:
    | (FoundRow & {
        readonly isSelfClosing: boolean;
        readonly name: string;
        readonly contentEnd: number;
        readonly cells: readonly FoundCell[];
      })
    | undefined;
  /** The first row with a higher number. */
  readonly nextRow: FoundRow | undefined;
  readonly dimension: { readonly tag: TagPlace; readonly ref: string } | undefined;
  /** The format that the cell's column gives to new cells. */
  readonly columnStyle: string | undefined;
  readonly isProtected: boolean;
  /** Any cell of the sheet has one. */
  readonly hasFormula: boolean;
  /** The merged range, and the range of an array formula or data table, that hold the cell. */
  readonly merged: CellRange | undefined;
  readonly array: CellRange | undefined;
}

/** Reads the whole sheet, so it has gone through the gate. Throws the gate's problems, and `main-part` without rows. */
export function readSheetPlaces(text: string, part: string, target: CellPlace): SheetPlaces {
  const found = new SheetScan(text, target);
  readXml(text, part, (reader) => found.visitor(reader));
  return found.places ?? broken('main-part', 'The sheet has no list of rows.', part);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Places = Writable<SheetPlaces>;

class SheetScan {
  readonly #text: string;
  readonly #target: CellPlace;
  places: Places | undefined;
  #prefix = '';
  #columnStyle: string | undefined;
  #dimension: SheetPlaces['dimension'];
  #isInData = false;
  #lastRow = 0;
  #lastColumn = 0;
  #cells: FoundCell[] | undefined;
  #cell: Writable<FoundCell> | undefined;
  #valueDepth: number | undefined;
  /** A guide to how a text is read is no part of it. */
  #phoneticDepth: number | undefined;
  #value: string[] = [];

  constructor(text: string, target: CellPlace) {
    this.#text = text;
    this.#target = target;
  }

  visitor(reader: { readonly position: number }): XmlVisitor {
    return {
      open: (tag, depth) => {
        if (this.#isInData) this.#openInData(tag, depth, reader.position);
        else if (depth === 0) this.#prefix = tag.prefix === '' ? '' : `${tag.prefix}:`;
        else if (namespaceOf(tag.uri) === 'sheet') this.#openAround(tag, depth, reader.position);
      },
      text: (piece) => {
        if (this.#valueDepth !== undefined) this.#value.push(piece);
      },
      close: (tag, depth) => this.#close(tag, depth, reader.position),
    };
  }

  #openAround(tag: XmlTag, depth: number, position: number): void {
    const { local } = tag;
    const place = tagEndingAt(this.#text, position);
    const values = valuesOf(tag);
    if (depth === 1 && local === 'dimension') this.#dimension = { tag: place, ref: values['ref'] ?? '' };
    else if (depth === 2 && local === 'col') {
      const { column } = this.#target;
      if (Number(values['min']) <= column && column <= Number(values['max'])) this.#columnStyle = values['style'];
    } else if (depth === 1 && local === 'sheetData' && this.places === undefined) {
      this.#isInData = true;
      this.places = {
        prefix: this.#prefix,
        data: { name: tag.name, isSelfClosing: tag.isSelfClosing, tag: place, contentEnd: position },
        row: undefined,
        nextRow: undefined,
        dimension: this.#dimension,
        columnStyle: this.#columnStyle,
        isProtected: false,
        hasFormula: false,
        merged: undefined,
        array: undefined,
      };
    } else if (depth === 1 && local === 'sheetProtection' && this.places !== undefined) {
      this.places.isProtected = ['1', 'true'].includes(values['sheet'] ?? '0');
    } else if (depth === 2 && local === 'mergeCell' && this.places !== undefined) {
      this.places.merged ??= this.#holding(values['ref']);
    }
  }

  #openInData(tag: XmlTag, depth: number, position: number): void {
    if (depth === 2 && tag.local === 'row') this.#openRow(tag, position);
    else if (depth === 3 && tag.local === 'c' && this.#cells !== undefined) this.#openCell(tag, position);
    else if (depth === 4 && tag.local === 'f') this.#openFormula(tag);
    else if (this.#cell === undefined || this.#phoneticDepth !== undefined) return;
    else if (depth > 4 && tag.local === 'rPh') this.#phoneticDepth = depth;
    else if ((depth === 4 && tag.local === 'v') || (depth > 4 && tag.local === 't')) this.#valueDepth = depth;
  }

  #openRow(tag: XmlTag, position: number): void {
    const number = Number(tag.attributes['r']?.value ?? this.#lastRow + 1);
    this.#lastRow = number;
    const places = this.places!;
    const isTarget = number === this.#target.row && places.row === undefined;
    // A sheet has a million rows, and only these two matter.
    if (!isTarget && (number <= this.#target.row || places.nextRow !== undefined)) return;
    const row = {
      number,
      hasReference: 'r' in tag.attributes,
      tag: tagEndingAt(this.#text, position),
      attributes: valuesOf(tag),
    };
    if (isTarget) {
      this.#lastColumn = 0;
      this.#cells = [];
      places.row = {
        ...row,
        isSelfClosing: tag.isSelfClosing,
        name: tag.name,
        contentEnd: position,
        cells: this.#cells,
      };
    } else places.nextRow = row;
  }

  #openCell(tag: XmlTag, position: number): void {
    const values = valuesOf(tag);
    const letters = /^[A-Za-z]+/.exec(values['r'] ?? '')?.[0];
    const column = letters === undefined ? this.#lastColumn + 1 : columnOf(letters);
    this.#lastColumn = column;
    this.#value = [];
    this.#cell = {
      column,
      hasReference: letters !== undefined,
      tag: tagEndingAt(this.#text, position),
      attributes: values,
      end: position,
      hasFormula: false,
      content: { type: values['t'] ?? 'n', value: '' },
    };
  }

  #openFormula(tag: XmlTag): void {
    const type = tag.attributes['t']?.value;
    this.places!.hasFormula = true;
    if (this.#cell !== undefined) this.#cell.hasFormula = true;
    if (type === 'array' || type === 'dataTable') this.places!.array ??= this.#holding(tag.attributes['ref']?.value);
  }

  #close({ local }: XmlTag, depth: number, position: number): void {
    if (!this.#isInData) return;
    if (depth === this.#valueDepth) this.#valueDepth = undefined;
    if (depth === this.#phoneticDepth) this.#phoneticDepth = undefined;
    if (depth === 3 && this.#cell !== undefined) {
      this.#cells?.push({
        ...this.#cell,
        end: position,
        content: { ...this.#cell.content, value: this.#value.join('') },
      });
      this.#cell = undefined;
    } else if (depth === 2 && local === 'row' && this.#cells !== undefined) {
      const row = this.places!.row!;
      this.places!.row = { ...row, contentEnd: row.isSelfClosing ? position : tagEndingAt(this.#text, position).start };
      this.#cells = undefined;
    } else if (depth === 1) {
      this.#isInData = false;
      const { data } = this.places!;
      this.places!.data = {
        ...data,
        contentEnd: data.isSelfClosing ? position : tagEndingAt(this.#text, position).start,
      };
    }
  }

  #holding(ref: string | undefined): CellRange | undefined {
    const range = parseRange(ref ?? '');
    return range !== undefined && holds(range, this.#target) ? range : undefined;
  }
}

function valuesOf({ attributes }: XmlTag): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]));
}
