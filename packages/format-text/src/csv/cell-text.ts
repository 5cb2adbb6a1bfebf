import { limits } from '../limits.js';
import type { Dialect } from './table.js';

/** How two spellings of one cell differ: only in quotes, only in how a number is written, or in what they say. */
export type CellDifference = 'quoting-only' | 'number-spelling' | 'cell';

/** Empty and quoted empty are different data for many readers, so that is `cell`. */
export function cellDifference(before: string, after: string, { quote }: Dialect): CellDifference {
  const areQuoted = before.charCodeAt(0) === quote && after.charCodeAt(0) === quote;
  // Of two quoted fields that differ the values differ too; a large one need not be rewritten to know that.
  if (areQuoted && before.length > 2 * limits.csvNumberCharsMax) return 'cell';
  const values = [unquoted(before, quote), unquoted(after, quote)] as const;
  if (values[0] === values[1]) return values[0] === '' ? 'cell' : 'quoting-only';
  const numbers = [decimalOf(values[0]), decimalOf(values[1])] as const;
  return numbers[0] !== undefined && numbers[0] === numbers[1] ? 'number-spelling' : 'cell';
}

/** What the field says: without its quotes. */
export function unquoted(raw: string, quote: number): string {
  if (raw.charCodeAt(0) !== quote) return raw;
  const sign = String.fromCharCode(quote);
  return raw
    .slice(1, -1)
    .split(sign + sign)
    .join(sign);
}

/** The one spelling that stands for all quotings of a field, so that equal texts mean equal data. */
export function canonicalField(raw: string, { delimiter, quote }: Dialect): string {
  if (raw.charCodeAt(0) !== quote) return raw;
  const needsQuotes = raw.length === 2 || raw.charCodeAt(1) === quote || /[\r\n]/.test(raw);
  return needsQuotes || raw.includes(String.fromCharCode(delimiter)) ? raw : unquoted(raw, quote);
}

/** Whether a cell holds a number, in any common spelling. */
export function looksNumeric(value: string): boolean {
  return /^[-+]?[$€£]?\d[\d.,' ]*%?$|^[-+]?[.,]?\d+(?:[eE][-+]?\d+)?$/.test(value);
}

/**
 * One text for all spellings of a decimal number: `1.0`, `1`, `1e0`. Undefined for anything that may not be one: a leading
 * zero or a plus may belong to a code or a telephone number, and taking them away loses data. No floating point: all digits count.
 */
function decimalOf(value: string): string | undefined {
  if (value.length > limits.csvNumberCharsMax) return undefined;
  const match = /^(-?)(0|[1-9]\d*|(?=\.\d))(?:\.(\d*))?(?:[eE]([-+]?\d{1,6}))?$/.exec(value);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return `${sign}0`;
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
