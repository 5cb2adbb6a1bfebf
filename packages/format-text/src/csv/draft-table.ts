import type { ChangePart } from '../change.js';
import { describeLineEnds } from '../labels.js';
import { isEmptyPair, lengthOf, type Range, type RangePair } from '../range.js';
import { compareRows, sameSlices } from './compare-rows.js';
import { DraftCells } from './draft-cells.js';
import type { DraftId, Drafts } from './drafts.js';
import { nameGap, nameReshape } from './gap-names.js';
import type { ColumnMatch } from './match-columns.js';
import type { RowMatch } from './match-rows.js';
import { comparableAt, isFull, type Sheet, type Sheets } from './read-sheets.js';
import { TableNames } from './table-names.js';

/**
 * Drafts the changes of two matched tables: from the first row to the last, each pair of rows and each gap between two
 * pairs. Where columns came, went or moved, all that depends on them is one change: their fields, and every row that came
 * or went, as it has the columns of one side. Cells of kept columns stay apart.
 */
export class TableDraft {
  readonly #sheets: Sheets;
  readonly #columns: ColumnMatch;
  readonly #rows: RowMatch;
  readonly #names: TableNames;
  readonly #drafts: Drafts;
  readonly #cells: DraftCells;
  readonly #lineEnds: RangePair[] = [];
  readonly #reshaped: ChangePart[] = [];
  readonly #reshapedRows = { added: 0, removed: 0, editedCells: 0 };
  readonly #movedFrom: ReadonlyMap<number, number>;
  /** The draft of each gap that a moved row came to, by its row of after. */
  readonly #arrivals = new Map<number, DraftId>();
  /** The draft of each gap that a moved row left, by its row of after. */
  readonly #departures = new Map<number, DraftId>();

  constructor(sheets: Sheets, columns: ColumnMatch, rows: RowMatch, drafts: Drafts) {
    this.#sheets = sheets;
    this.#columns = columns;
    this.#rows = rows;
    this.#names = new TableNames(sheets, rows.key);
    this.#drafts = drafts;
    this.#cells = new DraftCells(sheets);
    this.#movedFrom = new Map([...rows.moves].map(([from, to]) => [to, from]));
  }

