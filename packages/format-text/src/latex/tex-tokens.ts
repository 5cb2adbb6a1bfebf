import { limits } from '../limits.js';
import { addressCommands, definerPrefixes, insideOf, rules, verbatimCommands } from './words.js';

/** Something on a line that opens, closes or names an environment. */
export interface TexEvent {
  readonly what: 'begin' | 'end' | 'label';
  readonly name: string;
}

/** What one line holds, as far as blocks need it. */
export interface TexLine {
  /** `raw` lines are not read as TeX: the inside of a verbatim environment, and `\iffalse` to `\fi`. */
  readonly kind: 'blank' | 'comment' | 'raw' | 'text';
  /** The command that the line starts with, without backslash and star; empty where it starts with something else. */
  readonly lead: string;
  /** Offset behind that command. */
  readonly leadAt: number;
  /** Braces open behind the line; below 0 where more were closed than opened. */
  readonly depth: number;
  /** The fewest open braces at which the line has a `\\`; `Infinity` where it has none. */
  readonly rowEndDepth: number;
  readonly events: readonly TexEvent[];
  /** Whether there is anything but commands with their arguments: words, a formula, a `&`. */
  readonly hasText: boolean;
  /** Whether the line ends with `\par`. */
  readonly endsParagraph: boolean;
}

/** Reads one line, from its first character that is no blank to its end, in one pass. */
export function readTokens(text: string, start: number, end: number, depthBefore: number): TexLine {
  const events: TexEvent[] = [];
  let lead = '';
  let leadAt = start;
  let isLeading = true;
  let last = '';
  let depth = depthBefore;
  let brackets = 0;
  let rowEndDepth = Infinity;
  let hasText = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === PERCENT) break;
    if (code === SPACE || code === TAB) continue;
    if (code === BACKSLASH) {
      const nameEnd = endOfName(text, at + 1, end);
      last = text.slice(at + 1, nameEnd);
      // The star of `\section*` is part of the command.
      at = text[nameEnd] === '*' && isLetter(text.charCodeAt(nameEnd - 1)) ? nameEnd : nameEnd - 1;
      if (last === '\\' || last === 'tabularnewline') rowEndDepth = Math.min(rowEndDepth, depth);
      if (isLeading && !definerPrefixes.has(last)) {
        lead = last;
        leadAt = nameEnd;
        isLeading = false;
      }
      if (!isSilent(last)) hasText ||= !/^[A-Za-z@]/.test(last);
      if (verbatimCommands.has(last) || addressCommands.has(last)) {
        at = endOfVerbatim(text, nameEnd, end, last) - 1;
        hasText = true;
        continue;
      }
      const event = eventOf(text, last, nameEnd);
      if (event === undefined) continue;
      if (event.what === 'begin' && insideOf(event.name) === 'raw') {
        const rawEnd = text.slice(nameEnd, end).indexOf(`\\end{${event.name}}`);
        if (rawEnd < 0) {
          events.push(event);
          break;
        }
        at = nameEnd + rawEnd + event.name.length + 5;
        continue;
      }
      events.push(event);
      continue;
    }
    isLeading = false;
    last = '';
    if (code === OPEN) depth++;
    else if (code === CLOSE) depth--;
    else if (depth > depthBefore) continue;
    else if (code === OPEN_BRACKET) brackets++;
    else if (code === CLOSE_BRACKET) brackets--;
    else if (brackets <= 0) hasText = true;
  }
  return { kind: 'text', lead, leadAt, depth, rowEndDepth, events, hasText, endsParagraph: last === 'par' };
}

/** What stands between braces right behind a command, without braces or commands in it; `undefined` for anything else. */
export function plainArgument(text: string, at: number): string | undefined {
  argument.lastIndex = at;
  return argument.exec(text)?.[1];
}

const argument = /[ \t]*\{([^{}%\\\r\n]{1,80})\}/y;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
const TAB = 0x09;

/** Where a command ends whose backslash is before `start`: behind letters, or behind one other character. */
export function endOfName(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(text.charCodeAt(at))) at++;
  return at === start ? Math.min(start + 1, end) : at;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x40;
}

function isSilent(command: string): boolean {
  return command === '' || rules.has(command);
}

function eventOf(text: string, command: string, at: number): TexEvent | undefined {
  if (command === '[') return { what: 'begin', name: 'displaymath' };
  if (command === ']') return { what: 'end', name: 'displaymath' };
  const isLabel = command.endsWith('label') || command === 'frametitle';
  if (!isLabel && command !== 'begin' && command !== 'end') return undefined;
  const name = plainArgument(text, at);
  return name === undefined ? undefined : { what: isLabel ? 'label' : (command as 'begin' | 'end'), name };
}

/** Offset behind the argument of a command that is read letter by letter; `at` where its end is not on the line. */
function endOfVerbatim(text: string, at: number, end: number, command: string): number {
  const open = text[at] === '*' ? at + 1 : at;
  const isBraced = text[open] === '{';
  if (open >= end || (addressCommands.has(command) && !isBraced)) return at;
  const near = text.slice(open + 1, Math.min(end, open + 1 + limits.latexVerbatimBytesMax));
  const length = near.indexOf(isBraced ? '}' : text[open]!);
  return length < 0 ? at : open + length + 2;
}
