import type { BlockKind } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import type { Range } from '../range.js';

/**
 * Whether the words of both stretches of lines can be equal, as their letters are: a look at the bytes that ends at the first
 * other one, before texts are made of them. Where a mark may be another one, nothing that can be one counts as a letter.
 */
export function mayShareWords(before: CutFile, from: Range, after: CutFile, to: Range, kind: BlockKind): boolean {
  const isLetter = kind === 'list-item' || kind === 'table-row' || marks[kind] !== undefined ? isNoMark : isNoSpace;
  const one = new Letters(before, from, isLetter);
  const other = new Letters(after, to, isLetter);
  for (;;) {
    const letter = one.next();
    if (letter !== other.next()) return false;
    if (letter === -1) return true;
  }
}

const isNoSpace: Uint8Array = bytesBut('\t\n\v\f\r ');
const isNoMark: Uint8Array = bytesBut('\t\n\v\f\r +*-.)>%|0123456789');

/** 1 at the value of each byte that is none of these characters. */
function bytesBut(characters: string): Uint8Array {
  const table = new Uint8Array(256).fill(1);
  for (let at = 0; at < characters.length; at++) table[characters.charCodeAt(at)] = 0;
  return table;
}

/** The bytes of some lines that are letters by a table. */
class Letters {
  readonly #bytes: Uint8Array;
  readonly #isLetter: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor({ bytes, atoms }: CutFile, { start, end }: Range, isLetter: Uint8Array) {
    this.#bytes = bytes;
    this.#isLetter = isLetter;
    this.#at = start < end ? atoms.starts[start]! : 0;
    this.#end = start < end ? atoms.starts[end]! : 0;
  }

  /** -1 behind the last. */
  next(): number {
    while (this.#at < this.#end) {
      const value = this.#bytes[this.#at++]!;
      if (this.#isLetter[value] === 1) return value;
    }
    return -1;
  }
}

/**
 * The text of some lines without what only lays it out: a run of white space is one space, line breaks are spaces, marks
 * that each line of a quote or comment repeats count once, table cells have no padding. One character a byte, and only ASCII
 * white space, so that no byte of a letter is taken for a space.
 */
export function wordsOf(file: CutFile, { start, end }: Range, kind: BlockKind): string {
  const words: string[] = [];
  let firstMark = '';
  for (let line = start; line < end; line++) {
    const { mark, text } = markAndText(file, line, kind);
    if (line === start) firstMark = mark;
    if (mark !== '' && (line === start || mark !== firstMark)) words.push(mark);
    if (text !== '') words.push(text);
  }
  return words.join(' ');
}

/** The same of one line, with its mark. */
export function lineWords(file: CutFile, line: number, kind: BlockKind): string {
  const { mark, text } = markAndText(file, line, kind);
  return `${mark}${text}`;
}

function markAndText(file: CutFile, line: number, kind: BlockKind): { readonly mark: string; readonly text: string } {
  const { starts, bodyEnds } = file.atoms;
  const raw = oneCharacterAByte(file.bytes.subarray(starts[line], bodyEnds[line]));
  // In wider units a byte that looks like a space may be half of a letter.
  if (file.encoding.unitBytes > 1) return { mark: '', text: raw };
  const mark = marks[kind]?.exec(raw)?.[0] ?? '';
  const text = withoutRuns(raw.slice(mark.length));
  return {
    mark: mark === '' ? '' : mark.replaceAll(/[ \t]/g, ''),
    text: kind === 'table-row' ? withoutPadding(text) : text,
  };
}

const marks: { readonly [Kind in BlockKind]?: RegExp } = { quote: /^[ >]+/, comment: /^[ \t%]+/ };

function withoutRuns(text: string): string {
  return hasSingleSpaces(text) ? text : joinWords(text);
}

/** Whether there is nothing to take out, as in most lines. */
function hasSingleSpaces(text: string): boolean {
  let isBehindSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x09 || code === 0x0b || code === 0x0c || (code === 0x20 && isBehindSpace)) return false;
    isBehindSpace = code === 0x20;
  }
  return text === '' || !isBehindSpace;
}

function joinWords(text: string): string {
  return text
    .split(/[\t\v\f ]+/)
    .filter((word) => word !== '')
    .join(' ');
}

function withoutPadding(row: string): string {
  return row.replaceAll(/ ?\| ?/g, '|').replaceAll(/-+/g, '-');
}

/** The bullet or number that the words of a list item start with, and what stands behind it: `12` and `. text`. */
export function markedWords(words: string): { readonly mark: string; readonly rest: string } | undefined {
  const found = /^(?:([-+*])( |$)|(\d{1,9})[.)])/.exec(words);
  if (found === null) return undefined;
  const mark = found[1] ?? found[3]!;
  return { mark, rest: words.slice(mark.length) };
}

function oneCharacterAByte(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** It gives each byte value a character of its own, if not always the one of that number. Making one takes long. */
const decoder = new TextDecoder('latin1');
