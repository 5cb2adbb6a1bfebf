import type { Change } from '../change.js';
import { limits } from '../limits.js';
import type { Range, RangePair } from '../range.js';
import type { ColumnMatch } from './match-columns.js';
import type { TableNames } from './table-names.js';

/** Names rows that came, went or moved: `row 14 (id=A12) added`, `rows 5-6 replaced`, `row 9 (id=A7) moved to row 2`. */
export function nameGap(
  gap: RangePair,
  moves: ReadonlyMap<number, number>,
  movedFrom: ReadonlyMap<number, number>,
  names: TableNames,
): Pick<Change, 'kind' | 'label'> {
  const removed = spanOf(gap.before, (row) => !moves.has(row));
  const added = spanOf(gap.after, (row) => !movedFrom.has(row));
  const words = nameMoves(gap.before, moves, names);
  if (removed !== undefined && added !== undefined) words.push(`${names.rows('after', added)} replaced`);
  else if (added !== undefined) words.push(`${names.rows('after', added)} added`);
  else if (removed !== undefined) words.push(`${names.rows('before', removed)} removed`);
  return { kind: removed === undefined && added === undefined ? 'row-move' : 'row', label: words.join('; ') };
}

/** Names a change of columns, and the rows that came or went with it. */
export function nameReshape(
  { added, removed, moved }: ColumnMatch,
  rows: { readonly added: number; readonly removed: number },
  names: TableNames,
): string {
  const words = [
    added.length > 0 ? `${names.columns('after', added)} added` : '',
    removed.length > 0 ? `${names.columns('before', removed)} removed` : '',
    moved.length > 0
      ? `${names.columns(
          'before',
          moved.map(([column]) => column),
        )} moved`
      : '',
    rows.added > 0 ? `${countOf(rows.added)} added` : '',
    rows.removed > 0 ? `${countOf(rows.removed)} removed` : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}

/** From the first to the last row that is meant. */
function spanOf({ start, end }: Range, isMeant: (row: number) => boolean): Range | undefined {
  let first = start;
  let last = end;
  while (first < last && !isMeant(first)) first++;
  while (last > first && !isMeant(last - 1)) last--;
  return first < last ? { start: first, end: last } : undefined;
}

/** Rows that moved side by side are named together. */
function nameMoves({ start, end }: Range, moves: ReadonlyMap<number, number>, names: TableNames): string[] {
  const words: string[] = [];
  let moved = 0;
  for (let row = start; row < end; row++) {
    const to = moves.get(row);
    if (to === undefined) continue;
    let count = 1;
    while (row + count < end && moves.get(row + count) === to + count) count++;
    const from = names.rows('before', { start: row, end: row + count });
    words.push(`${from} moved to row ${to + 1}`);
    row += count - 1;
    moved += count;
  }
  if (words.length <= limits.csvLabelNamesMax) return words;
  return [`${moved} rows moved`];
}

function countOf(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
