import { type Block, type BlockKind, type BlockReader, Blocks, type BlockWords } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { frontMatterEnd } from './front-matter.js';
import { HeadingPath, type OpenHeading, pathOf } from './heading-path.js';
import { closesHtml, htmlOpening } from './html.js';
import * as syntax from './line-syntax.js';

/**
 * Reads the blocks of a Markdown file (CommonMark with tables, footnotes and front matter), line by line in one pass. It knows
 * lists and quotes from one line to the next and no deeper, so it is near to what a parser says and never far: a block that is
 * seen wrongly makes a clumsy change, not a wrong one.
 */
export const readMarkdownBlocks: BlockReader = (file) => new MarkdownReader(file).read();

interface Open {
  readonly kind: BlockKind;
  readonly start: number;
}

class MarkdownReader {
  readonly #file: CutFile;
  readonly #blocks: Blocks;
  readonly #words = new Words();
  readonly #headings = new HeadingPath();
  /** Where the texts of the list items begin that the line may belong to, in columns, outermost first. */
  #items: number[] = [];
  /** The block that goes on as long as lines are plain text. */
  #open: Open | undefined;
  #line = 0;

  constructor(file: CutFile) {
    this.#file = file;
    this.#blocks = new Blocks(file.atoms.length, this.#words);
  }

  read(): Blocks {
    this.#add('front-matter', frontMatterEnd(this.#file), 'lines');
    while (this.#line < this.#file.atoms.length) this.#readLine();
    this.#closeOpen();
    return this.#blocks;
  }

  #readLine(): void {
    const line = this.#lineAt(this.#line);
    if (syntax.isBlank(line)) return this.#readBlanks();
    const isText = this.#open !== undefined;
    if (!isText) this.#leaveItems(line.indent);
    const inItem = line.indent - this.#container(line.indent);
    const marker = syntax.hasSyntax(line) ? this.#markerOf(line, inItem) : undefined;
    if (inItem >= 4 && marker === undefined) return isText ? this.#continue() : this.#readIndented(line);
    if (syntax.hasSyntax(line) && this.#readSyntax(line, marker)) return;
    if (!this.#readTable(line)) this.#continue();
  }

  /** Reads what starts with a mark of its own; false where it is text after all. */
  #readSyntax(line: syntax.Line, marker: syntax.ListMarker | undefined): boolean {
    if (this.#readUnderline(line) || this.#readHeading(line) || this.#readFence(line) || this.#readBreak(line))
      return true;
    if (marker !== undefined) return this.#openItem(line, marker);
    return this.#readHtml(line) || this.#readQuote(line) || this.#readDefinition(line);
  }

  /** A line of a block that is there, or the first one of a paragraph. */
  #continue(): void {
    if (this.#open === undefined) this.#start('paragraph');
    else this.#line++;
  }

  #start(kind: BlockKind): void {
    this.#closeOpen();
    this.#open = { kind, start: this.#line };
    this.#line++;
  }

  #closeOpen(): void {
    if (this.#open === undefined) return;
    const { kind, start } = this.#open;
    this.#open = undefined;
    this.#push(kind, start, this.#line, 'whole');
  }

  /** Adds a block that is complete and ends before `end`. */
  #add(kind: BlockKind, end: number, decided: Block['decided'], name?: string): void {
    this.#closeOpen();
    this.#push(kind, this.#line, end, decided, name);
    this.#line = end;
  }

