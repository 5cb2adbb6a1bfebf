import { VerbatimError } from '@verbatim/core';
import { type Comparison, compare } from './compare.js';
import { cutWholeLines } from './cut-lines.js';
import { displayLine, displayPiece } from './display-text.js';
import { detectEncoding } from './encoding.js';
import { type Hunk, type HunkLine, hunkHeader, hunksOf, linesOfHunk } from './hunks.js';
import { limits } from './limits.js';
import { countLines, endsWithLineEnd } from './line-ends.js';
import { lengthOf } from './range.js';
import { sameBytes } from './same-bytes.js';

export interface UnifiedDiffOptions {
  readonly beforeName: string;
  readonly afterName: string;
  /** Unchanged lines around each hunk. Default 3. */
  readonly context?: number;
  /** Where to begin; `next` of an answer says where that left off. Default the first line of the first hunk. */
  readonly from?: DiffPlace;
  /** Hunks to show at most. Default all. */
  readonly hunksMax?: number;
  /** Lines of text at most, headers included, notes about cuts not. Default `diffLinesMax`. */
  readonly linesMax?: number;
  /** Bytes of text at most, in UTF-8, counted as `linesMax` is. Default `diffBytesMax`. */
  readonly bytesMax?: number;
}

/** A place in a diff: a hunk, and a line below its header, both from 1. */
export interface DiffPlace {
  readonly hunk: number;
  readonly line: number;
}

export interface UnifiedDiff {
  /** Lines, each with LF; empty where nothing differs. */
  readonly text: string;
  /** Lines of the whole difference, whatever the text shows of it. */
  readonly added: number;
  readonly removed: number;
  /** Hunks of the whole difference. */
  readonly hunks: number;
  /** True where `text` does not show the whole difference; where it was cut, the text says so. */
  readonly truncated: boolean;
  /** Where the text left off: ask again with it as `from`. Absent where nothing follows. */
  readonly next?: DiffPlace;
}

/**
 * Writes the difference of two files as a unified diff, for reading: undecodable bytes and control characters are escaped as
 * in `displayText`, long lines and long diffs are cut and say so. Texts with nothing to escape and no long line make a patch
 * that other tools apply. `undefined` is a file that does not exist, and is named `/dev/null`. A text always shows at least
 * one line, and the texts that follow each other by `next` show every line once. Decisions go through `compose`, never this.
 * Throws `VERBATIM_CALL_INVALID` for a place below 1.
 */
export function unifiedDiff(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  options: UnifiedDiffOptions,
): UnifiedDiff {
  const bytes = { before: before ?? new Uint8Array(), after: after ?? new Uint8Array() };
  const isSameKind = (before === undefined) === (after === undefined);
  if (isSameKind && sameBytes(bytes.before, bytes.after)) {
    return { text: '', added: 0, removed: 0, hunks: 0, truncated: false };
  }
  const names = {
    before: before === undefined ? '/dev/null' : displayLine(options.beforeName),
    after: after === undefined ? '/dev/null' : displayLine(options.afterName),
  };
  const comparison = compare(bytes.before, bytes.after, cutWholeLines);
  if (comparison.kind === 'whole' && comparison.cause === 'binary') {
    const text = `Binary files ${names.before} and ${names.after} differ\n`;
    return { text, added: 0, removed: 0, hunks: 0, truncated: true };
  }
  const headers = [`--- ${names.before}`, `+++ ${names.after}`];
  if (comparison.kind === 'whole') {
    const text = joinLines([...headers, `\\ ${comparison.reason} Its lines are not compared here.`]);
    const lines = (side: Uint8Array) => countLines(side, detectEncoding(side));
    return { text, added: lines(bytes.after), removed: lines(bytes.before), hunks: 0, truncated: true };
  }

  const { lines, ...shown } = showHunks(comparison, headers, options);
  const total = (side: 'before' | 'after') => comparison.runs.reduce((sum, run) => sum + lengthOf(run[side]), 0);
  return { text: joinLines(lines), added: total('after'), removed: total('before'), ...shown };
}

