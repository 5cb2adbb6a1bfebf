import { align } from '../changes/align.js';
import type { Comparison } from '../changes/comparison.js';
import { limits } from '../limits.js';
import { comparedText, type Side } from '../package/side.js';
import { readCellFormats } from './cell-formats.js';
import { compareSheets, describeCell } from './compare-sheets.js';
import { cellName } from './references.js';
import { readSharedStrings, sharedStringsPart } from './shared-strings.js';
import { SheetRows } from './sheet-rows.js';
import { readSheets, type Sheet } from './workbook.js';

type SheetPair = readonly [old: Sheet | undefined, sheet: Sheet | undefined];

/** Compares sheets by their names, then their ids: which came, went, moved or were renamed, then cell by cell. */
export function compareWorkbooks(comparison: Comparison): void {
  const { before, after, changes } = comparison;
  const strings = { before: once(() => stringsOf(before)), after: once(() => stringsOf(after)) };
  const formats = { before: once(() => readCellFormats(before)), after: once(() => readCellFormats(after)) };
  const areStringsSame = sameStrings(comparison);
  const sheets = { before: readSheets(before.pack, before.main), after: readSheets(after.pack, after.main) };
  const pairs = matchSheets(sheets.before, sheets.after);
  const moved = movedSheets(pairs, sheets.before);
  for (const [old, sheet] of pairs) {
    if (sheet === undefined) {
      changes.add('sheet', `sheet ${old!.name} removed`, [
        { before: textOf(comparison, before, old!, strings.before), after: '' },
      ]);
      comparison.tell(old!.entry, undefined);
      continue;
    }
    if (old === undefined) {
      changes.add('sheet', `sheet ${sheet.name} added`, [
        { before: '', after: textOf(comparison, after, sheet, strings.after) },
      ]);
      comparison.tell(undefined, sheet.entry);
      continue;
    }
    if (old.name !== sheet.name) {
      changes.add('sheet', `sheet ${old.name} renamed to ${sheet.name}`, [{ before: old.name, after: sheet.name }]);
    }
    if (moved.has(sheet)) {
      const places = { before: placeOf(old, sheets.before), after: placeOf(sheet, sheets.after) };
      changes.add('sheet', `sheet ${sheet.name} moved`, [places]);
    }
    const { entry: one } = old;
    const { entry: other } = sheet;
    if (one === undefined || other === undefined || old.kind !== 'worksheet' || sheet.kind !== 'worksheet') continue;
    if (!comparison.isFirstLook(one, other)) continue;
    // A cell may change although its sheet does not, when the shared text that it points to does.
    if (areStringsSame && comparison.isSame(one, other)) {
      comparison.tell(one, other);
      continue;
    }
    comparison.compareContent(one, other, () => {
      const rows = {
        before: new SheetRows(comparedText(before, one), one.name, strings.before()),
        after: new SheetRows(comparedText(after, other), other.name, strings.after()),
      };
      compareSheets(sheet.name, rows, { before: formats.before(), after: formats.after() }, changes);
    });
  }
}

/** By name, then by id; what is left of before comes last. */
function matchSheets(before: readonly Sheet[], after: readonly Sheet[]): readonly SheetPair[] {
  const byName = new Map(before.map((sheet) => [sheet.name, sheet]));
  const left = new Set(before);
  const found = new Map<Sheet, Sheet>();
  const take = (sheet: Sheet, old: Sheet | undefined): void => {
    if (old !== undefined && !found.has(sheet) && left.delete(old)) found.set(sheet, old);
  };
  for (const sheet of after) take(sheet, byName.get(sheet.name));
  const byId = new Map([...left].map((sheet) => [sheet.id, sheet]));
  for (const sheet of after) take(sheet, byId.get(sheet.id));
  return [
    ...after.map((sheet): SheetPair => [found.get(sheet), sheet]),
    ...[...left].map((old): SheetPair => [old, undefined]),
  ];
}

/** Those that are not where the order of the others leaves them: as few as can be. */
function movedSheets(pairs: readonly SheetPair[], before: readonly Sheet[]): ReadonlySet<Sheet> {
  const matched = pairs.filter(([old, sheet]) => old !== undefined && sheet !== undefined);
  const places = new Map(before.map((sheet, at) => [sheet, at]));
  const olds = matched.map(([old]) => `${places.get(old!)}`);
  const inOrder = olds.toSorted((one, other) => Number(one) - Number(other));
  const inPlace = new Set(align(inOrder, olds).equal.map(([, at]) => at));
  return new Set(matched.flatMap(([, sheet], at) => (inPlace.has(at) ? [] : [sheet!])));
}

function placeOf(sheet: Sheet, sheets: readonly Sheet[]): string {
  return `tab ${sheets.indexOf(sheet) + 1} of ${sheets.length}`;
}

function stringsOf({ pack, main }: Side): readonly string[] {
  const entry = sharedStringsPart(pack, main);
  return entry === undefined ? [] : readSharedStrings(pack, entry);
}

/** Works it out when it is first needed, which it may never be. */
function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: work() }).value;
}

function sameStrings(comparison: Comparison): boolean {
  const one = sharedStringsPart(comparison.before.pack, comparison.before.main);
  const other = sharedStringsPart(comparison.after.pack, comparison.after.main);
  return one === undefined || other === undefined ? one === other : comparison.isSame(one, other);
}

/** The first cells of a sheet that came or went. */
function textOf(comparison: Comparison, side: Side, { entry, kind }: Sheet, strings: () => readonly string[]): string {
  if (entry === undefined || kind !== 'worksheet' || entry.size > limits.comparedPartBytesMax) return '[sheet]';
  if (!comparison.isFirstLook(entry)) return '[sheet]';
  const shown: string[] = [];
  for (const { number, cells } of new SheetRows(comparedText(side, entry), entry.name, strings()).rows()) {
    for (const cell of cells) {
      if (shown.length === limits.shownCellsMax) return [...shown, '…'].join('\n');
      shown.push(`${cellName({ row: number, column: cell.column })}: ${describeCell(cell)}`);
    }
  }
  return shown.length === 0 ? '[empty sheet]' : shown.join('\n');
}
