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

/** Rows in columns, each as wide as its widest cell; the last one stays ragged. */
export function columns(rows: readonly (readonly string[])[], gap: string = '  '): string[] {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, widthOf(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join(gap)
      .trimEnd(),
  );
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
