import { broken } from '../problem.js';
import { namespaceOf } from '../xml/namespaces.js';
import { tagEndingAt } from '../xml/start-tag.js';
import { XmlReader, type XmlTag } from '../xml/xml-reader.js';
import { columnOf } from './references.js';
import { decodeEscapes, StringItem } from './shared-strings.js';

export interface Cell {
  readonly column: number;
  /** What the value is, in words where it is no number: `text`, `boolean`, `error`, `date`. */
  readonly type: CellType;
  /** The value as a person would read it; a number as its digits. */
  readonly value: string;
  /** With its `=`; '' where there is none. */
  readonly formula: string;
  /** Index into the workbook's cell formats. */
  readonly style: string;
}

export type CellType = 'number' | 'text' | 'boolean' | 'error' | 'date';

export interface Row {
  readonly number: number;
  /** Height, hiding and format of the row, as attributes. */
  readonly look: string;
  /** In order of columns. */
  readonly cells: readonly Cell[];
}

/**
 * Reads a worksheet row by row (ECMA-376 part 1, 18.3.1.80), as much of it as the caller asks for: no tree, whatever its size.
 * Rows and cells without a reference follow the one before. Throws the XML gate's problems, and `limit` where rows or cells
 * are not in order.
 */
export class SheetRows {
  readonly #text: string;
  readonly #part: string;
  readonly #strings: readonly string[];
  readonly #reader: XmlReader;
  readonly #ready: Row[] = [];
  readonly #item = new StringItem();
  #dataStart: number | undefined;
  #dataEnd: number | undefined;
  #lastRow = 0;
  #lastColumn = 0;
  #row: { number: number; look: string; cells: Cell[] } | undefined;
  #cell: { column: number; type: string; style: string } | undefined;
  #formula = '';
  #value: string[] | undefined;
  #hasValue = false;
  #content = '';

  constructor(text: string, part: string, strings: readonly string[]) {
    this.#text = text;
    this.#part = part;
    this.#strings = strings;
    this.#reader = new XmlReader(part, {
      open: (tag, depth) => this.#open(tag, depth),
      text: (piece) => this.#take(piece),
      close: (tag, depth) => this.#close(tag, depth),
    });
  }

  *rows(): Generator<Row, void> {
    for (let at = 0; at < this.#text.length; at += pieceChars) {
      this.#reader.write(this.#text.slice(at, at + pieceChars));
      yield* this.#ready.splice(0);
    }
    this.#reader.end();
    yield* this.#ready.splice(0);
  }

  /** All but the rows, once these have been read: columns, merged cells, conditional formats and so on. */
  get rest(): string {
    if (this.#dataStart === undefined || this.#dataEnd === undefined) return this.#text;
    return this.#text.slice(0, this.#dataStart) + this.#text.slice(this.#dataEnd);
  }

  #open(tag: XmlTag, depth: number): void {
    if (depth === 1 && tag.local === 'sheetData' && namespaceOf(tag.uri) === 'sheet') {
      this.#dataStart = tagEndingAt(this.#text, this.#reader.position).start;
    } else if (this.#dataStart === undefined || this.#dataEnd !== undefined) {
      // Outside of the rows.
    } else if (depth === 2 && tag.local === 'row') this.#openRow(tag);
    else if (depth === 3 && tag.local === 'c') this.#openCell(tag);
    else if (depth === 4) this.#openContent(tag);
    else if (depth > 4) this.#item.open(tag.local, depth);
  }

  #openRow({ attributes }: XmlTag): void {
    const number = Number(attributes['r']?.value ?? this.#lastRow + 1);
    if (!(number > this.#lastRow)) broken('limit', 'The rows of the sheet are not in order.', this.#part);
    this.#lastRow = number;
    this.#lastColumn = 0;
    const look = Object.values(attributes)
      .filter(({ name }) => name !== 'r' && name !== 'spans' && !name.endsWith('dyDescent'))
      .map(({ name, value }) => `${name}=${value}`)
      .join(', ');
    this.#row = { number, look, cells: [] };
  }

  #openCell({ attributes }: XmlTag): void {
    const letters = /^[A-Za-z]+/.exec(attributes['r']?.value ?? '')?.[0];
    const column = letters === undefined ? this.#lastColumn + 1 : columnOf(letters);
    if (column <= this.#lastColumn) broken('limit', 'The cells of a row are not in order.', this.#part);
    this.#lastColumn = column;
    this.#cell = { column, type: attributes['t']?.value ?? 'n', style: attributes['s']?.value ?? '0' };
    this.#formula = '';
    this.#content = '';
    this.#hasValue = false;
  }

  #openContent({ local, attributes }: XmlTag): void {
    if (local === 'v' || local === 'f') this.#value = [];
    if (local === 'is') this.#item.start();
    if (local === 'f') {
      const { t, si, ref } = attributes;
      const isShared = t?.value === 'shared' && ref === undefined;
      this.#formula = isShared ? `=[shared formula ${si?.value ?? ''}]` : t?.value === 'array' ? '{=' : '=';
    }
  }

  #take(piece: string): void {
    if (this.#value !== undefined) this.#value.push(piece);
    else if (this.#cell !== undefined) this.#item.text(piece);
  }

  #close({ local }: XmlTag, depth: number): void {
    if (depth === 1 && this.#dataStart !== undefined && this.#dataEnd === undefined) {
      this.#dataEnd = this.#reader.position;
    } else if (depth === 2 && this.#row !== undefined) {
      this.#ready.push(this.#row);
      this.#row = undefined;
    } else if (depth === 3 && this.#cell !== undefined) this.#closeCell();
    else if (depth === 4) this.#closeContent(local);
    else if (depth > 4) this.#item.close(depth);
  }

  #closeContent(local: string): void {
    const text = this.#value?.join('') ?? '';
    if (local === 'v') {
      this.#content = text;
      this.#hasValue = true;
    } else if (local === 'is') {
      this.#content = this.#item.finish();
      this.#hasValue = true;
    } else if (local === 'f') this.#formula = this.#formula.startsWith('{') ? `{=${text}}` : this.#formula + text;
    this.#value = undefined;
  }

  #closeCell(): void {
    const { column, type, style } = this.#cell!;
    const value = this.#hasValue ? valueOf(type, this.#content, this.#strings) : '';
    this.#row?.cells.push({ column, style, type: types.get(type) ?? 'number', value, formula: this.#formula });
    this.#cell = undefined;
  }
}

/** Characters given to the reader at a time. */
const pieceChars = 65_536;

/** Cell types (ECMA-376 part 1, 18.18.11). */
const types: ReadonlyMap<string, CellType> = new Map([
  ['n', 'number'],
  ['s', 'text'],
  ['str', 'text'],
  ['inlineStr', 'text'],
  ['b', 'boolean'],
  ['e', 'error'],
  ['d', 'date'],
]);

function valueOf(type: string, content: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(content)] ?? `[shared text ${content}]`;
  if (type === 'b') return content === '1' || content === 'true' ? 'TRUE' : 'FALSE';
  return type === 'str' ? decodeEscapes(content) : content;
}
