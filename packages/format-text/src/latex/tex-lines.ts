import type { CutFile } from '../cut-file.js';
import { type Command, Commands } from './commands.js';
import { type TexEvent, TokenReader } from './tex-tokens.js';

/** `raw` lines are not read as TeX: the inside of a verbatim environment, and `\iffalse` to `\fi`. */
export type TexLineKind = 'blank' | 'comment' | 'raw' | 'text';

/** What each line of a TeX file holds, as far as blocks need it; kept as numbers, as a file may have 200,000 lines. */
export class TexLines {
  readonly count: number;
  readonly #commands = new Commands();
  readonly #kinds: Uint8Array;
  readonly #leads: Int32Array;
  readonly #leadAts: Int32Array;
  readonly #depths: Int32Array;
  readonly #rowEndDepths: Int32Array;
  readonly #flags: Uint8Array;
  /** For each line the index of its events, 0 where it has none. */
  readonly #eventsOf: Int32Array;
  readonly #events: (readonly TexEvent[])[] = [noEvents];

  readonly #file: CutFile;
  readonly #text: string;
  readonly #reader: TokenReader;
  /** Byte offset up to which whatever starts a line is raw. */
  #rawEnd = 0;
  /** For each name of a raw environment where its next end is, or 0 where there is none. */
  readonly #ends = new Map<string, number>();

  /**
   * `text` is the whole file with one character a byte. A verbatim environment or an `\iffalse` that nothing ends is read as
   * text: it is more likely a slip than a file whose whole rest is not TeX.
   */
  constructor(file: CutFile, text: string) {
    this.count = file.atoms.length;
    this.#kinds = new Uint8Array(this.count);
    this.#leads = new Int32Array(this.count);
    this.#leadAts = new Int32Array(this.count);
    this.#depths = new Int32Array(this.count);
    this.#rowEndDepths = new Int32Array(this.count);
    this.#flags = new Uint8Array(this.count);
    this.#eventsOf = new Int32Array(this.count);

    this.#file = file;
    this.#text = text;
    this.#reader = new TokenReader(file.bytes, text, this.#commands);
    for (let at = 0, depth = 0; at < this.count; at++) depth = this.#readLine(at, depth);
  }

