import { align, type Keys } from '../align/align.js';
import type { Anchor } from '../align/anchors.js';
import { longestIncreasing } from '../align/longest-increasing.js';
import { type Atom, Atoms } from '../atoms.js';
import type { CutFile } from '../cut-file.js';
import { internBodies } from '../intern.js';
import { limits } from '../limits.js';
import { lengthOf, type Range, type RangePair } from '../range.js';
import { sameSlices } from './compare-rows.js';
import { chooseKey, type Key } from './key-column.js';
import type { ColumnMatch } from './match-columns.js';
import type { Sheet, Sheets } from './read-sheets.js';
import { RowTexts } from './row-texts.js';
import { runsOutOfStep } from './rows-in-step.js';
import { SimilarRows } from './similar-rows.js';

/** Which row of before is which of after. */
export interface RowMatch {
  /** For each row of before, its row of after, or -1. Increasing where set. */
  readonly partners: Int32Array;
  /** For each row of before 1 where it is known to be equal to its partner, line ends aside. */
  readonly sameBodies: Uint8Array;
  /** Rows without a partner that occur on both sides: they moved from the one place to the other. */
  readonly moves: ReadonlyMap<number, number>;
  /** The rows of before among them whose cells differ, too. */
  readonly editedMoves: ReadonlySet<number>;
  /** The column of both sides whose values name rows. */
  readonly key: Anchor | undefined;
  /** True where rows were too many to compare each with each. */
  readonly isCoarse: boolean;
}

/**
 * Matches rows: headers with each other, then equal rows in order (quoting aside, and only in kept columns), then what
 * differs by the key column, then rows that are alike in most cells. What is left but occurs on both sides has moved.
 */
export function matchRows(sheets: Sheets, columns: ColumnMatch): RowMatch {
  const texts = new RowTexts(sheets, columns);
  const { runs, sameBodies } = differingRuns(sheets, columns, texts);
  const partners = pairOutside(runs, sheets);
  const key = chooseKey(sheets, columns.kept, runs);
  const similar = new SimilarRows(sheets, columns.kept);
  for (const run of runs) {
    const anchors = anchorsByKey(run, key);
    for (const [from, to] of anchors) partners[from] = to;
    for (const gap of gapsBetween(anchors, run)) {
      const unkeyed = {
        before: rowsIn(gap.before).filter((row) => key?.partners.has(row) !== true),
        after: rowsIn(gap.after).filter((row) => key?.taken.has(row) !== true),
      };
      for (const [from, to] of similar.pair(unkeyed.before, unkeyed.after)) partners[from] = to;
    }
  }
  const moves = movesIn(runs, partners, texts, key);
  const edited = [...moves].filter(([from, to]) => texts.textOf('before', from) !== texts.textOf('after', to));
  const editedMoves = new Set(edited.map(([from]) => from));
  return { partners, sameBodies, moves, editedMoves, key: key?.column, isCoarse: similar.gaveUp };
}

/**
 * The rows that differ, headers aside, as runs of row indexes: by their bytes, then inside of runs by their texts. Where
 * columns came or went, by their texts alone.
 */
function differingRuns(
  sheets: Sheets,
  { isReshaped }: ColumnMatch,
  texts: RowTexts,
): { runs: RangePair[]; sameBodies: Uint8Array } {
  const start = sheets.hasHeader ? 1 : 0;
  const { before, after } = { before: sheets.before.table, after: sheets.after.table };
  const all = { before: { start, end: before.rowCount }, after: { start, end: after.rowCount } };
  const alignTexts = (runs: readonly RangePair[]): RangePair[] => alignEach(runs, (run) => internTexts(run, texts));
  const sameBodies = new Uint8Array(before.rowCount);
  if (isReshaped) return { runs: alignTexts([all]), sameBodies };
  const outOfStep = runsOutOfStep(all, (from, to) =>
    sameSlices({ before: before.body(from), after: after.body(to) }, sheets),
  );
  const byBytes = alignEach(outOfStep, (run) =>
    internBodies(cutRows(sheets.before, run.before), cutRows(sheets.after, run.after)),
  );
  sameBodies.fill(1, start);
  for (const run of byBytes) sameBodies.fill(0, run.before.start, run.before.end);
  return { runs: alignTexts(byBytes), sameBodies };
}

