import type { Keys } from '../align/align.js';
import type { Comparison } from '../compare.js';
import { internBodies } from '../intern.js';
import { limits } from '../limits.js';
import { lengthOf } from '../range.js';
import { agreedSteps, cellsOf, type Stretch } from './reading-grid.js';

/** Whether all readings put the beginning of one line (or the end of the file) of before at the one line of after. */
export type AgreedPlace = (before: number, after: number) => boolean;

/**
 * Where all readings of an edit agree. A reading is a shortest way to make after of before, line by line: with lines there
 * several times there may be many (a doubled line, one blank line of ten, the first of two equal records). What was only
 * taken out, and what was typed that stands nowhere else, is always one of them, so a place on which all agree is the right
 * one. A line that is there once in each version, and is paired, is taken for the same line in every reading. Where there
 * is too much between two such lines to look at, nothing between is agreed on.
 */
export function whereReadingsAgree(edits: Comparison): AgreedPlace {
  const keys = internBodies(edits.before, edits.after);
  const stretches = stretchesOf(edits, keys);
  const agreed = new Map<Stretch, Int32Array>();
  let effortLeft: number = limits.alignEffortMax;
  for (const stretch of stretches) {
    const effort = cellsOf(stretch) * limits.readingEffortPerCell;
    if (effort > effortLeft) continue;
    effortLeft -= effort;
    agreed.set(stretch, agreedSteps(stretch, keys));
  }
  return (before, after) => {
    const stretch = stretchAt(stretches, before);
    if (stretch === undefined || isCorner(stretch, before, after)) return true;
    const step = before - stretch.before.start + after - stretch.after.start;
    return agreed.get(stretch)?.[step] === before;
  };
}

/** Each from one line that is there once, or the beginning, to the next, or the end; those without edits are left out. */
function stretchesOf({ runs, before }: Comparison, keys: Keys): Stretch[] {
  const count = { before: countsOf(keys.before, keys.keyCount), after: countsOf(keys.after, keys.keyCount) };
  const isAnchor = (line: number): boolean => {
    const key = keys.before[line]!;
    return count.before[key] === 1 && count.after[key] === 1;
  };
  const stretches: Stretch[] = [];
  let top = { before: 0, after: 0 };
  let [removed, added] = [0, 0];
  runs.forEach((run, at) => {
    const above = runs[at - 1] ?? { before: { end: 0 }, after: { end: 0 } };
    if (removed + added === 0) {
      let line = run.before.start;
      while (line > above.before.end && !isAnchor(line - 1)) line--;
      top = { before: line, after: line - run.before.start + run.after.start };
    }
    removed += lengthOf(run.before);
    added += lengthOf(run.after);

    const below = runs[at + 1]?.before.start ?? before.atoms.length;
    let line = run.before.end;
    while (line < below && !isAnchor(line)) line++;
    if (line === below && at < runs.length - 1) return;
    const bottom = { before: line, after: line - run.before.end + run.after.end };
    stretches.push({
      before: { start: top.before, end: bottom.before },
      after: { start: top.after, end: bottom.after },
      removed,
      added,
    });
    [removed, added] = [0, 0];
  });
  return stretches;
}

function countsOf(keys: Int32Array, keyCount: number): Int32Array {
  const counts = new Int32Array(keyCount);
  for (const key of keys) counts[key]!++;
  return counts;
}

function stretchAt(stretches: readonly Stretch[], line: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.before.end < line) low = middle + 1;
    else high = middle;
  }
  const found = stretches[low];
  return found !== undefined && found.before.start <= line ? found : undefined;
}

function isCorner({ before, after }: Stretch, from: number, to: number): boolean {
  return (from === before.start && to === after.start) || (from === before.end && to === after.end);
}
