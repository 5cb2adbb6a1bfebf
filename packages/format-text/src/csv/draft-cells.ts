import type { ChangePart } from '../change.js';
import { limits } from '../limits.js';
import { cellDifference } from './cell-text.js';
import type { RowDifference } from './compare-rows.js';
import type { Drafts } from './drafts.js';
import type { Sheets } from './read-sheets.js';
import type { TableKind } from './table-kind.js';
import { shownCell, type TableNames } from './table-names.js';

type CellDifferenceAt = Extract<RowDifference, { what: 'cell' }>;

/** A cell that differs, and what is decided with it. */
interface ChangedCell {
  readonly kind: TableKind;
  readonly part: ChangePart;
  readonly row: number;
  readonly difference: CellDifferenceAt;
}

/**
 * Cells that differ: each a change, or, where they are too many to review, all cells of a column that differ in one way.
 */
export class DraftCells {
  readonly #sheets: Sheets;
  /** Names of columns. */
  readonly #names: ChangedCell[] = [];
  readonly #cells: ChangedCell[] = [];
  /** For each column of after, the parts of each kind; used from the cell on that is one too many. */
  readonly #columns = new Map<number, Map<TableKind, ChangePart[]>>();

  constructor(sheets: Sheets) {
    this.#sheets = sheets;
  }

  /** Adds a cell of two matched rows; its part is the field, with the row's line end where they cannot be decided apart. */
  add(rowBefore: number, rowAfter: number, difference: CellDifferenceAt, part: ChangePart): void {
    const kind = this.#kindOf(rowBefore, rowAfter, difference);
    if (kind === 'column') this.#names.push({ kind, part, row: rowAfter, difference });
    else if (!this.areMany && this.#cells.length < limits.csvCellChangesMax) {
      this.#cells.push({ kind, part, row: rowAfter, difference });
    } else {
      for (const cell of this.#cells.splice(0)) this.#addToColumn(cell.difference.columnAfter, cell.kind, cell.part);
      this.#addToColumn(difference.columnAfter, kind, part);
    }
  }

  /** Whether cells were put together because they are too many. */
  get areMany(): boolean {
    return this.#columns.size > 0;
  }

  draft(names: TableNames, drafts: Drafts): void {
    for (const cell of [...this.#names, ...this.#cells]) drafts.add(cell.kind, this.#nameOf(cell, names), [cell.part]);
    for (const [column, kinds] of this.#columns) {
      for (const [kind, parts] of kinds) {
        const count = parts.length === 1 ? '1 cell' : `${parts.length} cells`;
        drafts.add(kind, `${names.columns('after', [column])}, ${count}`, parts);
      }
    }
  }

  /** A new name in the header is a change of the column. */
  #kindOf(rowBefore: number, rowAfter: number, { columnBefore, columnAfter }: CellDifferenceAt): TableKind {
    const { before, after, hasHeader } = this.#sheets;
    const kind = cellDifference(
      before.table.text(before.table.field(rowBefore, columnBefore)),
      after.table.text(after.table.field(rowAfter, columnAfter)),
      before.table.dialect,
    );
    return kind === 'cell' && hasHeader && rowBefore === 0 ? 'column' : kind;
  }

  #addToColumn(column: number, kind: TableKind, part: ChangePart): void {
    const kinds = this.#columns.get(column) ?? new Map<TableKind, ChangePart[]>();
    const parts = kinds.get(kind) ?? [];
    parts.push(part);
    kinds.set(kind, parts);
    this.#columns.set(column, kinds);
  }

  #nameOf({ kind, row, difference }: ChangedCell, names: TableNames): string {
    const { columnBefore, columnAfter } = difference;
    return kind === 'column'
      ? `${names.columns('before', [columnBefore])} renamed to "${shownCell(this.#sheets.after, row, columnAfter)}"`
      : `${names.row('after', row)} > ${names.column('after', columnAfter)}`;
  }
}
