import { canonicalField } from './cell-text.js';
import type { ColumnMatch } from './match-columns.js';
import { isFull, type Sheets } from './read-sheets.js';

/**
 * Answers what rows are compared by: all cells, however they are quoted. Where columns came or went, full rows are compared
 * in the kept columns only.
 */
export class RowTexts {
  readonly #sheets: Sheets;
  readonly #columns: { readonly before: readonly number[]; readonly after: readonly number[] } | undefined;

  constructor(sheets: Sheets, { kept, isReshaped }: ColumnMatch) {
    this.#sheets = sheets;
    this.#columns = isReshaped ? { before: kept.map(([from]) => from), after: kept.map(([, to]) => to) } : undefined;
  }

  textOf(side: 'before' | 'after', row: number): string {
    const sheet = this.#sheets[side];
    const { table } = sheet;
    const isProjected = this.#columns !== undefined && isFull(sheet, row);
    const body = table.text(table.body(row));
    if (!isProjected && !body.includes(String.fromCharCode(table.dialect.quote))) return body;
    const columns = isProjected
      ? this.#columns[side]
      : Array.from({ length: table.fieldCount(row) }, (_, column) => column);
    return columns
      .map((column) => canonicalField(table.text(table.field(row, column)), table.dialect))
      .join(String.fromCharCode(table.dialect.delimiter));
  }
}
