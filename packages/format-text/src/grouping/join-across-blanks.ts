import type { Run } from '../align/align.js';
import { limits } from '../limits.js';
import type { Range, RangePair } from '../range.js';
import { isBlank, type Segment, type Sides, segmentsOf } from './block-map.js';

/**
 * Joins runs between which there are only blank lines, where these seem to be matched by chance: a paragraph that came in
 * among edited ones pairs each of them with the wrong one. Where every run has the same kinds of blocks on both sides, the
 * blank lines are right.
 */
export function joinAcrossBlanks(runs: readonly Run[], sides: Sides): Run[] {
  const joined: Run[] = [];
  for (let at = 0; at < runs.length; ) {
    let end = at + 1;
    while (end < runs.length && isBlankBetween(runs[end - 1]!, runs[end]!, sides)) end++;
    const group = runs.slice(at, end);
    if (isByChance(group, sides)) joined.push({ ...spanOf(group[0]!, group.at(-1)!), isCoarse: false });
    else for (const run of group) joined.push(run);
    at = end;
  }
  return joined;
}

function isBlankBetween(upper: Run, lower: Run, sides: Sides): boolean {
  if (upper.isCoarse || lower.isCoarse) return false;
  const between = (side: keyof Sides): boolean => {
    const { blocks, blockOf } = sides[side];
    for (let line = upper[side].end; line < lower[side].start; line++) {
      if (blocks.kinds[blockOf[line]!] !== 'blank') return false;
    }
    return true;
  };
  return between('before') && between('after');
}

function isByChance(group: readonly Run[], sides: Sides): boolean {
  if (group.length === 1) return false;
  let rows = 0;
  let columns = 0;
  let isOneToOne = true;
  for (const run of group) {
    const before = textsOf(sides, 'before', run.before);
    const after = textsOf(sides, 'after', run.after);
    rows += before.length;
    columns += after.length;
    isOneToOne &&=
      before.length === after.length && before.every((segment, at) => isOneKind(segment, after[at]!, sides));
  }
  return !isOneToOne && rows * columns <= limits.similarityPairsMax;
}

function textsOf(sides: Sides, side: keyof Sides, lines: Range): Segment[] {
  return segmentsOf(sides[side], lines).filter((segment) => !isBlank(sides[side], segment));
}

function isOneKind(one: Segment, other: Segment, { before, after }: Sides): boolean {
  return before.blocks.kinds[one.block] === after.blocks.kinds[other.block];
}

function spanOf(first: RangePair, last: RangePair): RangePair {
  return {
    before: { start: first.before.start, end: last.before.end },
    after: { start: first.after.start, end: last.after.end },
  };
}
