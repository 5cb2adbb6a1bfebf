import type { RangePair } from '../range.js';
import type { BlockMap } from './block-map.js';

/** For each block the index of the same block on the other side, or -1. Increasing where set. */
export interface Counterparts {
  readonly ofBefore: Int32Array;
  readonly ofAfter: Int32Array;
}

/**
 * Says which block of before is which block of after: the two that share more equal lines with each other than with any
 * other block. Blank lines say nothing.
 */
export function counterparts(runs: readonly RangePair[], before: BlockMap, after: BlockMap): Counterparts {
  const shared = sharedLines(runs, before, after);
  const bestOfBefore = bestPartners(shared, before.blocks.length, ({ from }) => from);
  const bestOfAfter = bestPartners(shared, after.blocks.length, ({ to }) => to);

  const ofBefore = new Int32Array(before.blocks.length).fill(-1);
  const ofAfter = new Int32Array(after.blocks.length).fill(-1);
  shared.forEach(({ from, to }, at) => {
    if (bestOfBefore[from] !== at || bestOfAfter[to] !== at) return;
    ofBefore[from] = to;
    ofAfter[to] = from;
  });
  return { ofBefore, ofAfter };
}

interface Shared {
  readonly from: number;
  readonly to: number;
  lines: number;
}

/** Equal lines keep their order, so all lines that two blocks share follow each other. */
function sharedLines(runs: readonly RangePair[], before: BlockMap, after: BlockMap): Shared[] {
  const shared: Shared[] = [];
  let line = 0;
  let shift = 0;
  const countUpTo = (lineEnd: number): void => {
    while (line < lineEnd) {
      const from = before.blockOf[line]!;
      const to = after.blockOf[line + shift]!;
      const end = Math.min(lineEnd, before.blocks.starts[from + 1]!, after.blocks.starts[to + 1]! - shift);
      const isText = before.blocks.kinds[from] !== 'blank' && after.blocks.kinds[to] !== 'blank';
      const last = shared.at(-1);
      if (last?.from === from && last.to === to) last.lines += end - line;
      else if (isText) shared.push({ from, to, lines: end - line });
      line = end;
    }
  };
  for (const run of runs) {
    countUpTo(run.before.start);
    line = run.before.end;
    shift = run.after.end - run.before.end;
  }
  countUpTo(before.blockOf.length);
  return shared;
}

/** For each block, the index of the entry with the most lines; the first of equals. */
function bestPartners(shared: readonly Shared[], blocks: number, blockOf: (entry: Shared) => number): Int32Array {
  const best = new Int32Array(blocks).fill(-1);
  shared.forEach((entry, at) => {
    const known = best[blockOf(entry)]!;
    if (known === -1 || shared[known]!.lines < entry.lines) best[blockOf(entry)] = at;
  });
  return best;
}
