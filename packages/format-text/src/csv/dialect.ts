import { limits } from '../limits.js';
import type { Range } from '../range.js';
import { scanTable } from './scan-table.js';
import type { Dialect, Table } from './table.js';

/** The delimiter that a first line `sep=;` names, for Excel, and where that line lies. */
export interface SeparatorLine {
  readonly delimiter: number;
  readonly bytes: Range;
  /** Where its line end begins. */
  readonly bodyEnd: number;
}

/** Finds a first line `sep=;`; it belongs to no row. */
export function readSeparatorLine(bytes: Uint8Array, start: number): SeparatorLine | undefined {
  const head = String.fromCharCode(...bytes.subarray(start, start + 7));
  const match = /^sep=([,;\t|])(\r\n|\r|\n|$)/i.exec(head);
  if (match === null) return undefined;
  const delimiter = match[1]!.charCodeAt(0);
  return { delimiter, bytes: { start, end: start + match[0].length }, bodyEnd: start + 5 };
}

/** The dialect of a table of one column, where nothing shows another one. */
export const plainDialect: Dialect = { delimiter: 0x2c, quote: 0x22 };

/** Delimiters in the order that settles ties: a comma also occurs in prose and in numbers, a tab hardly. */
export const delimiters: readonly number[] = ['\t', ';', '|', ','].map((sign) => sign.charCodeAt(0));

const doubleQuote = 0x22;
const singleQuote = 0x27;

/**
 * Chooses among the delimiters the one under which the rows at the start of a file are most alike. Fields are quoted by `"`;
 * by `'` only where there is no `"`. `liked` is kept as long as no other dialect does better. Undefined where none makes more
 * than one column.
 */
export function detectDialect(
  bytes: Uint8Array,
  { start, end }: Range,
  candidates: readonly number[],
  liked?: Dialect,
): Dialect | undefined {
  const sample = { start, end: Math.min(end, start + limits.csvSampledBytesMax) };
  const quotes = bytes.subarray(sample.start, sample.end).includes(doubleQuote)
    ? [doubleQuote]
    : [doubleQuote, singleQuote];
  const dialects = quotes.flatMap((quote) => candidates.map((delimiter): Dialect => ({ delimiter, quote })));
  let best: Dialect | undefined;
  let bestShare = 0;
  for (const dialect of liked === undefined ? dialects : [liked, ...dialects]) {
    const share = likenessOf(bytes, sample, end, dialect);
    if (share <= bestShare) continue;
    best = dialect;
    bestShare = share;
  }
  return best;
}

/**
 * The share of rows that have the most common number of fields; 0 where that is one field. Where the quoting is malformed or
 * cut through, hardly anything: just so much that the dialect that can read most rows is the one that is complained about.
 */
function likenessOf(bytes: Uint8Array, sample: Range, end: number, dialect: Dialect): number {
  const isCut = sample.end < end;
  const { table, problem } = scanTable(bytes, sample, dialect);
  const rowCount = isCut && problem === undefined ? table.rowCount - 1 : table.rowCount;
  const { width, share } = commonWidth(table, rowCount);
  if (width === 1) return 0;
  const isMalformed =
    (problem !== undefined && !(isCut && problem.cause === 'quote-open')) || rowWithHalfQuote(table, rowCount) >= 0;
  return isMalformed ? (share * table.rowCount) / MALFORMED : share;
}

const MALFORMED = 1e9;

/**
 * The first row with a field that may be half of a quoted one whose text holds the delimiter, as in `Emma,"love;wit",4` by
 * semicolons, or -1. It does not begin with a quote, holds an odd number of them, and one stands behind a sign, where quotes
 * open: `12" wide` is no half. An apostrophe shows nothing.
 */
export function rowWithHalfQuote(table: Table, rowCount: number): number {
  const { bytes, dialect } = table;
  if (dialect.quote !== doubleQuote) return -1;
  let next = bytes.indexOf(doubleQuote, rowCount === 0 ? 0 : table.rowStart(0));
  for (let row = 0; row < rowCount && next >= 0; row++) {
    if (next >= table.rowStart(row + 1)) continue;
    for (let column = 0; column < table.fieldCount(row); column++) {
      if (isHalfQuoted(bytes, table.field(row, column))) return row;
    }
    next = bytes.indexOf(doubleQuote, table.rowStart(row + 1));
  }
  return -1;
}

function isHalfQuoted(bytes: Uint8Array, { start, end }: Range): boolean {
  if (bytes[start] === doubleQuote) return false;
  let isOdd = false;
  let opens = false;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== doubleQuote) continue;
    isOdd = !isOdd;
    if (isSign(bytes[at - 1]!)) opens = true;
  }
  return isOdd && opens;
}

/** ASCII that is no letter, no digit and no quote. */
function isSign(byte: number): boolean {
  return byte < 0x80 && !/[\dA-Za-z"]/.test(String.fromCharCode(byte));
}

/** The most common number of fields in the first rows, and the share of those that have it. Blank rows do not count. */
export function commonWidth(table: Table, rowCount: number): { width: number; share: number } {
  const counts = new Uint32Array(limits.csvColumnsMax + 1);
  let rows = 0;
  let width = 1;
  for (let row = 0; row < rowCount; row++) {
    if (isBlankRow(table, row)) continue;
    rows++;
    const fields = table.fieldCount(row);
    counts[fields]!++;
    if (counts[fields]! > counts[width]!) width = fields;
  }
  return { width, share: rows === 0 ? 1 : counts[width]! / rows };
}

export function isBlankRow(table: Table, row: number): boolean {
  return table.rowStart(row) === table.bodyEnd(row);
}