/** Aligns inside of each run; all share one budget. */
function alignEach(runs: readonly RangePair[], keysOf: (run: RangePair) => Keys): RangePair[] {
  let effortLeft: number = limits.alignEffortMax;
  return runs.flatMap((run) => {
    if (lengthOf(run.before) === 0 || lengthOf(run.after) === 0) return [run];
    const aligned = align(keysOf(run), effortLeft);
    effortLeft -= aligned.effortSpent;
    return shiftBy(run, aligned.runs);
  });
}

/** The rows as atoms. */
function cutRows({ bytes, encoding, table }: Sheet, { start, end }: Range): CutFile {
  const atoms: Atom[] = [];
  for (let row = start; row < end; row++) {
    atoms.push({ start: table.rowStart(row), bodyEnd: table.bodyEnd(row), end: table.rowStart(row + 1) });
  }
  return { bytes, encoding, atoms: Atoms.from(atoms) };
}

function internTexts(run: RangePair, texts: RowTexts): Keys {
  const numbers = new Map<string, number>();
  const intern = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const blank = intern('');
  const before = Int32Array.from(rowsIn(run.before), (row) => intern(texts.textOf('before', row)));
  const after = Int32Array.from(rowsIn(run.after), (row) => intern(texts.textOf('after', row)));
  return { before, after, keyCount: numbers.size, isBlank: (key) => key === blank };
}

function shiftBy({ before, after }: RangePair, runs: readonly RangePair[]): RangePair[] {
  return runs.map((run) => ({ before: shifted(run.before, before.start), after: shifted(run.after, after.start) }));
}

function shifted({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

/** Pairs the rows outside of runs one to one, headers included. */
function pairOutside(runs: readonly RangePair[], { before }: Sheets): Int32Array {
  const partners = new Int32Array(before.table.rowCount).fill(-1);
  let from = 0;
  let to = 0;
  const pairUpTo = (end: number): void => {
    while (from < end) partners[from++] = to++;
  };
  for (const run of runs) {
    pairUpTo(run.before.start);
    from = run.before.end;
    to = run.after.end;
  }
  pairUpTo(partners.length);
  return partners;
}

function anchorsByKey(run: RangePair, key: Key | undefined): Anchor[] {
  const pairs = rowsIn(run.before).flatMap((from): Anchor[] => {
    const to = key?.partners.get(from);
    return to === undefined || to < run.after.start || to >= run.after.end ? [] : [[from, to]];
  });
  return longestIncreasing(pairs);
}

function gapsBetween(anchors: readonly Anchor[], { before, after }: RangePair): RangePair[] {
  const starts = [[before.start - 1, after.start - 1] as const, ...anchors];
  const ends = [...anchors, [before.end, after.end] as const];
  return starts.map(([from, to], at) => ({
    before: { start: from + 1, end: ends[at]![0] },
    after: { start: to + 1, end: ends[at]![1] },
  }));
}

/** Rows without a partner that have the same key on both sides, or the same cells and no double. */
function movesIn(
  runs: readonly RangePair[],
  partners: Int32Array,
  texts: RowTexts,
  key: Key | undefined,
): Map<number, number> {
  const rows = {
    before: runs.flatMap(({ before }) => rowsIn(before)),
    after: runs.flatMap(({ after }) => rowsIn(after)),
  };
  const paired = new Set(rows.before.map((row) => partners[row]));
  const moves = new Map<number, number>();
  for (const row of rows.before) {
    const to = key?.partners.get(row);
    if (to !== undefined && partners[row] === -1) moves.set(row, to);
  }
  const arrived = new Set(moves.values());
  const left = {
    before: rows.before.filter((row) => partners[row] === -1 && !moves.has(row)),
    after: rows.after.filter((row) => !paired.has(row) && !arrived.has(row)),
  };
  const places = singles(left.after, (row) => texts.textOf('after', row));
  for (const [text, row] of singles(left.before, (one) => texts.textOf('before', one))) {
    const to = places.get(text);
    if (to !== undefined && text !== '') moves.set(row, to);
  }
  return moves;
}

/** The rows whose text no other has. */
function singles(rows: readonly number[], textOf: (row: number) => string): Map<string, number> {
  const places = new Map<string, number>();
  const doubles = new Set<string>();
  for (const row of rows) {
    const text = textOf(row);
    if (places.has(text)) doubles.add(text);
    else places.set(text, row);
  }
  for (const text of doubles) places.delete(text);
  return places;
}

function rowsIn({ start, end }: Range): number[] {
  return Array.from({ length: end - start }, (_, k) => start + k);
}
