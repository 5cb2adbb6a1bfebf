import type { Change } from '../change.js';
import { limits } from '../limits.js';
import type { Range, RangePair } from '../range.js';
import type { ColumnMatch } from './match-columns.js';
import type { TableNames } from './table-names.js';

/** Where rows that are on both sides moved from and to, and which of them were edited. */
export interface Moves {
  /** From rows of before to rows of after. */
  readonly moves: ReadonlyMap<number, number>;
  /** The rows of before among them. */
  readonly editedMoves: ReadonlySet<number>;
}

/** How many rows moved, and how many of them were edited too. */
export interface MoveCounts {
  readonly moved: number;
  readonly edited: number;
}

/** Kind and label; and the counts where rows only moved. */
export interface GapWords extends Pick<Change, 'kind' | 'label'> {
  readonly moved?: MoveCounts;
}

/**
 * Names rows that came, went or moved: `row 14 (id=A12) added`, `rows 5-6 replaced by rows 5-9`, `row 9 (id=A7) moved to
 * row 2`. Only where nothing else happened the kind is `row-move`.
 */
export function nameGap(
  gap: RangePair,
  moved: Moves,
  movedFrom: ReadonlyMap<number, number>,
  names: TableNames,
): GapWords {
  const removed = spanOf(gap.before, (row) => !moved.moves.has(row));
  const added = spanOf(gap.after, (row) => !movedFrom.has(row));
  const { words, counts } = nameMoves(gap.before, moved, names);
  if (removed !== undefined && added !== undefined) words.push(nameReplaced(removed, added, names));
  else if (added !== undefined) words.push(`${names.rows('after', added)} added`);
  else if (removed !== undefined) words.push(`${names.rows('before', removed)} removed`);
  const isMove = removed === undefined && added === undefined;
  const kind = isMove && counts.edited === 0 ? 'row-move' : 'row';
  return { kind, label: words.join('; '), ...(isMove ? { moved: counts } : {}) };
}

function nameReplaced(removed: Range, added: Range, names: TableNames): string {
  const [old, replacement] = [names.rows('before', removed), names.rows('after', added)];
  return old === replacement ? `${old} replaced` : `${old} replaced by ${replacement}`;
}

/** Names a change of columns, and the rows that came or went with it. */
export function nameReshape(
  { added, removed, moved }: ColumnMatch,
  rows: { readonly added: number; readonly removed: number; readonly editedCells: number },
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
    rows.editedCells > 0 ? `${rows.editedCells === 1 ? '1 cell' : `${rows.editedCells} cells`} edited` : '',
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
function nameMoves(
  { start, end }: Range,
  { moves, editedMoves }: Moves,
  names: TableNames,
): { words: string[]; counts: MoveCounts } {
  const words: string[] = [];
  let moved = 0;
  let edited = 0;
  for (let row = start; row < end; row++) {
    const to = moves.get(row);
    if (to === undefined) continue;
    const isEdited = editedMoves.has(row);
    let count = 1;
    while (row + count < end && moves.get(row + count) === to + count && editedMoves.has(row + count) === isEdited)
      count++;
    const from = names.rows('before', { start: row, end: row + count });
    words.push(`${from} moved to row ${to + 1}${isEdited ? ' and edited' : ''}`);
    row += count - 1;
    moved += count;
    if (isEdited) edited += count;
  }
  const counts = { moved, edited };
  return { words: words.length <= limits.csvLabelNamesMax ? words : [movesInWords(counts)], counts };
}

/** `50 rows moved, 3 of them edited`. */
export function movesInWords({ moved, edited }: MoveCounts): string {
  return edited === 0 ? `${countOf(moved)} moved` : `${countOf(moved)} moved, ${edited} of them edited`;
}

function countOf(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
