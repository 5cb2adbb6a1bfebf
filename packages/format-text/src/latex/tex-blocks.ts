import type { Block, BlockKind } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { limits } from '../limits.js';
import { type Draft, type DraftFacts, nameBlocks } from './draft.js';
import { nameStep, type OpenEnvironment, Place } from './place.js';
import { braced, shortText } from './short-text.js';
import { balancedLines, readTexLines } from './tex-lines.js';
import type { TexLine } from './tex-tokens.js';
import { codeMarks, headingLevel, isDefiner, rules } from './words.js';

/** Reads the blocks of a TeX file; `text` is the file with one character a byte. */
export function readTexBlocks(file: CutFile, text: string): Block[] {
  return new TexBlocks(file, text).read();
}

class TexBlocks {
  readonly #file: CutFile;
  readonly #text: string;
  readonly #lines: readonly TexLine[];
  readonly #balanced: Int32Array;
  readonly #place = new Place();
  readonly #blocks: Draft[] = [];
  /** The block that the next line may go on with. */
  #open: Draft | undefined;
  /** The kind of block that a comment interrupted. */
  #interrupted: BlockKind | undefined;
  /** Environments open around a block that goes on until one of them, begun in it, ends. */
  #unitDepth: number | undefined;
  /** In a preamble, a package or a class, lines are statements. */
  #isCode: boolean;

  constructor(file: CutFile, text: string) {
    this.#file = file;
    this.#text = text;
    this.#lines = readTexLines(text, file.atoms);
    this.#balanced = balancedLines(this.#lines);
    this.#isCode = this.#lines.some(({ lead }) => codeMarks.has(lead));
  }

