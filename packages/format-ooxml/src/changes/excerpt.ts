import { limits } from '../limits.js';
import type { OfficeChangePart } from './change.js';

/**
 * What differs between two texts of markup, without the beginning and the end that they share, cut at tags so that it can
 * be read. Never empty on both sides where the texts differ.
 */
export function excerptOf(before: string, after: string): OfficeChangePart {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  const open = tagStart(before, start);
  return { before: cut(before, open, before.length - end), after: cut(after, open, after.length - end) };
}

/** The shared beginning, back to the tag it is in. */
function tagStart(text: string, at: number): number {
  const open = text.lastIndexOf('<', at - 1);
  return open >= 0 && at - open < limits.shownCharsMax / 2 ? open : at;
}

function cut(text: string, start: number, end: number): string {
  const close = text.indexOf('>', Math.max(end - 1, start));
  return text.slice(start, close >= 0 && close - end < limits.shownCharsMax / 2 ? close + 1 : end);
}

/**
 * Markup without what programs change at each save and no reader sees: ids of edits and paragraphs, proofing marks, white
 * space between tags.
 */
export function withoutNoise(markup: string): string {
  return markup
    .replaceAll(/\s(?:[\w.-]+:)?(?:rsid\w*|paraId|textId|dyDescent)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    .replaceAll(/<(?:[\w.-]+:)?(?:proofErr|lastRenderedPageBreak)\b[^<>]*\/>/g, '')
    .replaceAll(/>\s+</g, '><');
}
