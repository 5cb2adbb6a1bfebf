import { limits } from '../limits.js';
import type { Range } from '../range.js';
import { GrowingInts } from './growing-ints.js';
import { type Dialect, Table } from './table.js';

export interface Scan {
  /** All rows, or those above the one with the problem. */
  readonly table: Table;
  readonly problem?: ScanProblem;
}

export interface ScanProblem {
  readonly cause: 'quote-open' | 'text-behind-quote' | 'fields-max' | 'columns-max' | 'rows-max';
  readonly row: number;
}

/**
 * Finds the rows and fields of a range of bytes. Whatever it accepts, any field can be put in the place of any other without
 * moving a boundary: a field that begins with a quote ends with one, a doubled quote inside standing for one; any other
 * field ends at the next delimiter or row end, whatever quotes it holds. CR LF, LF and a lone CR end rows.
 */
export function scanTable(bytes: Uint8Array, range: Range, dialect: Dialect): Scan {
  const rowStarts = new GrowingInts();
  const firstFields = new GrowingInts();
  const ends = new GrowingInts();
  let at = range.start;
  let cause: ScanProblem['cause'] | undefined;
  while (at < range.end && cause === undefined) {
    rowStarts.push(at);
    firstFields.push(ends.length);
    const scanned = scanRow(bytes, at, range.end, dialect, ends);
    if (typeof scanned === 'number') at = scanned;
    else cause = scanned;
    if (rowStarts.length > limits.atomsMax) cause = 'rows-max';
  }

  const row = rowStarts.length - 1;
  if (cause === undefined) {
    rowStarts.push(at);
    firstFields.push(ends.length);
  }
  const table = new Table(bytes, dialect, {
    rowStarts: rowStarts.items(),
    firstFields: firstFields.items(),
    ends: ends.items(),
  });
  return cause === undefined ? { table } : { table, problem: { cause, row } };
}

const LF = 0x0a;
const CR = 0x0d;

/** Adds the end of each field of one row; answers the offset behind the row's line end, or what is wrong. */
function scanRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  { delimiter, quote }: Dialect,
  ends: GrowingInts,
): number | ScanProblem['cause'] {
  const firstField = ends.length;
  let at = start;
  for (;;) {
    if (at < end && bytes[at] === quote) {
      at = behindQuoted(bytes, at, end, quote);
      if (at === -1) return 'quote-open';
      if (at < end && !endsField(bytes[at]!, delimiter)) return 'text-behind-quote';
    } else {
      // Written out, as a call for each byte takes half of the time of a first scan.
      for (; at < end; at++) {
        const value = bytes[at]!;
        if (value === delimiter || value === LF || value === CR) break;
      }
    }
    ends.push(at);
    if (ends.length > limits.csvFieldsMax) return 'fields-max';
    if (ends.length - firstField > limits.csvColumnsMax) return 'columns-max';
    if (at === end) return at;
    if (bytes[at] !== delimiter) return at + (bytes[at] === CR && at + 1 < end && bytes[at + 1] === LF ? 2 : 1);
    at++;
  }
}

function endsField(value: number, delimiter: number): boolean {
  return value === delimiter || value === LF || value === CR;
}

/** The offset behind the closing quote of the field that opens at `at`, or -1. */
function behindQuoted(bytes: Uint8Array, at: number, end: number, quote: number): number {
  for (let inside = at + 1; inside < end; inside++) {
    if (bytes[inside] !== quote) continue;
    if (inside + 1 === end || bytes[inside + 1] !== quote) return inside + 1;
    inside++;
  }
  return -1;
}