  read(): Block[] {
    for (let at = 0; at < this.#lines.length; ) at = this.#readLine(at, this.#lines[at]!);
    return nameBlocks(this.#blocks);
  }

  /** Reads the block or line at `at` and answers the line to go on with. */
  #readLine(at: number, line: TexLine): number {
    if (line.kind === 'text') return this.#readText(at, line);
    if (line.kind === 'blank') {
      this.#interrupted = undefined;
      this.#unitDepth = undefined;
      // TeX allows no empty line in a formula, so this one was never ended.
      this.#place.end('displaymath');
      this.#extend(at, { kind: 'blank' });
    } else if (line.kind === 'raw') {
      this.#extend(at, this.#rawFacts());
    } else if (this.#unitDepth !== undefined && this.#open !== undefined) {
      this.#open.end = at + 1;
    } else {
      if (this.#open?.kind !== 'comment') this.#interrupted = this.#open?.kind;
      this.#extend(at, { kind: 'comment', decided: 'lines' });
    }
    return at + 1;
  }

  #rawFacts(): DraftFacts {
    const environment = this.#place.environment;
    if (environment?.inside !== 'raw') return { kind: 'comment', decided: 'lines', name: '\\iffalse' };
    const { name } = environment;
    return { kind: name === 'comment' ? 'comment' : 'fence', decided: 'lines', name };
  }

  #readText(at: number, line: TexLine): number {
    if (this.#unitDepth !== undefined && this.#open !== undefined) return this.#continueUnit(at, line);
    const level = /[*[{ ]/.test(this.#text[line.leadAt] ?? '') ? headingLevel(line.lead) : undefined;
    if (level !== undefined && !this.#isCode) return this.#readHeading(at, level);
    const isRow = this.#place.environment?.inside === 'rows';
    if (isDefiner(line.lead) && !isRow) return this.#readDefinition(at);
    if (this.#isCode && !line.events.some(isDocument)) return this.#readStatement(at, 'lines');
    this.#isCode = false;
    if ((line.lead === 'begin' && !isRow) || line.lead === '[') return this.#readBegin(at, line);
    if (line.lead === 'end') return this.#readEnd(at, line);
    if (isItem(line)) {
      const label = line.events.find(({ what }) => what === 'label')?.name;
      this.#add(at, at + 1, { kind: 'item', ...(label === undefined ? {} : { name: `item ${label}` }) });
      return this.#follow(at, line);
    }
    const environment = this.#place.environment;
    if (environment?.inside === 'rows') return this.#readRow(at, line);
    if (environment?.inside === 'statements') return this.#readStatement(at, 'environment');
    return this.#readWords(at, line);
  }

  #readHeading(at: number, level: number): number {
    const last = this.#balanced[at]!;
    const isClosed = last < this.#lines.length && last < at + limits.latexHeadingLinesMax;
    const next = isClosed ? last + 1 : at + 1;
    const title = this.#title(at, next);
    this.#place.leaveSections(level);
    this.#add(at, next, { kind: 'heading', ...(title === '' ? {} : { name: `heading "${title}"` }) });
    this.#place.enterSection(level, title);
    for (let k = at; k < next; k++) this.#apply(this.#lines[k]!);
    return this.#close(next);
  }

  #readDefinition(at: number): number {
    const end = this.#endOfDefinition(at);
    if (end === undefined) return this.#readStatement(at, 'lines');
    definedName.lastIndex = this.#lines[at]!.leadAt;
    const name = definedName.exec(this.#text)?.[1];
    const decided = end - at > limits.latexWholeDefinitionLinesMax ? 'lines' : 'whole';
    this.#add(at, end, { kind: 'definition', decided, ...(name === undefined ? {} : { name }) });
    return this.#close(end);
  }

  /** The line behind a definition: behind its last brace, and behind lines that start with a further argument. */
  #endOfDefinition(at: number): number | undefined {
    let end = this.#balanced[at]! + 1;
    while (end - at <= limits.latexDefinitionLinesMax && this.#startsArgument(end)) end = this.#balanced[end]! + 1;
    return end - at <= limits.latexDefinitionLinesMax && end <= this.#lines.length ? end : undefined;
  }

  #startsArgument(at: number): boolean {
    const line = this.#lines[at];
    if (line?.kind !== 'text' || line.lead !== '') return false;
    const first = this.#text[line.leadAt];
    return first === '{' || first === '[';
  }

  #readBegin(at: number, line: TexLine): number {
    const outside = this.#place.depth;
    const block = this.#add(at, at + 1, { kind: 'environment' });
    const begun = this.#apply(line);
    if (begun !== undefined) block.name = () => nameStep(begun);
    if (this.#place.depth <= outside) return this.#close(at + 1);
    if (this.#place.environment!.inside === 'formula') {
      this.#unitDepth = outside;
      return at + 1;
    }
    const isStarted = line.hasText && this.#place.environment!.inside === 'text';
    return isStarted ? at + 1 : this.#close(at + 1);
  }

  #readEnd(at: number, line: TexLine): number {
    const named = line.events[0]?.name;
    const environment = this.#place.environment;
    const ended = environment?.name === named ? environment : undefined;
    this.#apply(line);
    const words = ended ?? named;
    this.#add(at, at + 1, {
      kind: 'environment',
      ...(words === undefined ? {} : { name: () => `end of ${nameStep(words)}` }),
      ...(ended === undefined ? {} : { within: ended.opener }),
    });
    return line.hasText ? at + 1 : this.#close(at + 1);
  }

  #readRow(at: number, line: TexLine): number {
    if (this.#open?.kind === 'table-row') this.#open.end = at + 1;
    else this.#add(at, at + 1, { kind: 'table-row' });
    const next = this.#follow(at, line);
    return this.#unitDepth === undefined ? this.#endRow(next, line) : next;
  }

  /** Ends a row behind its `\\`, and behind a line that is only a rule. */
  #endRow(next: number, line: TexLine): number {
    const isRule = rules.has(line.lead) && !line.hasText;
    return isRule || line.rowEndDepth <= this.#depthBefore(this.#open!.start) ? this.#close(next) : next;
  }

