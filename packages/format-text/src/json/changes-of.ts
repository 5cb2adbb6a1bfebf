import type { ChangePart } from '../change.js';
import type { Side } from '../cut-file.js';
import type { FoundChange } from '../finder.js';
import { describeLineEnds } from '../labels.js';
import { limits } from '../limits.js';
import { lengthOf } from '../range.js';
import { listed } from './names.js';
import type { Draft, Pieces, Words } from './pieces.js';
import type { Sides } from './sides.js';

/** Makes changes of pieces: one of each draft, one of all line ends, and one of all other white space. */
export function changesOf(pieces: Pieces, sides: Sides<Side>): FoundChange[] {
  const { eol, space, drafts } = pieces.parts();
  // A last line end that comes with a new layout is part of it.
  if (space.length > 0 && eol.length === 1 && isFinal(eol[0]!)) space.push(eol.pop()!);
  const changes = Array.from(drafts, ([draft, parts]) => ({ ...wordsOf(draft), parts: joinTouching(parts) }));
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
  return changes.sort((one, other) => one.parts[0]!.before.start - other.parts[0]!.before.start);
}

function isFinal({ before, after }: ChangePart): boolean {
  return lengthOf(before) === 0 || lengthOf(after) === 0;
}

function wordsOf({ about }: Draft): Words {
  const [first, ...others] = about;
  const isOneKind = others.every(({ kind }) => kind === first!.kind);
  const labels = about.slice(0, limits.jsonNamesMax).map(({ label }) => label);
  return { kind: isOneKind ? first!.kind : 'value', label: listed(labels, about.length) };
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
