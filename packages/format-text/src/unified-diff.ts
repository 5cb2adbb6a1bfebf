import { type Comparison, compare } from './compare.js';
import type { CutFile } from './cut-file.js';
import { cutWholeLines } from './cut-lines.js';
import { displayLine, displayPiece } from './display-text.js';
import { detectEncoding } from './encoding.js';
import { limits } from './limits.js';
import { countLines, endsWithLineEnd } from './line-ends.js';
import { lengthOf, type Range, type RangePair } from './range.js';
import { sameBytes } from './same-bytes.js';

export interface UnifiedDiffOptions {
  readonly beforeName: string;
  readonly afterName: string;
  /** Unchanged lines around each hunk. Default 3. */
  readonly context?: number;
  /** Lines of text at most, headers included. Default `diffLinesMax`. */
  readonly linesMax?: number;
}

export interface UnifiedDiff {
  /** Lines, each with LF; empty where nothing differs. */
  readonly text: string;
  /** Lines of the whole difference, whatever the text shows of it. */
  readonly added: number;
  readonly removed: number;
  /** True where `text` does not show the whole difference; the text then says so. */
  readonly truncated: boolean;
}

/**
 * Writes the difference of two files as a unified diff, for reading: undecodable bytes and control characters are escaped as
 * in `displayText`, long lines and long diffs are cut and say so. Never meant to be applied; decisions go through `compose`.
 */
export function unifiedDiff(before: Uint8Array, after: Uint8Array, options: UnifiedDiffOptions): UnifiedDiff {
  if (sameBytes(before, after)) return { text: '', added: 0, removed: 0, truncated: false };
  const names = { before: displayLine(options.beforeName), after: displayLine(options.afterName) };
  const text = new CappedLines(options.linesMax ?? limits.diffLinesMax);
  const comparison = compare(before, after, cutWholeLines);

  if (comparison.kind === 'whole' && comparison.cause === 'binary') {
    text.add(`Binary files ${names.before} and ${names.after} differ`);
    return { text: text.toString(), added: 0, removed: 0, truncated: true };
  }
  text.add(`--- ${names.before}`);
  text.add(`+++ ${names.after}`);
  if (comparison.kind === 'whole') {
    text.add(`\\ ${comparison.reason} Its lines are not compared here.`);
    return { text: text.toString(), added: linesIn(after), removed: linesIn(before), truncated: true };
  }

  for (const hunk of hunksOf(comparison, options.context ?? limits.diffContextLines)) {
    if (!addHunk(text, hunk, comparison)) break;
  }
  const total = (side: 'before' | 'after') => comparison.runs.reduce((sum, run) => sum + lengthOf(run[side]), 0);
  return { text: text.toString(), added: total('after'), removed: total('before'), truncated: text.isCut };
}

/** Runs that are close enough to share their unchanged lines, and the lines that all of it covers. */
interface Hunk extends RangePair {
  readonly runs: readonly RangePair[];
}

function hunksOf({ runs, before }: Comparison, context: number): Hunk[] {
  const groups: RangePair[][] = [];
  for (const run of runs) {
    const previous = groups.at(-1)?.at(-1);
    const isClose = previous !== undefined && run.before.start - previous.before.end <= 2 * context;
    if (isClose) groups.at(-1)!.push(run);
    else groups.push([run]);
  }
  return groups.map((group) => {
    const first = group[0]!;
    const last = group.at(-1)!;
    const above = Math.min(context, first.before.start);
    const below = Math.min(context, before.atoms.length - last.before.end);
    return {
      runs: group,
      before: { start: first.before.start - above, end: last.before.end + below },
      after: { start: first.after.start - above, end: last.after.end + below },
    };
  });
}

/** Adds the lines of one hunk; false when the text is full. */
function addHunk(text: CappedLines, hunk: Hunk, { before, after }: Comparison): boolean {
  let isOpen = text.add(`@@ -${headerRange(hunk.before)} +${headerRange(hunk.after)} @@`);
  const add = (sign: string, file: CutFile, { start, end }: Range): void => {
    for (let at = start; at < end && isOpen; at++) isOpen = addLine(text, sign, file, at);
  };
  let from = hunk.before.start;
  for (const run of hunk.runs) {
    add(' ', before, { start: from, end: run.before.start });
    add('-', before, run.before);
    add('+', after, run.after);
    from = run.before.end;
  }
  add(' ', before, { start: from, end: hunk.before.end });
  return isOpen;
}

/** Line numbers from 1; an empty range names the line before it; a count of 1 is left out. */
function headerRange({ start, end }: Range): string {
  const count = end - start;
  if (count === 0) return `${start},0`;
  return count === 1 ? `${end}` : `${start + 1},${count}`;
}

function addLine(text: CappedLines, sign: string, { bytes, encoding, atoms }: CutFile, index: number): boolean {
  const { start, end } = atoms[index]!;
  const line = bytes.subarray(start, end);
  const shown = displayPiece(line, encoding.name, limits.diffLineCharsMax);
  const rest = shown.bytesLeft === 0 ? '' : `… (${shown.bytesLeft} more bytes)`;
  if (rest !== '') text.isCut = true;
  const isOpen = text.add(sign + shown.text.replace(/\n$/, '') + rest);
  const isUnended = end === bytes.length && !endsWithLineEnd(line, encoding);
  return isOpen && isUnended ? text.add('\\ No newline at end of file') : isOpen;
}

function linesIn(bytes: Uint8Array): number {
  return countLines(bytes, detectEncoding(bytes));
}

/** Collects lines up to a limit; what is beyond it is replaced by one line that says so. */
class CappedLines {
  /** Whether something is not shown. */
  isCut = false;
  readonly #lines: string[] = [];
  readonly #max: number;
  #isOver = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a line; false, and nothing added, when the limit is reached. */
  add(line: string): boolean {
    this.#isOver = this.#lines.length >= this.#max;
    if (this.#isOver) this.isCut = true;
    else this.#lines.push(line);
    return !this.#isOver;
  }

  toString(): string {
    const lines = this.#isOver
      ? [...this.#lines, `\\ Cut after ${this.#max} lines; the difference goes on.`]
      : this.#lines;
    return lines.map((line) => `${line}\n`).join('');
  }
}