  /** Lines that stand for themselves, and arguments over several lines, which do not. */
  #readStatement(at: number, kind: 'lines' | 'environment'): number {
    const end = this.#balanced[at]! + 1;
    const isArgument =
      kind === 'environment' && end - at > 1 && end - at <= limits.latexArgumentLinesMax && end <= this.#lines.length;
    if (!isArgument) {
      this.#extend(at, { kind, decided: 'lines' });
      this.#apply(this.#lines[at]!);
      return at + 1;
    }
    this.#add(at, end, { kind });
    for (let k = at; k < end; k++) this.#apply(this.#lines[k]!);
    return this.#close(end);
  }

  #readWords(at: number, line: TexLine): number {
    if (line.lead === 'par') this.#close(at);
    if (isGoingOn(this.#open?.kind)) {
      this.#open!.end = at + 1;
      if (line.hasText) this.#open!.decided = 'whole';
    } else {
      const kind = this.#interrupted === 'item' ? 'item' : 'paragraph';
      this.#add(at, at + 1, { kind, decided: line.hasText ? 'whole' : 'lines' });
    }
    const next = this.#follow(at, line);
    return line.endsParagraph && this.#unitDepth === undefined ? this.#close(next) : next;
  }

  /** Takes in what a line of an open block opens: an environment that starts inside a block belongs to it whole. */
  #follow(at: number, line: TexLine): number {
    const outside = this.#place.depth;
    this.#apply(line);
    if (this.#place.depth > outside && this.#place.environment!.inside !== 'raw') this.#unitDepth = outside;
    return at + 1;
  }

  #continueUnit(at: number, line: TexLine): number {
    this.#open!.end = at + 1;
    this.#open!.decided = 'whole';
    this.#apply(line);
    if (this.#place.depth > this.#unitDepth!) return at + 1;
    this.#unitDepth = undefined;
    if (this.#place.environment?.inside === 'rows') return this.#endRow(at + 1, line);
    return this.#open!.kind === 'environment' ? this.#close(at + 1) : at + 1;
  }

  /** Opens and closes what a line opens and closes; answers the first environment that it began. */
  #apply({ events }: TexLine): OpenEnvironment | undefined {
    let first: OpenEnvironment | undefined;
    for (const { what, name } of events) {
      if (what === 'begin') {
        const begun = this.#place.begin(name, this.#blocks.length - 1);
        first ??= begun;
      } else if (what === 'end') this.#place.end(name);
      else if (this.#open?.kind !== 'item' && this.#place.environment !== undefined)
        this.#place.environment.label ??= name;
    }
    return first;
  }

  #extend(at: number, facts: DraftFacts): void {
    const { kind, decided = 'whole' } = facts;
    const isSame = this.#open?.kind === kind && this.#open.decided === decided && this.#open.path === this.#place.path;
    if (isSame) this.#open!.end = at + 1;
    else this.#add(at, at + 1, facts);
  }

  #add(start: number, end: number, { kind, name, decided = 'whole', within }: DraftFacts): Draft {
    const opener = within ?? this.#place.environment?.opener;
    this.#open = { kind, start, end, path: this.#place.path, decided };
    if (name !== undefined) this.#open.name = name;
    if (opener !== undefined) this.#open.within = opener;
    this.#blocks.push(this.#open);
    return this.#open;
  }

  #close(next: number): number {
    this.#open = undefined;
    this.#interrupted = undefined;
    return next;
  }

  #depthBefore(at: number): number {
    return at === 0 ? 0 : this.#lines[at - 1]!.depth;
  }

  /** What stands in the braces of a heading. */
  #title(at: number, end: number): string {
    const from = this.#lines[at]!.leadAt;
    const range = braced(this.#text, from, this.#file.atoms[end - 1]!.bodyEnd);
    return shortText(this.#file.bytes.subarray(range.start, range.end));
  }
}

/** What is defined, behind `\newcommand`, its star and its brace. */
const definedName = /\*?[ \t]*\{?[ \t]*(\\(?:[A-Za-z@:_]{1,80}|[^\r\n])|[A-Za-z@:*_ -]{1,80})/y;

function isDocument({ what, name }: TexLine['events'][number]): boolean {
  return what === 'begin' && name === 'document';
}

function isItem({ lead }: TexLine): boolean {
  return lead === 'item' || lead === 'bibitem';
}

function isGoingOn(kind: BlockKind | undefined): boolean {
  return kind === 'paragraph' || kind === 'item' || kind === 'environment';
}
