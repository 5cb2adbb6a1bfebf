import type { Anchor } from '../align/anchors.js';
import { displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import type { Range } from '../range.js';
import { isFull, type Sheet, type Sheets, valueAt } from './read-sheets.js';

/** Names rows and columns for people, as a spreadsheet shows them: row 1 is the first one, a header too. */
export class TableNames {
  readonly #sheets: Sheets;
  readonly #key: Anchor | undefined;
  readonly #names: { before?: (string | undefined)[]; after?: (string | undefined)[] } = {};

  constructor(sheets: Sheets, key: Anchor | undefined) {
    this.#sheets = sheets;
    this.#key = key;
  }

  /** `row 14 (id=A12)`, or `row 14 "A12"` where the only column or no column has a name. */
  row(side: 'before' | 'after', row: number): string {
    const key = this.#keyOf(side, row);
    return key === undefined ? `row ${row + 1}` : `row ${row + 1} ${this.#inWords(side, `"${key}"`, key)}`;
  }

  /** `row 14 (id=A12)`, `rows 14-16 (id=A12 to A14)`. */
  rows(side: 'before' | 'after', { start, end }: Range): string {
    if (end - start === 1) return this.row(side, start);
    const [first, last] = [this.#keyOf(side, start), this.#keyOf(side, end - 1)];
    if (first === undefined || last === undefined) return `rows ${start + 1}-${end}`;
    return `rows ${start + 1}-${end} ${this.#inWords(side, `"${first}" to "${last}"`, `${first} to ${last}`)}`;
  }

  /** `amount`, or `column 3` where there is no name, or no unique one. */
  column(side: 'before' | 'after', column: number): string {
    return this.#nameOf(side, column) ?? `column ${column + 1}`;
  }

  /** `column "amount"`, `column 3`, `columns "net", "vat"`, or how many they are. */
  columns(side: 'before' | 'after', columns: readonly number[]): string {
    if (columns.length > limits.csvLabelNamesMax) return `${columns.length} columns`;
    const names = columns.map((column) => {
      const name = this.#nameOf(side, column);
      return name === undefined ? `${column + 1}` : `"${name}"`;
    });
    return `${columns.length === 1 ? 'column' : 'columns'} ${names.join(', ')}`;
  }

  /** What the row says in the key column; a header says nothing there. */
  #keyOf(side: 'before' | 'after', row: number): string | undefined {
    const sheet = this.#sheets[side];
    const isHeader = this.#sheets.hasHeader && row === 0;
    if (this.#key === undefined || isHeader || !isFull(sheet, row)) return undefined;
    return shownCell(sheet, row, this.#key[side === 'before' ? 0 : 1]);
  }

  #inWords(side: 'before' | 'after', alone: string, behindName: string): string {
    const sheet = this.#sheets[side];
    if (!this.#sheets.hasHeader || sheet.width === 1) return alone;
    return `(${shownCell(sheet, 0, this.#key![side === 'before' ? 0 : 1])}=${behindName})`;
  }

  #nameOf(side: 'before' | 'after', column: number): string | undefined {
    if (!this.#sheets.hasHeader) return undefined;
    this.#names[side] ??= uniqueNames(this.#sheets[side]);
    return this.#names[side][column];
  }
}

/** The name of each column; none where it is empty or another column has it too. */
function uniqueNames(sheet: Sheet): (string | undefined)[] {
  const names = Array.from({ length: sheet.width }, (_, column) => valueAt(sheet, 0, column));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, column) => (name !== '' && counts.get(name) === 1 ? shownCell(sheet, 0, column) : undefined));
}

/** What a cell says, on one line, cut where it is long. */
export function shownCell({ table, encoding }: Sheet, row: number, column: number): string {
  const { quote } = table.dialect;
  const { start, end } = table.field(row, column);
  const isQuoted = table.bytes[start] === quote && end > start;
  const bytes = table.bytes.subarray(isQuoted ? start + 1 : start, isQuoted ? end - 1 : end);
  const { text, bytesLeft } = displayPiece(bytes, encoding.name, limits.csvLabelCharsMax);
  const sign = String.fromCharCode(quote);
  const value = isQuoted ? text.replaceAll(sign + sign, sign) : text;
  return value.replaceAll('\n', '␊').replaceAll('\t', '␉') + (bytesLeft > 0 ? '…' : '');
}
