import fc from 'fast-check';
import { latin1 } from './bytes.js';

/** A table as a test thinks of it: raw fields, one character a byte, and how rows end. `D` in a field is its delimiter. */
export interface TableModel {
  readonly hasMark: boolean;
  readonly hasSeparatorLine: boolean;
  readonly delimiter: string;
  readonly rows: readonly RowModel[];
  readonly isEnded: boolean;
}

export interface RowModel {
  readonly cells: readonly string[];
  readonly end: string;
}

export function bytesOf({ hasMark, hasSeparatorLine, delimiter, rows, isEnded }: TableModel): Uint8Array {
  const lines = rows.map(({ cells, end }, at) => {
    const isLast = at === rows.length - 1;
    return cells.map((cell) => cell.replaceAll('D', delimiter)).join(delimiter) + (isLast && !isEnded ? '' : end);
  });
  const head = (hasMark ? '\xef\xbb\xbf' : '') + (hasSeparatorLine ? `sep=${delimiter}\r\n` : '');
  return latin1(head + lines.join(''));
}

const plainCell = fc.constantFrom('', 'a', 'b', 'c', '1', '2', '1.0', '1e0', '007', 'x y', "it's", 'a"b');
const strangeCell = fc.constantFrom(
  '""',
  '"a"',
  '"1"',
  '"xDy"',
  '"x\ny"',
  '"x\r\ny"',
  '"x""y"',
  '"\r"',
  '\xc3\xa9',
  '\xe6\xbc\xa2\xe5\xad\x97',
  '\xef\xbb\xbf',
  '\xef\xbb\xbfa',
  '\xff',
  'a\0b',
);
const anyCell = fc.oneof({ weight: 5, arbitrary: plainCell }, { weight: 2, arbitrary: strangeCell });
const anyEnd = fc.constantFrom('\n', '\r\n', '\r');
const someEnd = fc.oneof({ weight: 6, arbitrary: fc.constant('\n') }, { weight: 1, arbitrary: anyEnd });
const names = ['id', 'name', 'amount', 'note', 'vat', 'net'];

const anyCells = fc.array(anyCell, { minLength: 5, maxLength: 5 });
const fewRows = fc.array(anyCells, { maxLength: 8 });
/** Enough that rows can stay in step behind one that was edited or put in. */
const manyRows = fc.array(anyCells, { minLength: 14, maxLength: 24 });

/** Small tables in which a lot repeats: with and without a header and ids, of all dialects and line ends. */
export const anyTable: fc.Arbitrary<TableModel> = fc
  .record({
    hasMark: fc.boolean(),
    hasSeparatorLine: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    width: fc.integer({ min: 1, max: 5 }),
    hasHeader: fc.boolean(),
    hasIds: fc.boolean(),
    isEnded: fc.boolean(),
    end: anyEnd,
    cells: fc.oneof({ weight: 4, arbitrary: fewRows }, { weight: 1, arbitrary: manyRows }),
  })
  .map(({ width, hasHeader, hasIds, cells, end, ...rest }) => {
    const bodies = cells.map((row, at) => [...(hasIds ? [`k${at}`] : []), ...row].slice(0, width));
    const rows = [...(hasHeader ? [names.slice(0, width)] : []), ...bodies];
    return { ...rest, rows: rows.map((row) => ({ cells: row, end })) };
  });

/** One thing that somebody does to a table. */
export type TableEdit = (table: TableModel) => TableModel;

const place = fc.nat({ max: 1_000 });

const edits: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<TableEdit> }[] = [
  {
    weight: 5,
    arbitrary: fc
      .tuple(place, place, anyCell)
      .map(([row, column, cell]) =>
        editRow(row, ({ cells, end }) => ({ cells: cells.with(column % cells.length, cell), end })),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, fc.array(anyCell, { minLength: 6, maxLength: 6 }), someEnd).map(([at, cells, end]) =>
      editRows((rows) => {
        const width = rows[0]?.cells.length ?? 2;
        return rows.toSpliced(at % (rows.length + 1), 0, { cells: cells.slice(0, width), end });
      }),
    ),
  },
  { weight: 2, arbitrary: place.map((row) => editRows((rows) => rows.toSpliced(row % (rows.length || 1), 1))) },
  { weight: 2, arbitrary: fc.tuple(place, place).map(([from, to]) => editRows((rows) => moved(rows, from, to))) },
  {
    weight: 1,
    arbitrary: fc.tuple(place, anyCell, fc.constantFrom(...names, '')).map(([column, cell, name]) =>
      editRows((rows) =>
        rows.map(({ cells, end }, at) => ({
          cells: cells.toSpliced(column % (cells.length + 1), 0, at === 0 ? name : cell),
          end,
        })),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: place.map((column) =>
      editCells((cells) => (cells.length < 2 ? cells : cells.toSpliced(column % cells.length, 1))),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(place, place).map(([from, to]) => editCells((cells) => moved(cells, from, to))) },
  { weight: 1, arbitrary: fc.constant(editCells((cells) => cells.map(quoted))) },
  { weight: 1, arbitrary: anyEnd.map((end) => editRows((rows) => rows.map((row) => ({ ...row, end })))) },
  { weight: 1, arbitrary: fc.tuple(place, anyEnd).map(([row, end]) => editRow(row, (one) => ({ ...one, end }))) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(place, anyCell)
      .map(([row, cell]) => editRow(row, (one) => ({ ...one, cells: [...one.cells, cell] }))),
  },
  { weight: 1, arbitrary: fc.constant((table) => ({ ...table, isEnded: !table.isEnded })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(',', ';').map((delimiter) => (table: TableModel) => ({ ...table, delimiter })),
  },
  { weight: 1, arbitrary: fc.constant((table) => ({ ...table, hasMark: !table.hasMark })) },
  { weight: 1, arbitrary: fc.constant((table) => ({ ...table, hasSeparatorLine: !table.hasSeparatorLine })) },
];

/** Edits of cells, rows, columns, quotes, line ends and what stands in front; ragged rows too. */
export const anyEdit: fc.Arbitrary<TableEdit> = fc.oneof(...edits);

function editRows(edit: (rows: readonly RowModel[]) => readonly RowModel[]): TableEdit {
  return (table) => ({ ...table, rows: edit(table.rows) });
}

function editRow(at: number, edit: (row: RowModel) => RowModel): TableEdit {
  return editRows((rows) => (rows.length === 0 ? rows : rows.with(at % rows.length, edit(rows[at % rows.length]!))));
}

function editCells(edit: (cells: readonly string[]) => readonly string[]): TableEdit {
  return editRows((rows) => rows.map(({ cells, end }) => ({ cells: edit(cells), end })));
}

function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (list.length === 0) return list;
  const [one] = list.slice(from % list.length);
  return list.toSpliced(from % list.length, 1).toSpliced(to % list.length, 0, one!);
}

function quoted(cell: string): string {
  return cell.startsWith('"') ? cell : `"${cell.replaceAll('"', '""')}"`;
}
