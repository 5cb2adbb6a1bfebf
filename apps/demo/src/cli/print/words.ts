/** Small pieces of text that several answers share. */
import type { Colors } from '../output.js';
import { visible } from '../visible.js';

/** A path relative to the workspace as people read it; absolute ones stay. */
export function shownPath(path: string): string {
  return visible(path.startsWith('/') || path.startsWith('.') ? path : `./${path}`);
}

export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Bytes as people say them, in steps of 1,024. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1_024 ** step;
  return `${step === 0 ? bytes : value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

/** ISO 8601 in UTC, as the clock on this wall showed it: `2026-03-01 14:05`. */
export function localTime(at: string): string {
  const time = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function shortHash(hash: string | null): string {
  return hash === null ? 'no file'.padEnd(12) : hash.slice(0, 12);
}

/** Rows in columns, each as wide as its widest cell; the last one is folded where the line would be too long. */
export function columns(rows: readonly (readonly string[])[], width: number = Number.POSITIVE_INFINITY): string[] {
  const gap = '  ';
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, widthOf(cell))),
    [],
  );
  const left = widths.slice(0, -1).reduce((sum, one) => sum + one + gap.length, 0);
  // A column of a few letters is harder to read than a line that the terminal breaks.
  const room = width - left >= narrowest ? width - left : Number.POSITIVE_INFINITY;
  return rows.flatMap((row) => {
    const [first = '', ...more] = folded(row.at(-1) ?? '', room);
    const cells = [...row.slice(0, -1), first];
    const line = cells.map((cell, at) => cell + ' '.repeat(Math.max((widths[at] ?? 0) - widthOf(cell), 0))).join(gap);
    return [line.trimEnd(), ...more.map((rest) => ' '.repeat(left) + rest)];
  });
}

const narrowest = 20;

/** A line in pieces of at most `width` characters, broken behind a space where there is one. Colours take no room. */
export function folded(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const [part] of line.matchAll(/\u001b\[\d+m|\s*\S*?(?=\s|\u001b|$)|\s+/gu)) {
    const room = widthOf(part);
    if (used > 0 && used + room > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    let rest = used === 0 && pieces.length > 0 ? part.trimStart() : part;
    for (let letters = Array.from(rest); letters.length > width; letters = Array.from(rest)) {
      pieces.push(letters.slice(0, width).join(''));
      rest = letters.slice(width).join('');
    }
    piece += rest;
    used += widthOf(rest);
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** Notes, rescued versions and replays, which any answer may carry. */
export function remarks(
  answer: { readonly notes?: readonly string[]; readonly rescued?: readonly string[]; readonly replayed?: true },
  colors: Colors,
): string[] {
  const lines = (answer.notes ?? []).map((note) => `${colors.dim('note')}  ${visible(note)}`);
  for (const path of answer.rescued ?? []) lines.push(`${colors.yellow('rescued')}: ${shownPath(path)}`);
  if (answer.replayed === true)
    lines.push(`${colors.dim('note')}  This was answered before; the first answer is told again.`);
  return lines;
}

function widthOf(cell: string): number {
  // Colours take no room.
  return Array.from(cell.replaceAll(/\u001b\[\d+m/g, '')).length;
}
