import type { Side } from '../cut-file.js';
import type { Unfit } from '../finder.js';
import { limits } from '../limits.js';
import { canonicalField, looksNumeric, unquoted } from './cell-text.js';
import {
  commonWidth,
  delimiters,
  detectDialect,
  isBlankRow,
  plainDialect,
  readSeparatorLine,
  rowWithHalfQuote,
  type SeparatorLine,
} from './dialect.js';
import { type ScanProblem, scanTable } from './scan-table.js';
import type { Dialect, Table } from './table.js';

/** One version of a table. */
export interface Sheet extends Side {
  readonly table: Table;
  readonly separatorLine: SeparatorLine | undefined;
  /** The most common number of fields; a row that has it is full. */
  readonly width: number;
}

export interface Sheets {
  readonly before: Sheet;
  readonly after: Sheet;
  /** Whether the first row of both holds the names of the columns. */
  readonly hasHeader: boolean;
}

/**
 * Reads both versions as tables, or says why they are none. The dialect is chosen on before and holds for after too, unless
 * after is plainly written in another one; then the two tables have different dialects.
 */
export function readSheets(before: Side, after: Side): Sheets | Unfit {
  const candidates = readableDelimiters(before, after);
  if ('unfit' in candidates) return candidates;
  const dialectBefore = dialectOf(before, candidates);
  const dialectAfter = dialectOf(after, candidates, dialectBefore);
  const sheetBefore = readSheet(before, dialectBefore ?? dialectAfter ?? plainDialect, 'old');
  if ('unfit' in sheetBefore) return sheetBefore;
  const sheetAfter = readSheet(after, dialectAfter ?? dialectBefore ?? plainDialect, 'new');
  if ('unfit' in sheetAfter) return sheetAfter;
  if (couldGlueLineEnds(sheetBefore.table, sheetAfter.table)) {
    return { unfit: 'Rows end with CR in some places, and blank ones with LF in others.' };
  }
  const hasHeader = startsWithHeader(sheetBefore, sheetAfter);
  return { before: sheetBefore, after: sheetAfter, hasHeader };
}

/** Whether a row has as many fields as most rows. */
export function isFull({ table, width }: Sheet, row: number): boolean {
  return table.fieldCount(row) === width;
}

/** One text for all quotings of what a cell says; to compare, not to show. */
export function comparableAt({ table }: Sheet, row: number, column: number): string {
  return canonicalField(table.text(table.field(row, column)), table.dialect);
}

/** What a cell says, without its quotes; to compare, not to show. */
export function valueAt({ table }: Sheet, row: number, column: number): string {
  return unquoted(table.text(table.field(row, column)), table.dialect.quote);
}

/** The delimiters that are never part of a longer character in these encodings: `|` is one in Shift-JIS, GBK and Big5. */
function readableDelimiters(before: Side, after: Side): readonly number[] | Unfit {
  if (before.encoding.unitBytes > 1) return { unfit: `Tables in ${before.encoding.name} are compared line by line.` };
  if (before.bytes.includes(ESCAPE) || after.bytes.includes(ESCAPE)) {
    return { unfit: 'The file has escape characters, so commas may be halves of ISO-2022 characters.' };
  }
  const isUtf8 = before.encoding.name === 'utf-8' && after.encoding.name === 'utf-8';
  return isUtf8 ? delimiters : delimiters.filter((delimiter) => delimiter !== BAR);
}

const ESCAPE = 0x1b;
const BAR = 0x7c;
const CR = 0x0d;

function dialectOf({ bytes, encoding }: Side, candidates: readonly number[], liked?: Dialect): Dialect | undefined {
  const line = readSeparatorLine(bytes, encoding.bomBytes);
  const range = { start: line?.bytes.end ?? encoding.bomBytes, end: bytes.length };
  if (line === undefined || !candidates.includes(line.delimiter)) return detectDialect(bytes, range, candidates, liked);
  return detectDialect(bytes, range, [line.delimiter]) ?? { ...plainDialect, delimiter: line.delimiter };
}

