import { type Block, type BlockKind, Blocks } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { limits } from '../limits.js';
import { type OpenEnvironment, Place } from './place.js';
import { braced, shortText } from './short-text.js';
import { TexLines } from './tex-lines.js';
import type { TexEvent } from './tex-tokens.js';
import { type NameSource, TexWords } from './tex-words.js';

/** Reads the blocks of a TeX file; `text` is the file with one character a byte. */
export function readTexBlocks(file: CutFile, text: string): Blocks {
  return new TexBlocks(file, text).read();
}

class TexBlocks {
  readonly #file: CutFile;
  readonly #text: string;
  readonly #lines: TexLines;
  readonly #balanced: Int32Array;
  readonly #place = new Place();
  readonly #blocks: Blocks;
  readonly #words = new TexWords();
  /** The kind of the last block where the next line may go on with it. */
  #open: BlockKind | undefined;
  /** The moves of the place at which the last block was added. */
  #movesAtLast = 0;
  /** The kind of block that a comment interrupted. */
  #interrupted: BlockKind | undefined;
  /** Environments open around a block that goes on until one of them, begun in it, ends. */
  #unitDepth: number | undefined;
  /** In a preamble, a package or a class, lines are statements. */
  #isCode: boolean;

  constructor(file: CutFile, text: string) {
    this.#file = file;
    this.#text = text;
    this.#blocks = new Blocks(file.atoms.length, this.#words);
    this.#lines = new TexLines(file, text);
    this.#balanced = this.#lines.balanced();
    this.#isCode = this.#lines.isCode;
  }

