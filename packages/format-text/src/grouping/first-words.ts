import type { Block } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import type { Sides } from './block-map.js';
import type { Piece } from './cut-run.js';
import { proseOf } from './prose.js';

/** How a block begins, for people, on one line: what a reader sees of it, or what stands there where that is nothing. */
export function firstWords(file: CutFile, block: Block): string {
  const text = startOf(file, block);
  return shortened(proseOf(text) || text);
}

/** Whether a reader sees words at the start of a block, and not only marks and tags. */
export function hasWords(file: CutFile, block: Block): boolean {
  return proseOf(startOf(file, block)) !== '';
}

/** The first lines of a block, as far as a label needs them: no underline of a heading, no line below a table's head. */
function startOf(file: CutFile, { kind, start, end }: Block): string {
  const { bytes, encoding, atoms } = file;
  const last = kind === 'heading' || kind === 'table-row' ? start + 1 : end;
  const lines: string[] = [];
  for (let line = start, left: number = limits.labelReadCharsMax; line < last && left > 0; line++) {
    const { start: from, bodyEnd } = atoms.at(line)!;
    const { text } = displayPiece(bytes.subarray(from + indentOf(file, line), bodyEnd), encoding.name, left);
    lines.push(text);
    left -= text.length;
  }
  return lines.join('\n');
}

/** Bytes of blanks that a line starts with; none in wider units, where such a byte may be half of a letter. */
function indentOf({ bytes, encoding, atoms }: CutFile, line: number): number {
  const { start, bodyEnd } = atoms.at(line)!;
  if (encoding.unitBytes > 1) return 0;
  let at = start;
  while (at < bodyEnd && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at - start;
}

/**
 * What the first differing line says: all of it where it is short, else from the first differing word on with `…` before it,
 * or from a word above where the line ends soon.
 */
export function changedWords(pieces: readonly Piece[], sides: Sides, side: keyof Sides): string {
  const { file } = sides[side];
  for (const piece of pieces) {
    for (let line = piece[side].start; line < piece[side].end; line++) {
      const whole = wordsFrom(file, line, indentOf(file, line));
      if (whole === '') continue;
      const offset = whole.endsWith('…') ? wordOffset(piece, line - piece[side].start, sides, side) : 0;
      const changed = offset > 0 ? wordsFrom(file, line, earliestThatFits(file, line, offset)) : '';
      return changed === '' ? whole : `…${changed}`;
    }
  }
  return '';
}

/** The offset, or the one of a word before it from which on the rest of the line still fits into a label. */
function earliestThatFits(file: CutFile, line: number, offset: number): number {
  let earliest = offset;
  for (let at = offset; at > offset - limits.labelReadCharsMax && at > 0; ) {
    if (wordsFrom(file, line, at).endsWith('…')) break;
    earliest = at;
    at = wordStart(file.bytes, file.atoms.starts[line]!, at - 1);
  }
  return earliest;
}

/** The words of a line from a byte offset in it on. */
function wordsFrom({ bytes, encoding, atoms }: CutFile, line: number, offset: number): string {
  const { start, bodyEnd } = atoms.at(line)!;
  return shortened(displayPiece(bytes.subarray(start + offset, bodyEnd), encoding.name, limits.labelReadCharsMax).text);
}

/** Bytes of a line up to the word in which it starts to differ from the line that took or had its place. */
function wordOffset(piece: Piece, offset: number, { before, after }: Sides, side: keyof Sides): number {
  const one = before.file.atoms.at(piece.before.start + offset);
  const other = after.file.atoms.at(piece.after.start + offset);
  const isPaired = piece.before.start + offset < piece.before.end && piece.after.start + offset < piece.after.end;
  if (!isPaired || one === undefined || other === undefined || before.file.encoding.unitBytes > 1) return 0;

  const length = Math.min(one.bodyEnd - one.start, other.bodyEnd - other.start);
  let same = 0;
  while (same < length && before.file.bytes[one.start + same] === after.file.bytes[other.start + same]) same++;
  const { bytes } = (side === 'before' ? before : after).file;
  const { start, bodyEnd } = side === 'before' ? one : other;
  return wordStart(bytes, start, start + same === bodyEnd ? same - 1 : same);
}

/** The offset in a line at which the word starts that a byte is in. */
function wordStart(bytes: Uint8Array, start: number, offset: number): number {
  let at = offset;
  while (at > 0 && bytes[start + at - 1] !== 0x20 && bytes[start + at - 1] !== 0x09) at--;
  return Math.max(0, at);
}

function shortened(text: string): string {
  const words = isTidy(text) ? text : text.replace(/^␌+/, '').replaceAll(/\s+/g, ' ').trim();
  const end = endOfCharacters(words, limits.labelWordsCharsMax);
  if (end === words.length) return words;
  const cut = words.slice(0, end);
  const space = cut.lastIndexOf(' ');
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Whether a text is ASCII and has its spaces one by one between words, as most lines do, so that nothing is to be replaced. */
function isTidy(text: string): boolean {
  let previous = SPACE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || code > 0x7e || (code === SPACE && previous === SPACE)) return false;
    previous = code;
  }
  return previous !== SPACE;
}

const SPACE = 0x20;

/** Where so many characters of a text end; the two halves of a surrogate pair are one. */
function endOfCharacters(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}
