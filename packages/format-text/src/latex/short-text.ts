import { displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import type { Range } from '../range.js';

/** Shows the first characters of a piece of UTF-8 on one line, with everything hidden made visible. */
export function shortText(bytes: Uint8Array): string {
  const { text, bytesLeft } = displayPiece(bytes, 'utf-8', limits.labelHeadingCharsMax);
  const line = text.replace(/[\t\n ␍]+/g, ' ').trim();
  return bytesLeft === 0 ? line : `${line}…`;
}

/** The inside of the first braces between two offsets, up to `end` where they are not closed; empty where there are none. */
export function braced(text: string, start: number, end: number): Range {
  let depth = 0;
  let from = end;
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '{') {
      depth++;
      if (depth === 1) from = at + 1;
    } else if (character === '}' && --depth === 0) return { start: from, end: at };
  }
  return { start: from, end };
}
