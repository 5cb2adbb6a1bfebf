import type { Range } from '../range.js';

/** Where an entry starts: its type, and the offset behind its opening brace or parenthesis. */
export interface EntryHead {
  readonly type: string;
  readonly closer: '}' | ')';
  readonly inside: number;
}

export interface BibEntry {
  readonly type: string;
  readonly key: Range;
  /** The names of fields, as byte ranges. */
  readonly fields: readonly Range[];
  /** Offset behind the closer; absent where the entry is not closed before `limit`. */
  readonly end?: number;
}

/** Reads the head of an entry that a line starts with. */
export function entryHead(text: string, start: number, bodyEnd: number): EntryHead | undefined {
  head.lastIndex = start;
  const found = head.exec(text);
  if (found === null || head.lastIndex > bodyEnd) return undefined;
  return { type: found[1]!, closer: found[2] === '{' ? '}' : ')', inside: head.lastIndex };
}

/**
 * Reads an entry as BibTeX does, up to `limit`, but more patiently: a field may start without a comma before it. Braces
 * count everywhere, behind a backslash too; quotes end a text only where no brace is open in it.
 */
export function readBibEntry(text: string, { type, closer, inside }: EntryHead, limit: number): BibEntry {
  const isPlain = /^(?:comment|preamble)$/i.test(type);
  const key = type.toLowerCase() === 'string' || isPlain ? { start: inside, end: inside } : keyAt(text, inside, limit);
  const fields: Range[] = [];
  let at = key.end;
  while (at < limit) {
    const character = text[at]!;
    if (character === closer) return { type, key, fields, end: at + 1 };
    if (character === '{') at = behindBraces(text, at, limit);
    else if (character === '"' && !isPlain) at = behindQuotes(text, at, limit);
    else if (!isPlain && isNameCharacter(character)) {
      const end = behindName(text, at, limit);
      if (isAssigned(text, end, limit)) fields.push({ start: at, end });
      at = end;
    } else at++;
  }
  return { type, key, fields };
}

const head = /[ \t]{0,200}@[ \t]{0,20}([A-Za-z]{1,40})[ \t]{0,20}([{(])/y;

function keyAt(text: string, inside: number, limit: number): Range {
  let start = inside;
  while (start < limit && isSpace(text[start]!)) start++;
  let end = start;
  while (end < limit && !isSpace(text[end]!) && !',={}()"#'.includes(text[end]!)) end++;
  return { start, end };
}

function behindName(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && isNameCharacter(text[end]!)) end++;
  return end;
}

function isAssigned(text: string, start: number, limit: number): boolean {
  let at = start;
  while (at < limit && isSpace(text[at]!)) at++;
  return at < limit && text[at] === '=';
}

function behindBraces(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return limit;
}

function behindQuotes(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start + 1; at < limit; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}') depth--;
    else if (text[at] === '"' && depth <= 0) return at + 1;
  }
  return limit;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

function isNameCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter || (code >= 0x30 && code <= 0x39) || '_:.+/-'.includes(character);
}