  kindOf(at: number): TexLineKind {
    return kinds[this.#kinds[at]!]!;
  }

  /** The command that the line starts with; one with an empty name where it starts with something else. */
  leadOf(at: number): Command {
    return this.#commands.all[this.#leads[at]!]!;
  }

  /** Offset behind that command. */
  leadAt(at: number): number {
    return this.#leadAts[at]!;
  }

  /** Braces open behind the line; below 0 where more were closed than opened. */
  depthOf(at: number): number {
    return this.#depths[at]!;
  }

  /** The fewest open braces at which the line has a `\\`; more than there ever are where it has none. */
  rowEndDepthOf(at: number): number {
    return this.#rowEndDepths[at]!;
  }

  eventsOf(at: number): readonly TexEvent[] {
    return this.#events[this.#eventsOf[at]!]!;
  }

  /** Whether there is anything but commands with their arguments: words, a formula, a `&`. */
  hasText(at: number): boolean {
    return (this.#flags[at]! & HAS_TEXT) !== 0;
  }

  /** Whether the line ends with `\par`. */
  endsParagraph(at: number): boolean {
    return (this.#flags[at]! & ENDS_PARAGRAPH) !== 0;
  }

  /** Whether a line starts with a command that only documents, packages and classes have. */
  get isCode(): boolean {
    const { all } = this.#commands;
    return all.some(({ isCodeMark }) => isCodeMark) && this.#leads.some((lead) => all[lead]!.isCodeMark);
  }

  /**
   * For each line, the first line (itself, or behind it) behind which no more braces are open than before it; `count` where
   * there is none.
   */
  balanced(): Int32Array {
    const depths = this.#depths;
    const balanced = new Int32Array(this.count);
    /** Lines behind the current one, nearest last, each with fewer open braces than the one before it in the stack. */
    const candidates: number[] = [];
    for (let at = this.count - 1; at >= 0; at--) {
      const depth = depths[at]!;
      while (candidates.length > 0 && depths[candidates[candidates.length - 1]!]! >= depth) candidates.pop();
      candidates.push(at);
      const open = at === 0 ? 0 : depths[at - 1]!;
      balanced[at] = depth <= open ? at : nearestAtMost(depths, candidates, open);
    }
    return balanced;
  }

  /** Reads a line and answers the braces that are open behind it. */
  #readLine(at: number, depth: number): number {
    const { bytes, atoms } = this.#file;
    this.#depths[at] = depth;
    const start = atoms.starts[at]!;
    if (start < this.#rawEnd) {
      this.#kinds[at] = RAW;
      return depth;
    }
    const bodyEnd = atoms.bodyEnds[at]!;
    const first = firstInk(bytes, start, bodyEnd);
    if (first === bodyEnd || bytes[first] === PERCENT) {
      this.#kinds[at] = first === bodyEnd ? BLANK : COMMENT;
      return depth;
    }
    const reader = this.#reader;
    reader.read(first, bodyEnd, depth);
    if (reader.lead !== 0 && this.#commands.all[reader.lead]!.name === 'iffalse') {
      this.#rawEnd = endOfIf(this.#text, first, this.#ends);
      if (this.#rawEnd > 0) {
        this.#kinds[at] = RAW;
        return depth;
      }
    }
    this.#rawEnd = reader.rawName === undefined ? 0 : endOfRaw(this.#text, reader.rawName, bodyEnd, this.#ends);
    const isLost = reader.rawName !== undefined && this.#rawEnd === 0;
    this.#take(at, reader, isLost ? reader.events.slice(0, -1) : reader.events);
    return reader.depth;
  }

  #take(at: number, reader: TokenReader, events: readonly TexEvent[]): void {
    this.#kinds[at] = TEXT;
    this.#leads[at] = reader.lead;
    this.#leadAts[at] = reader.leadAt;
    this.#depths[at] = reader.depth;
    this.#rowEndDepths[at] = reader.rowEndDepth;
    this.#flags[at] = (reader.hasText ? HAS_TEXT : 0) | (reader.endsParagraph ? ENDS_PARAGRAPH : 0);
    if (events.length > 0) this.#eventsOf[at] = this.#events.push(events) - 1;
  }
}

const noEvents: readonly TexEvent[] = [];

const BLANK = 0;
const COMMENT = 1;
const RAW = 2;
const TEXT = 3;
const kinds = ['blank', 'comment', 'raw', 'text'] as const;

const HAS_TEXT = 1;
const ENDS_PARAGRAPH = 2;

const PERCENT = 0x25;

/** Depth falls from the end of the stack to its start: the last candidate that is low enough is the nearest. */
function nearestAtMost(depths: Int32Array, candidates: readonly number[], depth: number): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (depths[candidates[middle]!]! <= depth) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? depths.length : candidates[low - 1]!;
}

/** Where the first character of a line stands that is no blank. */
function firstInk(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at;
}

/** Offset of the `\end` of a raw environment; 0 where there is none, which is looked up once for each name. */
function endOfRaw(text: string, name: string, from: number, ends: Map<string, number>): number {
  if (ends.get(name) === 0) return 0;
  const end = Math.max(0, text.indexOf(`\\end{${name}}`, from));
  ends.set(name, end);
  let lineStart = end;
  while (lineStart > from && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') lineStart--;
  return end === 0 ? 0 : lineStart;
}

/** Offset inside the `\fi` that ends an `\iffalse`, counting other conditions between; 0 where there is none. */
function endOfIf(text: string, from: number, ends: Map<string, number>): number {
  if (ends.get('\\iffalse') === 0) return 0;
  let open = 0;
  condition.lastIndex = from;
  for (let found = condition.exec(text); found !== null; found = condition.exec(text)) {
    if (found[1] === undefined) continue;
    open += found[1] === 'fi' ? -1 : 1;
    if (open === 0) return condition.lastIndex;
  }
  ends.set('\\iffalse', 0);
  return 0;
}

/** A comment, `\newif` with its name, another command, or (captured) a condition or its end. */
const condition =
  /%[^\r\n]*|\\newif[ \t]*\\[A-Za-z@]+|\\(?:(if(?!f\b|thenelse\b)[A-Za-z@]*|fi)(?![A-Za-z@])|[A-Za-z@]+|[^])/g;
