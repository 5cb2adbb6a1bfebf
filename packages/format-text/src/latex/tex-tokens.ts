import { limits } from '../limits.js';
import type { Command, Commands } from './commands.js';
import { insideOf } from './words.js';

/** Something on a line that opens, closes or names an environment. */
export interface TexEvent {
  readonly what: 'begin' | 'end' | 'label';
  readonly name: string;
}

/** Reads one line at a time and keeps what it found of the last one. Each byte of a file goes through it, once. */
export class TokenReader {
  /** The number of the command that the line starts with; 0 where it starts with something else. */
  lead = 0;
  /** Offset behind that command. */
  leadAt = 0;
  /** Braces open behind the line. */
  depth = 0;
  /** The fewest open braces at which the line has a `\\`. */
  rowEndDepth: number = noRowEnd;
  hasText = false;
  endsParagraph = false;
  /** The verbatim environment that starts on the line and does not end there; its start is the last event. */
  rawName: string | undefined;
  /** Made anew for each line that has some; lines keep theirs. */
  #events: TexEvent[] | undefined;

  readonly #bytes: Uint8Array;
  readonly #text: string;
  readonly #commands: Commands;

  /** `text` is the same as `bytes`, with one character a byte. */
  constructor(bytes: Uint8Array, text: string, commands: Commands) {
    this.#bytes = bytes;
    this.#text = text;
    this.#commands = commands;
  }

  /** What opens, closes or names environments on the line, in order. */
  get events(): readonly TexEvent[] {
    return this.#events ?? noEvents;
  }

  /** Reads a line from its first character that is no blank to its end. */
  read(start: number, end: number, depthBefore: number): void {
    const bytes = this.#bytes;
    this.lead = 0;
    this.leadAt = start;
    this.rowEndDepth = noRowEnd;
    this.#events = undefined;
    this.rawName = undefined;
    let isLeading = true;
    let last = 0;
    let depth = depthBefore;
    let brackets = 0;
    let hasText = false;
    for (let at = start; at < end; at++) {
      const code = bytes[at]!;
      if (isPlain[code] === 1) {
        isLeading = false;
        last = 0;
        if (brackets <= 0 && depth <= depthBefore) hasText = true;
        continue;
      }
      if (code === PERCENT) break;
      if (code === SPACE || code === TAB) continue;
      if (code === BACKSLASH) {
        const nameEnd = this.#endOfName(at + 1, end);
        last = this.#commands.numberOf(this.#text.slice(at + 1, nameEnd));
        const command = this.#commands.all[last]!;
        // The star of `\section*` is part of the command.
        at = bytes[nameEnd] === STAR && isLetter(bytes[nameEnd - 1]!) ? nameEnd : nameEnd - 1;
        if (command.endsRow && depth < this.rowEndDepth) this.rowEndDepth = depth;
        if (isLeading && !command.isPrefix) {
          this.lead = last;
          this.leadAt = nameEnd;
          isLeading = false;
        }
        if (command.isSign) hasText = true;
        if (command.letters !== undefined) {
          at = this.#endOfVerbatim(nameEnd, end, command.letters) - 1;
          hasText = true;
        } else if (command.event !== undefined) {
          at = this.#readEvent(command.event, at, nameEnd, end);
          if (this.rawName !== undefined) break;
        }
        continue;
      }
      isLeading = false;
      last = 0;
      if (code === OPEN) depth++;
      else if (code === CLOSE) depth--;
      else if (depth > depthBefore) continue;
      else if (code === OPEN_BRACKET) brackets++;
      else brackets--;
    }
    this.depth = depth;
    this.hasText = hasText;
    this.endsParagraph = this.#commands.all[last]!.name === 'par';
  }

  /** Answers the offset before the one to go on with. */
  #readEvent(event: NonNullable<Command['event']>, at: number, nameEnd: number, end: number): number {
    if (event === 'open formula') this.#add({ what: 'begin', name: 'displaymath' });
    else if (event === 'close formula') this.#add({ what: 'end', name: 'displaymath' });
    else {
      const name = plainArgument(this.#text, nameEnd);
      if (name === undefined) return at;
      if (event === 'begin' && insideOf(name) === 'raw') {
        const rawEnd = this.#text.slice(nameEnd, end).indexOf(`\\end{${name}}`);
        if (rawEnd >= 0) return nameEnd + rawEnd + name.length + 5;
        this.rawName = name;
      }
      this.#add({ what: event, name });
    }
    return at;
  }

  #add(event: TexEvent): void {
    this.#events ??= [];
    this.#events.push(event);
  }

  /** Where a command ends whose backslash is before `start`: behind letters, or behind one other character. */
  #endOfName(start: number, end: number): number {
    let at = start;
    while (at < end && isLetter(this.#bytes[at]!)) at++;
    return at === start ? Math.min(start + 1, end) : at;
  }

  /** Offset behind the argument of a command that is read letter by letter; `at` where its end is not on the line. */
  #endOfVerbatim(at: number, end: number, letters: 'verbatim' | 'address'): number {
    const text = this.#text;
    const open = text[at] === '*' ? at + 1 : at;
    const isBraced = text[open] === '{';
    if (open >= end || (letters === 'address' && !isBraced)) return at;
    const near = text.slice(open + 1, Math.min(end, open + 1 + limits.latexVerbatimBytesMax));
    const length = near.indexOf(isBraced ? '}' : text[open]!);
    return length < 0 ? at : open + length + 2;
  }
}

const noEvents: readonly TexEvent[] = [];

/** More braces than a file can open. */
const noRowEnd = 0x3fffffff;

/** What stands between braces right behind a command, without braces or commands in it; `undefined` for anything else. */
export function plainArgument(text: string, at: number): string | undefined {
  let start = at;
  while (text.charCodeAt(start) === SPACE || text.charCodeAt(start) === TAB) start++;
  if (text.charCodeAt(start) !== OPEN) return undefined;
  start++;
  for (let end = start; end <= start + argumentCharsMax; end++) {
    const code = text.charCodeAt(end);
    if (code === CLOSE) return end === start ? undefined : text.slice(start, end);
    // Behind the end of the text there is no code at all.
    if (!(code >= 0) || code === OPEN || code === PERCENT || code === BACKSLASH || code === CR || code === LF) break;
  }
  return undefined;
}

const argumentCharsMax = 80;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
const TAB = 0x09;
const STAR = 0x2a;
const CR = 0x0d;
const LF = 0x0a;

/** 1 at the value of each byte that is only text. */
const isPlain: Uint8Array = new Uint8Array(256).fill(1);
for (const code of [BACKSLASH, PERCENT, OPEN, CLOSE, OPEN_BRACKET, CLOSE_BRACKET, SPACE, TAB]) isPlain[code] = 0;

/** Where a command ends whose backslash is before `start`: behind letters, or behind one other character. */
export function endOfName(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(text.charCodeAt(at))) at++;
  return at === start ? Math.min(start + 1, end) : at;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x40;
}
