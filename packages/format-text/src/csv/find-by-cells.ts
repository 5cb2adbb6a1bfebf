import type { Side } from '../cut-file.js';
import type { Finder, Found } from '../finder.js';
import { describeBom } from '../labels.js';
import { sameSlices } from './compare-rows.js';
import { TableDraft } from './draft-table.js';
import { Drafts } from './drafts.js';
import { matchColumns } from './match-columns.js';
import { matchRows } from './match-rows.js';
import { readSheets, type Sheets } from './read-sheets.js';

/**
 * Finds changes of a table (CSV, TSV): cells, rows, columns. Every choice of them leaves each row with the field count that
 * it has in before or in after, and no row with another count than its neighbours where neither version has such rows.
 */
export const findByCells: Finder = (before, after) => {
  const sheets = readSheets(before, after);
  if ('unfit' in sheets) return sheets;
  const drafts = new Drafts();
  draftBom(sheets, drafts);
  if (!sameDialect(sheets)) return draftDialect(sheets, drafts);

  const columns = matchColumns(sheets);
  const rows = matchRows(sheets, columns);
  const { coarse } = new TableDraft(sheets, columns, rows, drafts).draft();
  return { changes: drafts.changes(), coarse };
};

function draftBom(sheets: Sheets, drafts: Drafts): void {
  const bytes = { before: bomOf(sheets.before), after: bomOf(sheets.after) };
  if (!sameSlices(bytes, sheets)) drafts.add('bom', describeBom(sheets).label, [bytes]);
}

function bomOf({ encoding }: Side) {
  return { start: 0, end: encoding.bomBytes };
}

function sameDialect({ before, after }: Sheets): boolean {
  const { delimiter, quote } = before.table.dialect;
  return delimiter === after.table.dialect.delimiter && quote === after.table.dialect.quote;
}

/** Another delimiter cannot be decided row by row: a file has one. */
function draftDialect({ before, after }: Sheets, drafts: Drafts): Found {
  const part = {
    before: { start: before.encoding.bomBytes, end: before.bytes.length },
    after: { start: after.encoding.bomBytes, end: after.bytes.length },
  };
  const [from, to] = [before.table.dialect, after.table.dialect];
  const label =
    from.delimiter === to.delimiter
      ? `whole table: quotes ${String.fromCharCode(from.quote)} to ${String.fromCharCode(to.quote)}`
      : `whole table: delimiter ${named(from.delimiter)} to ${named(to.delimiter)}`;
  drafts.add('dialect', label, [part]);
  return { changes: drafts.changes(), coarse: false };
}

function named(delimiter: number): string {
  return delimiter === TAB ? 'tab' : `"${String.fromCharCode(delimiter)}"`;
}

const TAB = 0x09;