function readSheet(side: Side, dialect: Dialect, version: 'old' | 'new'): Sheet | Unfit {
  const { bytes, encoding } = side;
  const line = readSeparatorLine(bytes, encoding.bomBytes);
  const separatorLine = line?.delimiter === dialect.delimiter ? line : undefined;
  const start = separatorLine?.bytes.end ?? encoding.bomBytes;
  const { table, problem } = scanTable(bytes, { start, end: bytes.length }, dialect);
  if (problem !== undefined) return { unfit: sentenceOf(problem, version) };
  const { width, share } = commonWidth(table, table.rowCount);
  if (share < limits.csvCommonWidthShareMin) {
    return { unfit: `Most rows of the ${version} version have different numbers of fields.` };
  }
  const halfQuoted = rowWithHalfQuote(table, table.rowCount);
  if (halfQuoted >= 0) {
    return { unfit: `A cell in row ${halfQuoted + 1} of the ${version} version holds a quote without its other half.` };
  }
  if (hasHiddenQuote(table)) {
    return { unfit: `A row of the ${version} version begins with a byte order mark before a quote.` };
  }
  return { ...side, table, separatorLine, width };
}

function sentenceOf({ cause, row }: ScanProblem, version: string): string {
  switch (cause) {
    case 'quote-open':
      return `A quote that opens in row ${row + 1} of the ${version} version is never closed.`;
    case 'text-behind-quote':
      return `Row ${row + 1} of the ${version} version has text behind a closing quote.`;
    case 'fields-max':
      return `The ${version} version has more than ${limits.csvFieldsMax} fields.`;
    case 'columns-max':
      return `Row ${row + 1} of the ${version} version has more than ${limits.csvColumnsMax} fields.`;
    case 'rows-max':
      return `The ${version} version has more than ${limits.atomsMax} rows.`;
  }
}

/** A kept lone CR in front of an accepted blank row that ends with LF would read as one CR LF. */
function couldGlueLineEnds(...tables: readonly Table[]): boolean {
  let hasLoneCr = false;
  let hasBlankLf = false;
  for (const table of tables) {
    for (let row = 0; row < table.rowCount; row++) {
      const end = table.bodyEnd(row);
      if (table.rowStart(row + 1) - end !== 1) continue;
      if (table.bytes[end] === CR) hasLoneCr = true;
      else if (isBlankRow(table, row)) hasBlankLf = true;
    }
  }
  return hasLoneCr && hasBlankLf;
}

/** At the start of a file such a mark would vanish, and the quote begin to count; so no edit may bring the row there. */
function hasHiddenQuote(table: Table): boolean {
  const { bytes, dialect } = table;
  for (let row = 0; row < table.rowCount; row++) {
    const at = table.rowStart(row);
    if (bytes[at] !== 0xef || bytes[at + 1] !== 0xbb || bytes[at + 2] !== 0xbf) continue;
    if (bytes[at + 3] === dialect.quote) return true;
  }
  return false;
}

function startsWithHeader(before: Sheet, after: Sheet): boolean {
  if (before.table.rowCount === 0 || after.table.rowCount === 0) return false;
  if (!looksLikeHeader(before) || !looksLikeHeader(after)) return false;
  // A header that was taken away or put on top leaves a row of data in its place.
  return !hasFirstRowOf(after.table, before.table) && !hasFirstRowOf(before.table, after.table);
}

/** Names are no numbers, years aside, and most columns have one. */
function looksLikeHeader(sheet: Sheet): boolean {
  if (!isFull(sheet, 0)) return false;
  const names = Array.from({ length: sheet.width }, (_, column) => valueAt(sheet, 0, column).trim());
  const isNumeric = (name: string): boolean => looksNumeric(name) && !/^\d{4}$/.test(name);
  return !names.some(isNumeric) && names.filter((name) => name !== '').length * 2 >= names.length;
}

/** Whether a row below the first one is what the other table begins with. */
function hasFirstRowOf(other: Table, table: Table): boolean {
  const { start, end } = other.body(0);
  for (let row = 1; row < table.rowCount; row++) {
    const from = table.rowStart(row);
    if (table.bodyEnd(row) - from !== end - start) continue;
    let same = 0;
    while (start + same < end && table.bytes[from + same] === other.bytes[start + same]) same++;
    if (start + same === end) return true;
  }
  return false;
}
