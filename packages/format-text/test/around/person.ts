import type { Range } from '../../src/range.js';
import type { Chance } from './chance.js';
import { linesIn } from './text-of-bytes.js';

export interface EditedByHand {
  readonly text: string;
  /** What the person took hold of, in line indexes of the text as it was; empty ranges where they put lines in. */
  readonly taken: readonly Range[];
  /** The same edits as splices of characters of the text as it was. */
  readonly splices: readonly Splice[];
  /** Whether the person put lines in that stood there already, so that nobody can tell which ones they typed. */
  readonly hasCopied: boolean;
}

/** `text` in the place of the characters from `start` up to `end`. */
export interface Splice extends Range {
  readonly text: string;
}

export function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let kept = 0;
  for (const splice of splices.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    result += text.slice(kept, splice.start) + splice.text;
    kept = splice.end;
  }
  return result + text.slice(kept);
}

/** Stands in every piece of typed text, so that it is found again; no document has it. */
export const typedMark = 'TYPED';

/** Makes one to three edits that a person could make in an editor, where a byte order mark stays in front. */
export function editByHand(text: string, chance: Chance, round = 0): EditedByHand {
  const mark = /^(?:\ufeff|\xef\xbb\xbf)?/.exec(text)![0];
  const lines = linesIn(text.slice(mark.length));
  const edits = editsOf(lines, chance, round);
  const starts = [mark.length];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  const splices = edits.map(({ start, end, lines: put }) => ({
    start: starts[start]!,
    end: starts[end]!,
    text: put.join(''),
  }));
  const edited = spliced(text, splices);
  // A CR that comes to stand before an LF would make one line end of two; such edits are not tried.
  const count = edits.reduce((sum, { start, end, lines: put }) => sum + put.length - (end - start), lines.length);
  if (linesIn(edited.slice(mark.length)).length !== count) return editByHand(text, chance, round);
  const hasCopied = edits.some(({ lines: put }) => put.some((line) => !line.includes(typedMark)));
  return { text: edited, taken: edits.map((edit) => (mark === '' ? edit : withMark(edit))), splices, hasCopied };
}

interface LineEdit extends Range {
  readonly lines: readonly string[];
}

function editsOf(lines: readonly string[], chance: Chance, round: number): LineEdit[] {
  const edits: LineEdit[] = [];
  const typist = new Typist(/\r\n|\r|\n/.exec(lines.join(''))?.[0] ?? '\n', round, chance);
  for (let tries = 1 + chance.below(3); tries > 0; tries--) {
    const start = chance.below(lines.length + 1);
    const end = Math.min(start + chance.below(4), lines.length);
    const isFree = edits.every((edit) => edit.end < start || end < edit.start);
    if (isFree) edits.push(editAt(lines, { start, end }, typist, chance));
  }
  return edits;
}

function editAt(lines: readonly string[], { start, end }: Range, typist: Typist, chance: Chance): LineEdit {
  const last = lines.at(-1);
  if (start === lines.length && last !== undefined && !/[\r\n]$/.test(last)) {
    return { start: start - 1, end, lines: [last + typist.lineEnd, ...typist.lines()] };
  }
  const old = lines.slice(start, end);
  const copied = lines.slice(start, start + 2).filter((line) => /[\r\n]$/.test(line));
  if (old.length === 0) return { start, end, lines: chance.is(50) && copied.length > 0 ? copied : typist.lines() };
  const ways = [() => [], () => typist.lines(), () => old.map((line) => typist.into(line))];
  return { start, end, lines: chance.pick(ways)() };
}

/** The line that carries the mark is another one when lines come or go above it. */
function withMark({ start, end, lines }: LineEdit): Range {
  if (start > 0) return { start, end };
  return { start, end: lines.length > 0 ? Math.max(end, 1) : end + 1 };
}

/** Types text that is never the same twice, now and then with line ends and bytes that do not fit the file. */
class Typist {
  readonly lineEnd: string;
  readonly #chance: Chance;
  readonly #round: number;
  #count = 0;

  constructor(lineEnd: string, round: number, chance: Chance) {
    this.lineEnd = lineEnd;
    this.#round = round;
    this.#chance = chance;
  }

  lines(): string[] {
    const lineEnd = (): string => (this.#chance.is(85) ? this.lineEnd : this.#chance.pick(['\n', '\r\n']));
    return Array.from({ length: 1 + this.#chance.below(3) }, () => this.#words() + lineEnd());
  }

  into(line: string): string {
    const at = this.#chance.below(line.replace(/[\r\n]+$/, '').length + 1);
    return line.slice(0, at) + this.#words() + line.slice(at);
  }

  #words(): string {
    return `${typedMark} ${this.#round}.${this.#count++} ${this.#chance.pick(['word', 'w\xc3\xa9', '', '\xe9', '"a", {b: 1}'])}`;
  }
}