  read(): Blocks {
    for (let at = 0; at < this.#lines.count; ) at = this.#readLine(at);
    // A paragraph of nothing but commands is lines.
    const { kinds } = this.#blocks;
    for (let at = 0; at < kinds.length; at++) {
      if (kinds[at] === 'paragraph' && this.#blocks.decidedOf(at) === 'lines') kinds[at] = 'lines';
    }
    return this.#blocks;
  }

  /** Reads the block or line at `at` and answers the line to go on with. */
  #readLine(at: number): number {
    const lineKind = this.#lines.kindOf(at);
    if (lineKind === 'text') return this.#readText(at);
    if (lineKind === 'blank') {
      this.#interrupted = undefined;
      this.#unitDepth = undefined;
      // TeX allows no empty line in a formula, so this one was never ended.
      this.#place.end('displaymath');
      this.#extend(at, 'blank');
    } else if (lineKind === 'raw') {
      this.#extendRaw(at);
    } else if (this.#unitDepth === undefined || this.#open === undefined) {
      if (this.#open !== 'comment') this.#interrupted = this.#open;
      this.#extend(at, 'comment', 'lines');
    }
    return at + 1;
  }

  #extendRaw(at: number): void {
    const environment = this.#place.environment;
    if (environment?.inside !== 'raw') this.#extend(at, 'comment', 'lines', '\\iffalse');
    else this.#extend(at, environment.name === 'comment' ? 'comment' : 'fence', 'lines', environment.name);
  }

  #readText(at: number): number {
    if (this.#unitDepth !== undefined && this.#open !== undefined) return this.#continueUnit(at);
    const lead = this.#lines.leadOf(at);
    if (lead.level !== undefined && !this.#isCode && /[*[{ ]/.test(this.#text[this.#lines.leadAt(at)] ?? ''))
      return this.#readHeading(at, lead.level);
    const inside = this.#place.environment?.inside;
    if (lead.isDefiner && inside !== 'rows') return this.#readDefinition(at);
    if (this.#isCode && !this.#lines.eventsOf(at).some(isDocument)) return this.#readStatement(at, 'lines');
    this.#isCode = false;
    if ((lead.event === 'begin' && inside !== 'rows') || lead.event === 'open formula') return this.#readBegin(at);
    if (lead.event === 'end') return this.#readEnd(at);
    if (lead.name === 'item' || lead.name === 'bibitem') return this.#readItem(at);
    if (inside === 'rows') return this.#readRow(at);
    if (inside === 'statements') return this.#readStatement(at, 'environment');
    return this.#readWords(at);
  }

  #readItem(at: number): number {
    const label = this.#lines.eventsOf(at).find(({ what }) => what === 'label')?.name;
    this.#add(at, 'item');
    if (label !== undefined) this.#words.nameLast(`item ${label}`);
    return this.#follow(at);
  }

  #readHeading(at: number, level: number): number {
    const last = this.#balanced[at]!;
    const isClosed = last < this.#lines.count && last < at + limits.latexHeadingLinesMax;
    const next = isClosed ? last + 1 : at + 1;
    const title = this.#titleOf(at, next);
    this.#place.leaveSections(level);
    this.#add(at, 'heading');
    this.#words.nameLast(this.#place.enterSection(level, title));
    for (let k = at; k < next; k++) this.#apply(k);
    return this.#close(next);
  }

  #readDefinition(at: number): number {
    const end = this.#endOfDefinition(at);
    if (end === undefined) return this.#readStatement(at, 'lines');
    definedName.lastIndex = this.#lines.leadAt(at);
    const name = definedName.exec(this.#text)?.[1];
    const decided = end - at > limits.latexWholeDefinitionLinesMax ? 'lines' : 'whole';
    this.#add(at, 'definition', decided);
    this.#words.nameLast(name);
    return this.#close(end);
  }

  /** The line behind a definition: behind its last brace, and behind lines that start with a further argument. */
  #endOfDefinition(at: number): number | undefined {
    let end = this.#balanced[at]! + 1;
    while (end - at <= limits.latexDefinitionLinesMax && this.#startsArgument(end)) end = this.#balanced[end]! + 1;
    return end - at <= limits.latexDefinitionLinesMax && end <= this.#lines.count ? end : undefined;
  }

  #startsArgument(at: number): boolean {
    if (at >= this.#lines.count || this.#lines.kindOf(at) !== 'text' || this.#lines.leadOf(at).name !== '')
      return false;
    const first = this.#text[this.#lines.leadAt(at)];
    return first === '{' || first === '[';
  }

  #readBegin(at: number): number {
    const outside = this.#place.depth;
    this.#add(at, 'environment');
    this.#words.nameLast(this.#apply(at));
    if (this.#place.depth <= outside) return this.#close(at + 1);
    if (this.#place.environment!.inside === 'formula') {
      this.#unitDepth = outside;
      return at + 1;
    }
    const isStarted = this.#lines.hasText(at) && this.#place.environment!.inside === 'text';
    return isStarted ? at + 1 : this.#close(at + 1);
  }

  #readEnd(at: number): number {
    const named = this.#lines.eventsOf(at)[0]?.name;
    const environment = this.#place.environment;
    const ended = environment?.name === named ? environment : undefined;
    this.#apply(at);
    this.#add(at, 'environment', 'whole', ended?.opener);
    this.#words.nameLastEndOf(ended ?? named);
    return this.#lines.hasText(at) ? at + 1 : this.#close(at + 1);
  }

  #readRow(at: number): number {
    if (this.#open !== 'table-row') this.#add(at, 'table-row');
    this.#follow(at);
    return this.#unitDepth === undefined ? this.#endRow(at) : at + 1;
  }

