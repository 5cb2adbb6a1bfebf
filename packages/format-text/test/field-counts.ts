import type { Sheet, Sheets } from '../src/csv/read-sheets.js';
import { scanTable } from '../src/csv/scan-table.js';
import type { Table } from '../src/csv/table.js';
import { type ChangeId, type ChangeSet, compose, detectEncoding, type Verdict } from '../src/index.js';

/**
 * Says what is wrong with the rows that a choice of changes leaves: each must be made of at most one row of before and one
 * of after, and have as many fields as one of them; where no version has ragged rows, the result has none.
 */
export function raggedness(
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
  { before, after }: Sheets,
): string | undefined {
  const result = compose(set, verdicts);
  const origins = originsOf(set, verdicts, result.length);
  const rows = { before: rowsByOffset(before), after: rowsByOffset(after) };
  const table = scanResult(result, before, after);
  if (typeof table === 'string') return table;
  for (let row = 0; row < table.rowCount; row++) {
    const froms = new Set<number>();
    const tos = new Set<number>();
    for (let at = table.rowStart(row); at < table.rowStart(row + 1); at++) {
      if (origins.before[at] !== -1) froms.add(rows.before[origins.before[at]!]!);
      if (origins.after[at] !== -1) tos.add(rows.after[origins.after[at]!]!);
    }
    if (froms.size > 1 || tos.size > 1) return `row ${row + 1} is glued of several rows`;
    // Where a part was taken of which nothing is left, the row is known by the bytes beside it.
    for (const { at, from, to } of origins.vanished) {
      if (at < table.rowStart(row) || at > table.rowStart(row + 1)) continue;
      for (const beside of [from - 1, from]) froms.add(rows.before[beside] ?? -1);
      for (const beside of [to - 1, to]) tos.add(rows.after[beside] ?? -1);
    }
    const counts = [...froms].filter((from) => from >= 0).map((from) => before.table.fieldCount(from));
    counts.push(...[...tos].filter((to) => to >= 0).map((to) => after.table.fieldCount(to)));
    const count = table.fieldCount(row);
    if (!counts.includes(count)) return `row ${row + 1} has ${count} fields, not ${counts.join(' or ')}`;
  }
  const isTidy = widthsOf(before.table).size <= 1 && widthsOf(after.table).size <= 1;
  return isTidy && widthsOf(table).size > 1 ? 'the result is ragged' : undefined;
}

function scanResult(result: Uint8Array, before: Sheet, after: Sheet): Table | string {
  const { bomBytes } = detectEncoding(result.length === 0 ? before.bytes : result);
  const head = new TextDecoder('latin1').decode(result.subarray(bomBytes, bomBytes + 7));
  const hasLine = before.separatorLine !== undefined || after.separatorLine !== undefined;
  const line = hasLine ? (/^sep=.(?:\r\n|\r|\n|$)/i.exec(head)?.[0].length ?? 0) : 0;
  const range = { start: Math.min(bomBytes + line, result.length), end: result.length };
  const { table, problem } = scanTable(result, range, before.table.dialect);
  return problem === undefined ? table : problem.cause;
}

interface Origins {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly vanished: readonly { readonly at: number; readonly from: number; readonly to: number }[];
}

/** For each byte of the result, the offset of before and of after that it comes from, or -1. */
function originsOf({ changes }: ChangeSet, verdicts: ReadonlyMap<ChangeId, Verdict>, length: number): Origins {
  const origins = { before: new Int32Array(length).fill(-1), after: new Int32Array(length).fill(-1) };
  const parts = changes
    .flatMap(({ id, parts: own }) => own.map((part) => ({ part, isRejected: verdicts.get(id) === 'reject' })))
    .sort((one, other) => one.part.before.start - other.part.before.start);
  const vanished: { at: number; from: number; to: number }[] = [];
  let at = 0;
  let from = 0;
  let to = 0;
  for (const { part, isRejected } of parts) {
    for (; from < part.before.start; at++) [origins.before[at], origins.after[at]] = [from++, to++];
    const side = isRejected ? 'before' : 'after';
    if (part[side].start === part[side].end) vanished.push({ at, from, to });
    for (let offset = part[side].start; offset < part[side].end; offset++) origins[side][at++] = offset;
    from = part.before.end;
    to = part.after.end;
  }
  for (; at < length; at++) [origins.before[at], origins.after[at]] = [from++, to++];
  return { ...origins, vanished };
}

/** For each byte of a sheet the row that it is in; -1 in front of the rows. */
function rowsByOffset({ bytes, table }: Sheet): Int32Array {
  const rows = new Int32Array(bytes.length).fill(-1);
  for (let row = 0; row < table.rowCount; row++) rows.fill(row, table.rowStart(row), table.rowStart(row + 1));
  return rows;
}

function widthsOf(table: Table): Set<number> {
  return new Set(Array.from({ length: table.rowCount }, (_, row) => table.fieldCount(row)));
}