  #push(kind: BlockKind, start: number, end: number, decided: Block['decided'], name?: string): void {
    if (start === end) return;
    const index = this.#blocks.add(kind, start, decided);
    this.#words.headings.push(this.#headings.current);
    if (name !== undefined) this.#words.names.set(index, name);
  }

  #readBlanks(): void {
    let end = this.#line + 1;
    while (end < this.#file.atoms.length && syntax.isBlank(this.#lineAt(end))) end++;
    this.#add('blank', end, 'whole');
  }

  #readHeading(line: syntax.Line): boolean {
    const level = syntax.headingLevel(line);
    if (level === 0) return false;
    this.#closeOpen();
    this.#addHeading(level, this.#line, line.at, line.end);
    return true;
  }

  /** Turns an open paragraph into a heading. */
  #readUnderline(line: syntax.Line): boolean {
    const level = this.#open?.kind === 'paragraph' ? syntax.underlineLevel(line) : 0;
    if (level === 0) return false;
    const { start } = this.#open!;
    const { at, end } = this.#lineAt(start);
    this.#open = undefined;
    this.#addHeading(level, start, at, end);
    return true;
  }

  #addHeading(level: number, start: number, at: number, end: number): void {
    this.#headings.close(level);
    this.#line++;
    this.#push('heading', start, this.#line, 'whole');
    this.#headings.open(level, this.#file.bytes.subarray(at, end));
    this.#items = [];
  }

  /** Up to its closing, or to where its list item ends, or to the end. */
  #readFence(line: syntax.Line): boolean {
    const fence = syntax.fenceOpening(line);
    if (fence === undefined) return false;
    const container = this.#container(line.indent);
    let end = this.#line + 1;
    for (; end < this.#file.atoms.length; end++) {
      const inside = this.#lineAt(end);
      if (!syntax.isBlank(inside) && inside.indent < container) break;
      if (syntax.closesFence(inside, fence)) {
        end++;
        break;
      }
    }
    this.#add('fence', end, 'lines');
    return true;
  }

  #readBreak(line: syntax.Line): boolean {
    if (!syntax.isThematicBreak(line)) return false;
    this.#add('lines', this.#line + 1, 'whole', 'thematic break');
    return true;
  }

  /** Inside of a list, markers count at any depth; behind a paragraph, only those that surely are some. */
  #markerOf(line: syntax.Line, inItem: number): syntax.ListMarker | undefined {
    const isInList = this.#items.length > 0;
    if (inItem >= 4 && !(isInList && this.#open?.kind === 'list-item')) return undefined;
    const marker = syntax.listMarker(line);
    const isAllowed = this.#open === undefined || this.#open.kind === 'list-item' || marker?.mayInterrupt === true;
    return isAllowed ? marker : undefined;
  }

  #openItem(line: syntax.Line, marker: syntax.ListMarker): true {
    this.#leaveItems(line.indent);
    this.#start('list-item');
    this.#items.push(line.indent + marker.width);
    return true;
  }

  #readTable(line: syntax.Line): boolean {
    const next = this.#line + 1;
    if (next >= this.#file.atoms.length || !syntax.hasPipe(line) || !syntax.isDelimiterRow(this.#lineAt(next)))
      return false;
    this.#add('table-row', next + 1, 'whole');
    while (this.#line < this.#file.atoms.length) {
      const row = this.#lineAt(this.#line);
      if (syntax.isBlank(row) || startsBlock(row)) break;
      this.#add('table-row', this.#line + 1, 'whole');
    }
    return true;
  }

  #readHtml(line: syntax.Line): boolean {
    const html = htmlOpening(line);
    if (html === undefined || (this.#open !== undefined && !html.mayInterrupt)) return false;
    let end = this.#line;
    for (; end < this.#file.atoms.length; end++) {
      const inside = this.#lineAt(end);
      if (html.closings.length === 0 && syntax.isBlank(inside)) break;
      if (closesHtml(inside, html)) {
        end++;
        break;
      }
    }
    this.#add('html', end, 'lines');
    return true;
  }

  /** Each paragraph of a quote is a block; the empty line of the quote behind it belongs to it. */
  #readQuote(line: syntax.Line): boolean {
    if (!syntax.isQuote(line)) return false;
    if (this.#open?.kind !== 'quote') this.#start('quote');
    else this.#line++;
    if (syntax.isEmptyQuote(line)) this.#closeOpen();
    return true;
  }

  #readDefinition(line: syntax.Line): boolean {
    const mayStart = this.#open === undefined || this.#open.kind === 'definition';
    if (!mayStart || !syntax.isDefinition(line)) return false;
    this.#start('definition');
    return true;
  }

  #readIndented(first: syntax.Line): void {
    const container = this.#container(first.indent);
    let end = this.#line + 1;
    for (; end < this.#file.atoms.length; end++) {
      const line = this.#lineAt(end);
      if (syntax.isBlank(line) || line.indent - container < 4) break;
    }
    this.#add('fence', end, 'lines', 'indented code');
  }

  /** Behind a blank line or another block, a line that stands further left is no part of an item. */
  #leaveItems(indent: number): void {
    while (this.#items.length > 0 && this.#items.at(-1)! > indent) this.#items.pop();
  }

  /** The column at which the text of the innermost item starts that a line with this indent can be in. */
  #container(indent: number): number {
    // Columns increase; a walk through thousands of levels for each line would take too long.
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#items[middle]! <= indent) low = middle + 1;
      else high = middle;
    }
    return this.#items[low - 1] ?? 0;
  }

  #lineAt(index: number): syntax.Line {
    const { starts, bodyEnds } = this.#file.atoms;
    return syntax.lineAt(this.#file.bytes, starts[index]!, bodyEnds[index]!);
  }
}

class Words implements BlockWords {
  /** The innermost heading around each block. */
  readonly headings: (OpenHeading | undefined)[] = [];
  /** Few blocks have a name. */
  readonly names = new Map<number, string>();

  nameOf(index: number): string | undefined {
    return this.names.get(index);
  }

  pathOf(index: number): readonly string[] {
    return pathOf(this.headings[index]);
  }
}

/** What ends a table without a blank line. */
function startsBlock(line: syntax.Line): boolean {
  return (
    syntax.headingLevel(line) > 0 ||
    syntax.fenceOpening(line) !== undefined ||
    syntax.isThematicBreak(line) ||
    syntax.isQuote(line) ||
    syntax.listMarker(line)?.mayInterrupt === true ||
    htmlOpening(line)?.mayInterrupt === true
  );
}
