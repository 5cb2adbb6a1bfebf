import type { Side } from './cut-file.js';
import type { Unfit } from './finder.js';

/**
 * Says that a side is not UTF-8. Readers of syntax look for ASCII characters in bytes; in Shift-JIS, GBK and Big5 the second
 * byte of a letter can look like one, and in UTF-16 each comes with a NUL.
 */
export function notUtf8(before: Side, after: Side): Unfit | undefined {
  const isUtf8 = before.encoding.name === 'utf-8' && after.encoding.name === 'utf-8';
  return isUtf8 ? undefined : { unfit: 'This file is not UTF-8, so it is compared line by line.' };
}
