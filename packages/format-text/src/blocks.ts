import type { CutFile } from './cut-file.js';

/**
 * What a reader would name one thing: a paragraph, a heading, a list item, a table row, an environment. Blocks tile the lines
 * of a file: every line is in exactly one, in order; blank lines between things are blocks of kind `blank`.
 */
export interface Block {
  readonly kind: BlockKind;
  /** Line indexes (atoms): first line, and the one behind the last. */
  readonly start: number;
  readonly end: number;
  /** Where it stands, outermost first: headings, sections, environments. */
  readonly path: readonly string[];
  /** What it is called where its kind and first words do not say it best: `figure`, `smith2020.year`. */
  readonly name?: string;
  /** Index of the block that opens what this one is in or closes: where both came or went, that one names the change. */
  readonly within?: number;
  /**
   * How differing lines inside go together. `whole`: all of them are one change (a paragraph, where each line depends on the
   * next). `lines`: each differing stretch is a change of its own (the body of a code fence or of a verbatim environment).
   */
  readonly decided: 'whole' | 'lines';
}

/** Kinds of blocks; they are kinds of changes too. */
export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'list-item'
  | 'table-row'
  | 'fence'
  | 'front-matter'
  | 'html'
  | 'quote'
  | 'environment'
  | 'item'
  | 'comment'
  | 'definition'
  | 'entry'
  | 'field'
  | 'lines'
  | 'blank';

/** What a block is called and where it stands, in words; asked for only where a label needs it. */
export interface BlockWords {
  nameOf(index: number): string | undefined;
  pathOf(index: number): readonly string[];
}

/**
 * The blocks of a file, kept as flat lists: there may be as many as lines, and most are never looked at one by one. A reader
 * adds them in order; each goes on up to where the next one starts, the last one to the end of the file.
 */
export class Blocks implements Iterable<Block> {
  readonly kinds: BlockKind[] = [];
  /** For each block its first line, and behind the last one the count of lines. */
  readonly starts: Int32Array;
  readonly #decided: Uint8Array;
  readonly #within: Int32Array;
  readonly #words: BlockWords;

  constructor(lineCount: number, words: BlockWords = noWords) {
    this.starts = new Int32Array(lineCount + 1);
    this.#decided = new Uint8Array(lineCount);
    this.#within = new Int32Array(lineCount);
    this.#words = words;
    this.starts[0] = lineCount;
  }

  static from(blocks: readonly Block[], lineCount: number): Blocks {
    const all = new Blocks(lineCount, {
      nameOf: (index) => blocks[index]!.name,
      pathOf: (index) => blocks[index]!.path,
    });
    for (const { kind, start, decided, within } of blocks) all.add(kind, start, decided, within);
    return all;
  }

  get length(): number {
    return this.kinds.length;
  }

  /** Answers the index of the new block. */
  add(kind: BlockKind, start: number, decided: Block['decided'], within?: number): number {
    const index = this.kinds.push(kind) - 1;
    this.starts[index + 1] = this.starts[index]!;
    this.starts[index] = start;
    this.#decided[index] = decided === 'lines' ? 1 : 0;
    this.#within[index] = within === undefined ? -1 : within;
    return index;
  }

  decidedOf(index: number): Block['decided'] {
    return this.#decided[index] === 1 ? 'lines' : 'whole';
  }

  decideWhole(index: number): void {
    this.#decided[index] = 0;
  }

  /** A negative index counts from the end. */
  at(index: number): Block | undefined {
    const at = index < 0 ? this.length + index : index;
    const kind = this.kinds[at];
    if (kind === undefined) return undefined;
    const [start, end] = [this.starts[at]!, this.starts[at + 1]!];
    const block: Writable<Block> = { kind, start, end, path: this.#words.pathOf(at), decided: this.decidedOf(at) };
    const name = this.#words.nameOf(at);
    if (name !== undefined) block.name = name;
    if (this.#within[at] !== -1) block.within = this.#within[at]!;
    return block;
  }

  *[Symbol.iterator](): Generator<Block> {
    for (let at = 0; at < this.length; at++) yield this.at(at)!;
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const noPath: readonly string[] = [];
const noWords: BlockWords = { nameOf: () => undefined, pathOf: () => noPath };

/** Reads the blocks of one file. It reads ASCII syntax in bytes, so it is given UTF-8 only. Never throws for any bytes. */
export type BlockReader = (file: CutFile) => Blocks;
