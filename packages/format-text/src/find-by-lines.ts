import type { ChangePart } from './change.js';
import { type Comparison, compareSides } from './compare.js';
import type { Side } from './cut-file.js';
import { cutLines } from './cut-lines.js';
import { type Difference, differencesOf, joinTouching } from './differences.js';
import type { Found, FoundChange, Unfit } from './finder.js';
import { describeBom, describeContent, describeLineEnds } from './labels.js';

/** Finds changes line by line: what every format falls back to. `unfit` only where there are too many lines. */
export function findByLines(before: Side, after: Side): Found | Unfit {
  const comparison = compareSides(before, after, cutLines);
  if (comparison.kind === 'whole') return { unfit: comparison.reason };
  return { changes: changesOf(comparison), coarse: comparison.runs.some(({ isCoarse }) => isCoarse) };
}

/** Each group of touching differences is one change, but the groups that are only line ends are one change together. */
function changesOf(comparison: Comparison): FoundChange[] {
  const lineEnds: Difference[][] = [];
  const changes: FoundChange[] = [];
  for (const group of joinTouching(differencesOf(comparison))) {
    const causes = new Set(group.map(({ cause }) => cause));
    const parts = [spanOf(group)];
    if (causes.size > 1 || causes.has('content')) changes.push({ ...describeContent(group), parts });
    else if (causes.has('bom')) changes.push({ ...describeBom(comparison), parts });
    else lineEnds.push(group);
  }
  if (lineEnds.length > 0) {
    changes.push({ ...describeLineEnds(lineEnds.flat(), comparison), parts: lineEnds.map(spanOf) });
  }
  return changes.sort((one, other) => startOf(one) - startOf(other));
}

function spanOf(group: readonly Difference[]): ChangePart {
  const first = group[0]!.bytes;
  const last = group.at(-1)!.bytes;
  return {
    before: { start: first.before.start, end: last.before.end },
    after: { start: first.after.start, end: last.after.end },
  };
}

function startOf({ parts }: FoundChange): number {
  return parts[0]!.before.start;
}
