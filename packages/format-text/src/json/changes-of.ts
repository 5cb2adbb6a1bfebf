import type { ChangePart } from '../change.js';
import type { Side } from '../cut-file.js';
import type { Found, FoundChange } from '../finder.js';
import { describeLineEnds } from '../labels.js';
import { limits } from '../limits.js';
import { lengthOf } from '../range.js';
import type { Draft, Pieces } from './pieces.js';
import type { Sides } from './sides.js';

/**
 * Makes changes of pieces: one of each draft, one of all line ends, and one of all other white space. Where drafts are too
 * many, neighbours go together, as many as it takes, and the answer is coarse.
 */
export function changesOf(pieces: Pieces, sides: Sides<Side>): Found {
  const all = pieces.parts();
  const isTooMany = all.drafts.size > limits.jsonChangesMax;
  if (isTooMany) joinNeighbours([...all.drafts.keys()]);
  const { eol, space, drafts } = isTooMany ? pieces.parts() : all;

  // A last line end that comes with a new layout is part of it.
  if (space.length > 0 && eol.length === 1 && isFinal(eol[0]!)) space.push(eol.pop()!);
  const changes: FoundChange[] = Array.from(drafts, ([draft, parts]) => ({
    ...draft.words(),
    parts: joinTouching(parts),
  }));
  if (eol.length > 0) {
    const words = describeLineEnds(
      eol.map((bytes) => ({ bytes })),
      sides,
    );
    changes.push({ ...words, parts: joinTouching(eol) });
  }
  if (space.length > 0) {
    const parts = joinTouching(space);
    const label = `white space, ${parts.length} ${parts.length === 1 ? 'place' : 'places'}`;
    changes.push({ kind: 'format-only', label, parts });
  }
  changes.sort((one, other) => one.parts[0]!.before.start - other.parts[0]!.before.start);
  return { changes, coarse: isTooMany };
}

function joinNeighbours(drafts: readonly Draft[]): void {
  const size = Math.ceil(drafts.length / limits.jsonChangesMax);
  drafts.forEach((draft, at) => {
    if (at % size !== 0) drafts[at - (at % size)]!.join(draft);
  });
}

function isFinal({ before, after }: ChangePart): boolean {
  return lengthOf(before) === 0 || lengthOf(after) === 0;
}

/** Parts of one change that touch are one. */
function joinTouching(parts: readonly ChangePart[]): ChangePart[] {
  const joined: ChangePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined || last.before.end < part.before.start) joined.push(part);
    else {
      joined[joined.length - 1] = {
        before: { start: last.before.start, end: part.before.end },
        after: { start: last.after.start, end: part.after.end },
      };
    }
  }
  return joined;
}
