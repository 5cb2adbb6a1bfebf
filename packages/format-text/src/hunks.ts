import type { Comparison } from './compare.js';
import type { CutFile } from './cut-file.js';
import type { Range, RangePair } from './range.js';

/** Runs that are close enough to share their unchanged lines, and the lines that all of it covers. */
export interface Hunk extends RangePair {
  readonly runs: readonly RangePair[];
}

/** One line of a hunk: an atom of before (unchanged or removed) or of after (added). */
export interface HunkLine {
  readonly sign: ' ' | '-' | '+';
  readonly file: CutFile;
  readonly index: number;
}

/** Puts runs together whose unchanged lines, `context` on each side, would meet. */
export function hunksOf({ runs, before }: Comparison, context: number): Hunk[] {
  const groups: RangePair[][] = [];
  for (const run of runs) {
    const previous = groups.at(-1)?.at(-1);
    const isClose = previous !== undefined && run.before.start - previous.before.end <= 2 * context;
    if (isClose) groups.at(-1)!.push(run);
    else groups.push([run]);
  }
  return groups.map((group) => {
    const first = group[0]!;
    const last = group.at(-1)!;
    const above = Math.min(context, first.before.start);
    const below = Math.min(context, before.atoms.length - last.before.end);
    return {
      runs: group,
      before: { start: first.before.start - above, end: last.before.end + below },
      after: { start: first.after.start - above, end: last.after.end + below },
    };
  });
}

/** The lines of a hunk in their order, without its header. */
export function* linesOfHunk(hunk: Hunk, { before, after }: Comparison): Generator<HunkLine> {
  let from = hunk.before.start;
  for (const run of hunk.runs) {
    yield* signed(' ', before, { start: from, end: run.before.start });
    yield* signed('-', before, run.before);
    yield* signed('+', after, run.after);
    from = run.before.end;
  }
  yield* signed(' ', before, { start: from, end: hunk.before.end });
}

export function hunkHeader({ before, after }: Hunk): string {
  return `@@ -${headerRange(before)} +${headerRange(after)} @@`;
}

function* signed(sign: HunkLine['sign'], file: CutFile, { start, end }: Range): Generator<HunkLine> {
  for (let index = start; index < end; index++) yield { sign, file, index };
}

/** Line numbers from 1; an empty range names the line before it; a count of 1 is left out. */
function headerRange({ start, end }: Range): string {
  const count = end - start;
  if (count === 0) return `${start},0`;
  return count === 1 ? `${end}` : `${start + 1},${count}`;
}
