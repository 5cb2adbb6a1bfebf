import type { Run } from './align/align.js';
import type { Atoms } from './atoms.js';
import type { Comparison } from './compare.js';
import type { CutFile } from './cut-file.js';
import { lengthOf, type Range, type RangePair } from './range.js';

/** A stretch of bytes that differs, of one cause. In a sequence they are in order and never overlap. */
export type Difference =
  | { readonly cause: 'bom'; readonly bytes: RangePair }
  | { readonly cause: 'eol'; readonly bytes: RangePair }
  | { readonly cause: 'content'; readonly bytes: RangePair; readonly run: Run };

/** Lists where two compared files differ in bytes: in the byte order mark, in content, or in a line end only. */
export function differencesOf({ before, after, runs }: Comparison): Difference[] {
  const found: Difference[] = [];
  const bom = {
    before: { start: 0, end: before.encoding.bomBytes },
    after: { start: 0, end: after.encoding.bomBytes },
  };
  if (!sameSlices(bom, before.bytes, after.bytes)) found.push({ cause: 'bom', bytes: bom });

  let from = 0;
  let to = 0;
  const compareLineEnds = (fromEnd: number): void => {
    for (; from < fromEnd; from++, to++) {
      if (sameLineEnd(before, from, after, to)) continue;
      found.push({ cause: 'eol', bytes: { before: lineEnd(before.atoms, from), after: lineEnd(after.atoms, to) } });
    }
  };
  for (const run of runs) {
    compareLineEnds(run.before.start);
    const bytes = {
      before: bytesOf(before.atoms, run.before, before.bytes.length),
      after: bytesOf(after.atoms, run.after, after.bytes.length),
    };
    found.push({ cause: 'content', bytes, run });
    from = run.before.end;
    to = run.after.end;
  }
  compareLineEnds(before.atoms.length);
  return found;
}

function lineEnd({ starts, bodyEnds }: Atoms, line: number): Range {
  return { start: bodyEnds[line]!, end: starts[line + 1]! };
}

/** Takes no ranges: it is asked of every line that is equal, which is most of a file. */
function sameLineEnd(before: CutFile, from: number, after: CutFile, to: number): boolean {
  const start = before.atoms.bodyEnds[from]!;
  const otherStart = after.atoms.bodyEnds[to]!;
  const length = before.atoms.starts[from + 1]! - start;
  if (length !== after.atoms.starts[to + 1]! - otherStart) return false;
  for (let at = 0; at < length; at++) if (before.bytes[start + at] !== after.bytes[otherStart + at]) return false;
  return true;
}

/** Where an empty range of atoms lies: before the next atom, or at the end of the file. */
function bytesOf(atoms: Atoms, range: Range, fileEnd: number): Range {
  const start = range.start < atoms.length ? atoms.starts[range.start]! : fileEnd;
  return { start, end: range.end > range.start ? atoms.starts[range.end]! : start };
}

function sameSlices({ before: from, after: to }: RangePair, before: Uint8Array, after: Uint8Array): boolean {
  if (lengthOf(from) !== lengthOf(to)) return false;
  for (let at = 0; at < lengthOf(from); at++) if (before[from.start + at] !== after[to.start + at]) return false;
  return true;
}
