import type { Block } from '../blocks.js';
import type { CutFile } from '../cut-file.js';
import { displayPiece } from '../display-text.js';
import { limits } from '../limits.js';
import type { Sides } from './block-map.js';
import type { Piece } from './cut-run.js';
import { proseOf } from './prose.js';

/** How a block begins, for people, on one line: a heading without its underline, a table's head without the line below. */
export function firstWords({ bytes, encoding, atoms }: CutFile, { kind, start, end }: Block): string {
  const last = kind === 'heading' || kind === 'table-row' ? start + 1 : end;
  const lines: string[] = [];
  for (let line = start, left: number = limits.labelReadCharsMax; line < last && left > 0; line++) {
    const { start: from, bodyEnd } = atoms[line]!;
    const { text } = displayPiece(bytes.subarray(from, bodyEnd), encoding.name, left);
    lines.push(text);
    left -= text.length;
  }
  return shortened(proseOf(lines.join('\n')));
}

/** What the first differing line says from the first differing word on. */
export function changedWords(pieces: readonly Piece[], sides: Sides, side: keyof Sides): string {
  const { bytes, encoding, atoms } = sides[side].file;
  for (const piece of pieces) {
    for (let line = piece[side].start; line < piece[side].end; line++) {
      const { start, bodyEnd } = atoms[line]!;
      const offset = line - piece[side].start;
      const at = start + wordOffset(piece, offset, sides, side);
      const { text } = displayPiece(bytes.subarray(at, bodyEnd), encoding.name, limits.labelReadCharsMax);
      const words = shortened(text);
      if (words !== '') return words;
    }
  }
  return '';
}

/** Bytes of a line up to the word in which it starts to differ from the line that took or had its place. */
function wordOffset(piece: Piece, offset: number, { before, after }: Sides, side: keyof Sides): number {
  const one = before.file.atoms[piece.before.start + offset];
  const other = after.file.atoms[piece.after.start + offset];
  const isPaired = piece.before.start + offset < piece.before.end && piece.after.start + offset < piece.after.end;
  if (!isPaired || one === undefined || other === undefined || before.file.encoding.unitBytes > 1) return 0;

  const length = Math.min(one.bodyEnd - one.start, other.bodyEnd - other.start);
  let same = 0;
  while (same < length && before.file.bytes[one.start + same] === after.file.bytes[other.start + same]) same++;
  const { bytes } = (side === 'before' ? before : after).file;
  const { start, bodyEnd } = side === 'before' ? one : other;
  if (start + same === bodyEnd) same--;
  while (same > 0 && bytes[start + same - 1] !== 0x20 && bytes[start + same - 1] !== 0x09) same--;
  return Math.max(0, same);
}

function shortened(text: string): string {
  const words = text.replace(/^␌+/, '').replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(words);
  if (characters.length <= limits.labelWordsCharsMax) return words;
  const cut = characters.slice(0, limits.labelWordsCharsMax).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
