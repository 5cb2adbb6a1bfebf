import type { Comparison } from '../changes/comparison.js';
import { limits } from '../limits.js';
import { comparedText, type Side } from '../package/side.js';
import { compareSheets, describeCell } from './compare-sheets.js';
import { cellName } from './references.js';
import { readSharedStrings, sharedStringsPart } from './shared-strings.js';
import { SheetRows } from './sheet-rows.js';
import { readSheets, type Sheet } from './workbook.js';

type SheetPair = readonly [old: Sheet | undefined, sheet: Sheet | undefined];

/** Compares sheets by their names, then their ids: which came, went or were renamed, then cell by cell. */
export function compareWorkbooks(comparison: Comparison): void {
  const { before, after, changes } = comparison;
  const strings = { before: lazyStrings(before), after: lazyStrings(after) };
  const areStringsSame = sameStrings(comparison);
  for (const [old, sheet] of matchSheets(readSheets(before.pack, before.main), readSheets(after.pack, after.main))) {
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
      compareSheets(sheet.name, rows.before, rows.after, changes);
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

function lazyStrings({ pack, main }: Side): () => readonly string[] {
  let strings: readonly string[] | undefined;
  return () => {
    const entry = sharedStringsPart(pack, main);
    strings ??= entry === undefined ? [] : readSharedStrings(pack, entry);
    return strings;
  };
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
