import type { Range } from '../range.js';

/** How a table is written. Both are one ASCII byte. */
export interface Dialect {
  readonly delimiter: number;
  readonly quote: number;
}

/**
 * Rows and fields of a file as byte ranges. Fields, the delimiters between them and the row ends tile the bytes from the
 * first row on. A field is its raw bytes, quotes included. Rows and fields count from 0.
 */
export class Table {
  readonly bytes: Uint8Array;
  readonly dialect: Dialect;
  readonly rowCount: number;
  /** Offset of each row, and the end of the table. */
  readonly #rowStarts: Int32Array;
  /** Index into `#ends` of each row's first field, and the count of all. */
  readonly #firstFields: Int32Array;
  /** Offset behind each field: that of its delimiter or row end. */
  readonly #ends: Int32Array;
  #text: string | undefined;
  #bytesRead = 0;

  constructor(bytes: Uint8Array, dialect: Dialect, scanned: ScannedOffsets) {
    this.bytes = bytes;
    this.dialect = dialect;
    this.rowCount = scanned.rowStarts.length - 1;
    this.#rowStarts = scanned.rowStarts;
    this.#firstFields = scanned.firstFields;
    this.#ends = scanned.ends;
  }

  /** Where a row begins; for the index behind the last row, where the table ends. */
  rowStart(row: number): number {
    return this.#rowStarts[row]!;
  }

  /** The whole row with its line end. */
  row(row: number): Range {
    return { start: this.#rowStarts[row]!, end: this.#rowStarts[row + 1]! };
  }

  /** Where a row's line end begins, or where it ends without one. */
  bodyEnd(row: number): number {
    return this.#ends[this.#firstFields[row + 1]! - 1]!;
  }

  /** The row's fields and delimiters. */
  body(row: number): Range {
    return { start: this.#rowStarts[row]!, end: this.bodyEnd(row) };
  }

  /** The row's line end; empty where the last row has none. */
  lineEnd(row: number): Range {
    return { start: this.bodyEnd(row), end: this.#rowStarts[row + 1]! };
  }

  fieldCount(row: number): number {
    return this.#firstFields[row + 1]! - this.#firstFields[row]!;
  }

  field(row: number, column: number): Range {
    const field = this.#firstFields[row]! + column;
    return { start: column === 0 ? this.#rowStarts[row]! : this.#ends[field - 1]! + 1, end: this.#ends[field]! };
  }

  /** Bytes as a text of one character a byte: to compare and to look for ASCII in, not to show. */
  text({ start, end }: Range): string {
    if (this.#text === undefined) {
      this.#bytesRead += end - start + READ_BYTES_MIN;
      if (this.#bytesRead < this.bytes.length) return decoder.decode(this.bytes.subarray(start, end));
      this.#text = decoder.decode(this.bytes);
    }
    return this.#text.slice(start, end);
  }
}

const decoder = new TextDecoder('latin1');

/** What it costs to decode a few bytes alone, in bytes of a large stretch. Where few rows differ, most are never read. */
const READ_BYTES_MIN = 256;

export interface ScannedOffsets {
  readonly rowStarts: Int32Array;
  readonly firstFields: Int32Array;
  readonly ends: Int32Array;
}
