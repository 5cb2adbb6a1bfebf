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

/** Reads the blocks of one file. It reads ASCII syntax in bytes, so it is given UTF-8 only. Never throws for any bytes. */
export type BlockReader = (file: CutFile) => readonly Block[];
