import { sameBytes } from '../same-bytes.js';

/** What a change of one scalar into another is: of the value, or only of how it is spelled. */
export function kindOfChange(before: Uint8Array, after: Uint8Array): 'value' | 'number-spelling' | 'escape-spelling' {
  const isText = isString(before);
  if (isText !== isString(after)) return 'value';
  if (isText) return sameText(before, after) ? 'escape-spelling' : 'value';
  return sameAmount(before, after) ? 'number-spelling' : 'value';
}

/** Whether two strings, with their quotes, stand for the same characters. */
export function sameText(one: Uint8Array, other: Uint8Array): boolean {
  if (sameBytes(one, other)) return true;
  return (one.includes(BACKSLASH) || other.includes(BACKSLASH)) && textOf(one) === textOf(other);
}

/** The characters that a string, with its quotes, stands for. */
export function textOf(token: Uint8Array): string {
  return JSON.parse(new TextDecoder().decode(token)) as string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isString(token: Uint8Array): boolean {
  return token[0] === QUOTE;
}

/** Compares numbers digit by digit: a double would take `12345678901234567890` and `…891` for one. `-0` is not `0`. */
function sameAmount(one: Uint8Array, other: Uint8Array): boolean {
  const amounts = [amountOf(one), amountOf(other)] as const;
  return amounts[0] !== undefined && amounts[0] === amounts[1];
}

/** Sign, digits without zeros at either end, and the power of ten of the last digit; `undefined` where it is no number. */
function amountOf(token: Uint8Array): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(new TextDecoder().decode(token));
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  // Above it numbers lose digits.
  if (exponent.length > 15) return undefined;
  const digits = withoutZeros(whole + fraction);
  if (digits.length === 0) return `${sign}0`;
  const zerosBehind = (whole + fraction).length - (whole + fraction).lastIndexOf(digits.at(-1)!) - 1;
  return `${sign}${digits}e${Number(exponent) - fraction.length + zerosBehind}`;
}

function withoutZeros(digits: string): string {
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  return digits.slice(start, end);
}
