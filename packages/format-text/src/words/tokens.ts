import type { Atom } from '../atoms.js';
import { decodeAt } from '../code-points.js';
import type { Side } from '../cut-file.js';

/** A word, a stretch of spaces, a line end, or one other character, with all that is drawn on it. */
export interface Token extends Atom {
  readonly isSpace: boolean;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly chars: number;
}

/**
 * Tiles bytes with tokens; `undefined` when they hold more than `charsMax` characters. A token never starts inside what a
 * reader sees as one character, and shows by itself exactly as it does among the others.
 */
export function cutTokens({ bytes, encoding }: Side, charsMax: number): Tokens | undefined {
  let text = '';
  let chars = 0;
  /** For each index into the text, the byte offset behind its character. */
  const byteEnds: number[] = [];
  for (let at = 0; at < bytes.length; chars++) {
    if (chars === charsMax) return undefined;
    const { codePoint, byteCount } = decodeAt(bytes, at, encoding.name);
    text += String.fromCodePoint(codePoint ?? 0xfffd);
    at += byteCount;
    while (byteEnds.length < text.length) byteEnds.push(at);
  }

  const tokens: Token[] = [];
  let start = 0;
  for (let from = 0; from < text.length; from = token.lastIndex) {
    token.lastIndex = from;
    token.test(text);
    const end = byteEnds[token.lastIndex - 1]!;
    tokens.push({ start, bodyEnd: end, end, isSpace: space.test(text.charAt(from)) });
    start = end;
  }
  return { tokens, chars };
}

const space = /[\t\p{Zs}]/u;

/**
 * What belongs to the character before it: marks, selectors, skin tones, and a joiner with the emoji that it joins. Letters
 * that it joins are one word anyway.
 */
const attached = String.raw`(?:[\p{M}\p{Variation_Selector}\p{Emoji_Modifier}\u0e33\u0eb3\u200c]|\u200d\p{Extended_Pictographic}?)*`;
/** Scripts that put no spaces between words: each character stands for itself. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;

/** Matches at any place of any text. */
const token = new RegExp(
  [
    String.raw`\r\n|[\r\n]`,
    `(?:${space.source}${attached})+`,
    `${unspaced}${attached}`,
    String.raw`(?:(?!${unspaced})[\p{L}\p{N}_]${attached})+`,
    String.raw`\p{RI}\p{RI}${attached}`,
    `[^]${attached}`,
  ].join('|'),
  'uy',
);