/** Shows hunks as far as they fit, and cuts inside a hunk only where it does not fit into a text of its own. */
function showHunks(comparison: Comparison, headers: readonly string[], options: UnifiedDiffOptions) {
  const hunks = hunksOf(comparison, options.context ?? limits.diffContextLines);
  const { hunk: first, line: firstLine } = options.from ?? { hunk: 1, line: 1 };
  if (first < 1 || firstLine < 1) {
    throw new VerbatimError('VERBATIM_CALL_INVALID', 'The hunks of a diff and their lines are counted from 1.');
  }
  const last = Math.min(hunks.length, first + (options.hunksMax ?? hunks.length) - 1);
  const room = new Room(options.linesMax ?? limits.diffLinesMax, options.bytesMax ?? limits.diffBytesMax);
  room.take(headers);

  const lines = [...headers];
  let hasCutLine = false;
  let place: DiffPlace = { hunk: first, line: firstLine };
  for (; place.hunk <= last; place = { hunk: place.hunk + 1, line: 1 }) {
    const hunk = hunks[place.hunk - 1]!;
    const shown = renderHunk(hunk, comparison, place.line, room);
    if (shown.cutAt !== undefined && place.hunk > first) break;
    if (place.line > 1) lines.push(`\\ From line ${nameOf(place, hunks)}: ${hunkHeader(hunk)}`);
    for (const line of shown.lines) lines.push(line);
    hasCutLine ||= shown.hasCutLine;
    if (shown.cutAt !== undefined) {
      place = { hunk: place.hunk, line: shown.cutAt };
      break;
    }
  }

  const isAtEnd = place.hunk > hunks.length;
  if (!isAtEnd) lines.push(`\\ Cut here. The difference goes on at line ${nameOf(place, hunks)}.`);
  const truncated = !isAtEnd || first > 1 || firstLine > 1 || hasCutLine;
  return { lines, hunks: hunks.length, truncated, ...(isAtEnd ? {} : { next: place }) };
}

function nameOf({ hunk, line }: DiffPlace, hunks: readonly Hunk[]): string {
  return `${line} of hunk ${hunk} of ${hunks.length}`;
}

/** Renders a hunk from one of its lines on, and takes the room for it; at least one line. `cutAt` is the first without room. */
function renderHunk(hunk: Hunk, comparison: Comparison, firstLine: number, room: Room) {
  const lines: string[] = [];
  let hasCutLine = false;
  let at = 0;
  for (const line of linesOfHunk(hunk, comparison)) {
    if (++at < firstLine) continue;
    const rendered = renderLine(line);
    const piece = at === 1 ? [hunkHeader(hunk), ...rendered.lines] : rendered.lines;
    if (!room.take(piece) && lines.length > 0) return { lines, hasCutLine, cutAt: at };
    lines.push(...piece);
    hasCutLine ||= rendered.isCut;
  }
  return { lines, hasCutLine };
}

function renderLine({ sign, file: { bytes, encoding, atoms }, index }: HunkLine) {
  const { start, end } = atoms.at(index)!;
  const line = bytes.subarray(start, end);
  const { text, bytesLeft } = displayPiece(line, encoding.name, limits.diffLineCharsMax);
  const isCut = bytesLeft > 0;
  const shown = sign + text.replace(/\n$/, '') + (isCut ? `… (${bytesLeft} more bytes)` : '');
  const isUnended = end === bytes.length && !endsWithLineEnd(line, encoding);
  return { lines: isUnended ? [shown, '\\ No newline at end of file'] : [shown], isCut };
}

/** What is left of the limits of one text. */
class Room {
  #lines: number;
  #bytes: number;

  constructor(lines: number, bytes: number) {
    this.#lines = lines;
    this.#bytes = bytes;
  }

  /** Takes the room of these lines; false where there is not enough. */
  take(lines: readonly string[]): boolean {
    this.#lines -= lines.length;
    this.#bytes -= new TextEncoder().encode(joinLines(lines)).length;
    return this.#lines >= 0 && this.#bytes >= 0;
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