  /** Drafts everything; says whether a limit made some change larger. */
  draft(): { coarse: boolean } {
    const { before, after } = this.#sheets;
    this.#draftSeparatorLine();
    let from = 0;
    let to = 0;
    this.#rows.partners.forEach((partner, row) => {
      if (partner === -1) return;
      if (from < row || to < partner) {
        this.#draftGap({ before: { start: from, end: row }, after: { start: to, end: partner } });
      }
      if (this.#rows.sameBodies[row] === 0 || !this.#haveSameEnds(row, partner)) this.#draftPair(row, partner);
      from = row + 1;
      to = partner + 1;
    });
    this.#draftGap({
      before: { start: from, end: before.table.rowCount },
      after: { start: to, end: after.table.rowCount },
    });
    for (const [row, departure] of this.#departures) this.#drafts.link(departure, this.#arrivals.get(row)!);

    if (this.#reshaped.length > 0) {
      this.#drafts.add('column', nameReshape(this.#columns, this.#reshapedRows, this.#names), this.#reshaped);
    }
    this.#cells.draft(this.#names, this.#drafts);
    this.#draftLineEnds();
    return { coarse: this.#cells.areMany || this.#rows.isCoarse };
  }

  #haveSameEnds(rowBefore: number, rowAfter: number): boolean {
    const { before, after } = this.#sheets;
    const [from, to] = [before.table.bodyEnd(rowBefore), after.table.bodyEnd(rowAfter)];
    const length = before.table.rowStart(rowBefore + 1) - from;
    if (after.table.rowStart(rowAfter + 1) - to !== length) return false;
    for (let at = 0; at < length; at++) if (before.bytes[from + at] !== after.bytes[to + at]) return false;
    return true;
  }

  /** The line `sep=;` in front of the rows. */
  #draftSeparatorLine(): void {
    const { before, after } = this.#sheets;
    const lines = { before: separatorOf(before), after: separatorOf(after) };
    if (before.separatorLine === undefined || after.separatorLine === undefined) {
      const whole = { before: lines.before.whole, after: lines.after.whole };
      const what = before.separatorLine === undefined ? 'added' : 'removed';
      if (!isEmptyPair(whole)) this.#drafts.add('row', `separator line ${what}`, [whole]);
      return;
    }
    const body = { before: lines.before.body, after: lines.after.body };
    if (!sameSlices(body, this.#sheets)) this.#drafts.add('row', 'separator line', [body]);
    const hasRows = { before: before.table.rowCount > 0, after: after.table.rowCount > 0 };
    const ends = { before: lines.before.lineEnd, after: lines.after.lineEnd };
    if (!sameSlices(ends, this.#sheets) && !this.#draftTornEnd(ends, hasRows)) this.#lineEnds.push(ends);
  }

  #draftGap(gap: RangePair): void {
    if (isEmptyPair(gap)) return;
    const { before, after } = this.#sheets;
    const part = {
      before: { start: before.table.rowStart(gap.before.start), end: before.table.rowStart(gap.before.end) },
      after: { start: after.table.rowStart(gap.after.start), end: after.table.rowStart(gap.after.end) },
    };
    if (this.#columns.isReshaped) {
      this.#reshaped.push(part);
      this.#reshapedRows.added += lengthOf(gap.after);
      this.#reshapedRows.removed += lengthOf(gap.before);
      return;
    }
    const { kind, label, moved } = nameGap(gap, this.#rows, this.#movedFrom, this.#names);
    const draft = this.#drafts.add(kind, label, [part], moved);
    for (let row = gap.before.start; row < gap.before.end; row++) {
      const to = this.#rows.moves.get(row);
      if (to !== undefined) this.#departures.set(to, draft);
    }
    for (let row = gap.after.start; row < gap.after.end; row++) {
      if (this.#movedFrom.has(row)) this.#arrivals.set(row, draft);
    }
  }

  #draftPair(before: number, after: number): void {
    const tables = { before: this.#sheets.before.table, after: this.#sheets.after.table };
    const rows = { before: tables.before.row(before), after: tables.after.row(after) };
    if (sameSlices(rows, this.#sheets)) return;
    const ends = { before: tables.before.lineEnd(before), after: tables.after.lineEnd(after) };
    const isFollowed = { before: before < tables.before.rowCount - 1, after: after < tables.after.rowCount - 1 };
    const differences = compareRows(this.#sheets, this.#columns, before, after);
    this.#reshapedRows.editedCells += this.#editedMovedCells(before, after);
    const hasOwnEnds = !sameSlices(ends, this.#sheets) && !this.#draftTornEnd(ends, isFollowed);
    const last = differences.at(-1);
    const takesEnds = hasOwnEnds && last !== undefined && startsWithEnds(last.bytes, ends);
    for (const difference of differences) {
      const part = takesEnds && difference === last ? throughEnds(last.bytes, ends) : difference.bytes;
      if (difference.what === 'reshape') this.#reshaped.push(part);
      else if (difference.what === 'cell') this.#cells.add(before, after, difference, part);
      else {
        const counts = `${tables.before.fieldCount(before)} to ${tables.after.fieldCount(after)} fields`;
        this.#drafts.add('row', `${this.#names.row('after', after)}, ${counts}`, [part]);
      }
    }
    if (hasOwnEnds && !takesEnds) this.#lineEnds.push(ends);
  }

  /** Cells of moved columns move with them, but that one was edited too must be said. */
  #editedMovedCells(rowBefore: number, rowAfter: number): number {
    const { before, after } = this.#sheets;
    if (!isFull(before, rowBefore) || !isFull(after, rowAfter)) return 0;
    return this.#columns.moved.filter(
      ([from, to]) => comparableAt(before, rowBefore, from) !== comparableAt(after, rowAfter, to),
    ).length;
  }

  /**
   * Where rows follow on one side only, and only this side has the line end in front of them, it comes and goes with them:
   * its part starts where theirs starts. Says whether that is so.
   */
  #draftTornEnd(ends: RangePair, isFollowed: { readonly before: boolean; readonly after: boolean }): boolean {
    const isOneSided = (lengthOf(ends.before) === 0) !== (lengthOf(ends.after) === 0);
    const isTorn = isOneSided && isFollowed.before !== isFollowed.after;
    if (isTorn) this.#drafts.add('eol', '', [ends]);
    return isTorn;
  }

  #draftLineEnds(): void {
    if (this.#lineEnds.length === 0) return;
    const { label } = describeLineEnds(
      this.#lineEnds.map((bytes) => ({ bytes })),
      this.#sheets,
    );
    this.#drafts.add('eol', label, this.#lineEnds);
  }
}

function separatorOf({ separatorLine, encoding }: Sheet): { whole: Range; body: Range; lineEnd: Range } {
  const whole = separatorLine?.bytes ?? { start: encoding.bomBytes, end: encoding.bomBytes };
  const bodyEnd = separatorLine?.bodyEnd ?? whole.end;
  return { whole, body: { start: whole.start, end: bodyEnd }, lineEnd: { start: bodyEnd, end: whole.end } };
}

/** An empty field at the end of a row starts where the line end starts, so they cannot be decided apart. */
function startsWithEnds(part: ChangePart, ends: RangePair): boolean {
  return part.before.start === ends.before.start || part.after.start === ends.after.start;
}

function throughEnds(part: ChangePart, ends: RangePair): ChangePart {
  return {
    before: { start: part.before.start, end: ends.before.end },
    after: { start: part.after.start, end: ends.after.end },
  };
}