  /** Ends a row behind its `\\`, and behind a line that is only a rule. */
  #endRow(at: number): number {
    const isRule = this.#lines.leadOf(at).isRule && !this.#lines.hasText(at);
    const isEnd = isRule || this.#lines.rowEndDepthOf(at) <= this.#depthBefore(this.#blocks.starts[this.#last]!);
    return isEnd ? this.#close(at + 1) : at + 1;
  }

  /** Lines that stand for themselves, and arguments over several lines, which do not. */
  #readStatement(at: number, kind: 'lines' | 'environment'): number {
    const end = this.#balanced[at]! + 1;
    const isArgument =
      kind === 'environment' && end - at > 1 && end - at <= limits.latexArgumentLinesMax && end <= this.#lines.count;
    if (!isArgument) {
      this.#extend(at, kind, 'lines');
      this.#apply(at);
      return at + 1;
    }
    this.#add(at, kind);
    for (let k = at; k < end; k++) this.#apply(k);
    return this.#close(end);
  }

  #readWords(at: number): number {
    const hasText = this.#lines.hasText(at);
    if (this.#lines.leadOf(at).name === 'par') this.#close(at);
    if (isGoingOn(this.#open)) {
      if (hasText) this.#blocks.decideWhole(this.#last);
    } else {
      const kind = this.#interrupted === 'item' ? 'item' : 'paragraph';
      this.#add(at, kind, hasText ? 'whole' : 'lines');
    }
    const next = this.#follow(at);
    return this.#lines.endsParagraph(at) && this.#unitDepth === undefined ? this.#close(next) : next;
  }

  /** Takes in what a line of an open block opens: an environment that starts inside a block belongs to it whole. */
  #follow(at: number): number {
    const outside = this.#place.depth;
    this.#apply(at);
    if (this.#place.depth > outside && this.#place.environment!.inside !== 'raw') this.#unitDepth = outside;
    return at + 1;
  }

  #continueUnit(at: number): number {
    this.#blocks.decideWhole(this.#last);
    this.#apply(at);
    if (this.#place.depth > this.#unitDepth!) return at + 1;
    this.#unitDepth = undefined;
    if (this.#place.environment?.inside === 'rows') return this.#endRow(at);
    return this.#open === 'environment' ? this.#close(at + 1) : at + 1;
  }

  /** Opens and closes what a line opens and closes; answers the first environment that it began. */
  #apply(at: number): OpenEnvironment | undefined {
    let first: OpenEnvironment | undefined;
    for (const { what, name } of this.#lines.eventsOf(at)) {
      if (what === 'begin') {
        const begun = this.#place.begin(name, this.#blocks.length - 1);
        first ??= begun;
      } else if (what === 'end') this.#place.end(name);
      else if (this.#open !== 'item' && this.#place.environment !== undefined) this.#place.environment.label ??= name;
    }
    return first;
  }

  #extend(at: number, kind: BlockKind, decided: Block['decided'] = 'whole', name?: NameSource): void {
    const isInPlace = this.#movesAtLast === this.#place.moves;
    if (this.#open === kind && isInPlace && this.#blocks.decidedOf(this.#last) === decided) return;
    this.#add(at, kind, decided);
    this.#words.nameLast(name);
  }

  #add(start: number, kind: BlockKind, decided: Block['decided'] = 'whole', within?: number): void {
    this.#blocks.add(kind, start, decided, within ?? this.#place.environment?.opener);
    this.#words.add(this.#place);
    this.#open = kind;
    this.#movesAtLast = this.#place.moves;
  }

  /** Index of the last block. */
  get #last(): number {
    return this.#blocks.length - 1;
  }

  #close(next: number): number {
    this.#open = undefined;
    this.#interrupted = undefined;
    return next;
  }

  #depthBefore(at: number): number {
    return at === 0 ? 0 : this.#lines.depthOf(at - 1);
  }

  /** What stands in the braces of a heading. */
  #titleOf(at: number, end: number): () => string {
    const from = this.#lines.leadAt(at);
    const last = this.#file.atoms.bodyEnds[end - 1]!;
    let title: string | undefined;
    return () => {
      if (title !== undefined) return title;
      const range = braced(this.#text, from, last);
      title = shortText(this.#file.bytes.subarray(range.start, range.end));
      return title;
    };
  }
}

/** What is defined, behind `\newcommand`, its star and its brace. */
const definedName = /\*?[ \t]*\{?[ \t]*(\\(?:[A-Za-z@:_]{1,80}|[^\r\n])|[A-Za-z@:*_ -]{1,80})/y;

function isDocument({ what, name }: TexEvent): boolean {
  return what === 'begin' && name === 'document';
}

function isGoingOn(kind: BlockKind | undefined): boolean {
  return kind === 'paragraph' || kind === 'item' || kind === 'environment';
}
