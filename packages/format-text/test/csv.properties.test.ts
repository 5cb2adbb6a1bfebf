import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findByCells } from '../src/csv/find-by-cells.js';
import { readSheets } from '../src/csv/read-sheets.js';
import type { Side } from '../src/cut-file.js';
import { changeSetOf } from '../src/find-changes.js';
import { type ChangeKind, compose, detectEncoding } from '../src/index.js';
import { raggedness } from './field-counts.js';
import { checkExact, must, same, spliceByHand, verdictsOf } from './promises.js';
import { anyEdit, anyTable, bytesOf } from './table-edits.js';

/** Generated pairs; the full figure takes a minute or two. */
const isLong = process.env['VERBATIM_LONG'] !== undefined;
const pairs = isLong ? 12_000 : 300;

/** Bytes as a finder gets them; a NUL, which would make a small file binary, may come late in a large one. */
function sideOf(bytes: Uint8Array): Side {
  const encoding = detectEncoding(bytes);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return {
    bytes,
    encoding:
      encoding.unitBytes === 1 && encoding.name !== 'binary'
        ? encoding
        : { name: 'unknown-8bit', bomBytes: hasMark ? 3 : 0, unitBytes: 1 },
  };
}

const expectedKinds: readonly ChangeKind[] = [
  'bom',
  'cell',
  'column',
  'dialect',
  'eol',
  'number-spelling',
  'quoting-only',
  'row',
  'row-move',
];

test('every choice of changes of a table is exact and leaves rows whole', { timeout: 900_000 }, () => {
  let tables = 0;
  let subsets = 0;
  const kinds = new Set<ChangeKind>();
  const anyEdits = fc.array(anyEdit, { minLength: 1, maxLength: 5 });
  const anyChoice = fc.array(fc.boolean(), { minLength: 17, maxLength: 17 });
  fc.assert(
    fc.property(anyTable, anyEdits, anyChoice, (table, edits, choice) => {
      const before = bytesOf(table);
      const after = bytesOf(edits.reduce((edited, edit) => edit(edited), table));
      if (same(before, after)) return;
      const [sideBefore, sideAfter] = [sideOf(before), sideOf(after)];
      const found = findByCells(sideBefore, sideAfter);
      const sheets = readSheets(sideBefore, sideAfter);
      if ('unfit' in found || 'unfit' in sheets) return;
      tables++;
      const set = changeSetOf({ format: 'csv', before, after }, found);
      checkExact(set);
      for (const { kind } of set.changes) kinds.add(kind);
      must(
        set.changes.every(({ label }) => label !== ''),
        'every change has a label',
        set,
      );
      expect(findByCells(sideOf(before.slice()), sideOf(after.slice()))).toEqual(found);
      if (set.changes.some(({ kind }) => kind === 'dialect')) return;

      const isSmall = set.changes.length <= 4;
      for (let subset = 0; subset < (isSmall ? 2 ** set.changes.length : 6); subset++) {
        const isAccepted = (at: number): boolean =>
          isSmall ? (subset & (1 << at)) !== 0 : choice[(at + subset * 3) % choice.length] === true;
        subsets++;
        const verdicts = verdictsOf(set.changes, isAccepted);
        must(same(compose(set, verdicts), spliceByHand(set, verdicts)), 'composition is slices', set);
        const fault = raggedness(set, verdicts, sheets);
        must(fault === undefined, `${fault} in ${JSON.stringify([...verdicts])}`, set);
      }
    }),
    { numRuns: pairs },
  );
  console.info(`${pairs} pairs, ${tables} of them tables, ${subsets} choices`);
  expect(tables).toBeGreaterThan(pairs * 0.8);
  // A few pairs may miss a rare kind.
  if (isLong) expect([...kinds].sort()).toEqual(expectedKinds);
});
