import type { Atoms } from '../atoms.js';
import { type Block, Blocks } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import type { Range } from '../range.js';
import { type BibEntry, type EntryHead, entryHead, readBibEntry } from './bib-entry.js';
import { shortText } from './short-text.js';

/**
 * Reads the blocks of a BibTeX file; `text` is the file with one character a byte. An entry is its first line, a block for
 * each field that starts a line, and its last line; what stands between entries is a comment, as BibTeX takes it. An entry
 * that is not closed before the next one starts is decided line by line.
 */
export function readBibBlocks(file: CutFile, text: string): Blocks {
  const { atoms } = file;
  const blocks = new BibBlocks(file, text);
  const heads: { line: number; head: EntryHead }[] = [];
  for (let line = 0; line < atoms.length; line++) {
    const head = entryHead(text, atoms.starts[line]!, atoms.bodyEnds[line]!);
    if (head !== undefined) heads.push({ line, head });
  }
  let at = 0;
  heads.forEach(({ line, head }, index) => {
    const limit = heads[index + 1]?.line ?? atoms.length;
    blocks.addComment(at, line);
    at = blocks.addEntry(readBibEntry(text, head, atoms.starts[limit]!), { start: line, end: limit });
  });
  blocks.addComment(at, atoms.length);
  return Blocks.from(blocks.all, atoms.length);
}

type Facts = Pick<Block, 'kind' | 'decided' | 'name' | 'within'>;

/** Where a block of an entry starts; it ends where the next one does. */
interface Edge {
  readonly line: number;
  readonly facts: Facts;
}

class BibBlocks {
  readonly all: Block[] = [];
  readonly #file: CutFile;
  readonly #text: string;

  constructor(file: CutFile, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** Adds lines between entries; blank lines among them are blocks of their own. */
  addComment(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const from = at;
      const isBlank = this.#isBlankLine(from);
      while (at < end && this.#isBlankLine(at) === isBlank) at++;
      this.#push(from, at, isBlank ? blank : { kind: 'comment', decided: 'lines' });
    }
  }

  /** Adds an entry, which may go over these lines, and answers the line behind it. */
  addEntry(entry: BibEntry, lines: Range): number {
    const type = entry.type.toLowerCase();
    const key = shortText(this.#file.bytes.subarray(entry.key.start, entry.key.end));
    if (entry.end === undefined) {
      this.#add(lines.start, lines.end, { kind: 'entry', name: key, decided: 'lines' });
      return lines.end;
    }
    const end = lineAt(this.#file.atoms, entry.end - 1, lines) + 1;
    if (type === 'comment') this.addComment(lines.start, end);
    else if (type === 'preamble') this.#add(lines.start, end, { kind: 'entry', name: '@preamble', decided: 'whole' });
    else if (type === 'string') {
      const names = entry.fields.map((field) => this.#text.slice(field.start, field.end)).join(', ');
      this.#add(lines.start, end, { kind: 'entry', name: `@string ${names}`, decided: 'whole' });
    } else {
      const edges = this.#edgesOf(entry, entry.end, key, { start: lines.start, end });
      edges.forEach(({ line, facts }, at) => {
        this.#add(line, edges[at + 1]?.line ?? end, facts);
      });
    }
    return end;
  }

  #edgesOf(entry: BibEntry, entryEnd: number, key: string, lines: Range): Edge[] {
    const within = this.all.length;
    const edges: Edge[] = [{ line: lines.start, facts: { kind: 'entry', name: key, decided: 'whole' } }];
    const addEdge = (offset: number, kind: 'field' | 'entry', name: string): void => {
      const line = lineAt(this.#file.atoms, offset, lines);
      if (line === edges.at(-1)!.line || !isBlank(this.#text, this.#file.atoms.starts[line]!, offset)) return;
      edges.push({ line, facts: { kind, name, decided: 'whole', within } });
    };
    for (const { start, end } of entry.fields) addEdge(start, 'field', `${key}.${this.#text.slice(start, end)}`);
    addEdge(entryEnd - 1, 'entry', key);
    return edges;
  }

  /** Adds a block, and the blank lines at its end as another one. */
  #add(start: number, end: number, facts: Facts): void {
    let inkEnd = end;
    while (this.#isBlankLine(inkEnd - 1)) inkEnd--;
    this.#push(start, inkEnd, facts);
    if (inkEnd < end) this.#push(inkEnd, end, blank);
  }

  /** Spelled out: spreading facts took most of the time of reading. */
  #push(start: number, end: number, { kind, decided, name, within }: Facts): void {
    const path = noPath;
    if (name === undefined) this.all.push({ kind, start, end, path, decided });
    else if (within === undefined) this.all.push({ kind, start, end, path, decided, name });
    else this.all.push({ kind, start, end, path, decided, name, within });
  }

  #isBlankLine(line: number): boolean {
    const { starts, bodyEnds } = this.#file.atoms;
    return isBlank(this.#text, starts[line]!, bodyEnds[line]!);
  }
}

const noPath: readonly string[] = [];
const blank: Facts = { kind: 'blank', decided: 'whole' };

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] !== ' ' && text[at] !== '\t') return false;
  return true;
}

/** The line that holds an offset, among some lines. */
function lineAt(atoms: Atoms, offset: number, { start, end }: Range): number {
  let low = start;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (atoms.starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
