import type { Run } from './align/align.js';
import type { Comparison } from './compare.js';
import type { Atom } from './cut-file.js';
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
      const one = before.atoms[from]!;
      const other = after.atoms[to]!;
      if (sameLineEnd(one, before.bytes, other, after.bytes)) continue;
      found.push({ cause: 'eol', bytes: { before: lineEnd(one), after: lineEnd(other) } });
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

function lineEnd({ bodyEnd, end }: Atom): Range {
  return { start: bodyEnd, end };
}

/** Takes no ranges: it is asked of every line that is equal, which is most of a file. */
function sameLineEnd(one: Atom, before: Uint8Array, other: Atom, after: Uint8Array): boolean {
  const length = one.end - one.bodyEnd;
  if (length !== other.end - other.bodyEnd) return false;
  for (let at = 0; at < length; at++) if (before[one.bodyEnd + at] !== after[other.bodyEnd + at]) return false;
  return true;
}

/** Where an empty range of atoms lies: before the next atom, or at the end of the file. */
function bytesOf(atoms: readonly Atom[], range: Range, fileEnd: number): Range {
  const start = atoms[range.start]?.start ?? fileEnd;
  return { start, end: range.end > range.start ? atoms[range.end - 1]!.end : start };
}

function sameSlices({ before: from, after: to }: RangePair, before: Uint8Array, after: Uint8Array): boolean {
  if (lengthOf(from) !== lengthOf(to)) return false;
  for (let at = 0; at < lengthOf(from); at++) if (before[from.start + at] !== after[to.start + at]) return false;
  return true;
}
