import { VerbatimError } from '@verbatim/core';
import { breaksJson } from './around/breaks-json.js';
import { type PersonsEdit, type Place, placesIn } from './around/places-in.js';
import type { ChangeId, ChangeSet, Verdict } from './change.js';
import { assertVerdictsKnown, compose, concatenate } from './compose.js';
import type { Unfit } from './finder.js';
import { sameBytes } from './same-bytes.js';

/** The file; or the changes that would have to turn but are blocked; or why nothing can turn, a sentence for people. */
export type ComposedAround = { readonly bytes: Uint8Array } | { readonly blocked: readonly ChangeId[] } | Unfit;

/**
 * What a file that a person edited becomes when verdicts change. `current` is what is on disk: `compose(set, verdicts)` and
 * the person's edits since. Only the bytes of changes whose verdict turns are replaced, every other byte of `current` stays,
 * so nothing that was typed is lost and nothing that was taken out comes back (P7). Nothing at all is replaced when one of
 * these changes is blocked (see `blockedByEdits`), or when JSON that was valid on both sides would not be any more: then all
 * of them count as blocked. Equals a three-way merge. Gives a new array. `unfit` where the person's edits cannot be told
 * from the rest: the set is decided whole, or what is on disk is binary, differently encoded, or over a limit. Throws
 * `VERBATIM_CALL_INVALID` as `compose` does.
 */
export function composeAround(
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
  wanted: ReadonlyMap<ChangeId, Verdict>,
  current: Uint8Array,
): ComposedAround {
  assertVerdictsKnown(set, verdicts);
  assertVerdictsKnown(set, wanted);
  const turning = new Set<ChangeId>();
  for (const { id } of set.changes) {
    if ((verdicts.get(id) === 'reject') !== (wanted.get(id) === 'reject')) turning.add(id);
  }
  if (turning.size === 0) return { bytes: current.slice() };
  if (sameBytes(current, compose(set, verdicts))) return { bytes: compose(set, wanted) };

  const places = placesIn(current, set, verdicts);
  if ('unfit' in places) return places;
  const turned = places.filter(({ id }) => turning.has(id));
  const blocked = blockedAt(turned, set);
  if (blocked.length > 0) return { blocked };
  const result = turnOver(current, turned);
  return breaksJson(set, { current, target: compose(set, wanted), result })
    ? { blocked: [...turning] }
    : { bytes: result };
}

/**
 * The changes whose bytes a person's edits overlap or touch, so that they cannot be turned apart from those edits. Both count
 * in whole lines: an edit of the line of a change, or of a line next to it, blocks, and so does a line put in at its edge.
 * (Research note text-hunks, section 0: with edits that merely touch let through, `git merge-file` found conflicts in 21 of
 * 260 reviews.) Where lines are there several times, so that the edits can be read in several ways, a change that does not
 * lie at the same bytes by all of them is blocked too (`around/readings.ts`). Each comes with the edits that reach it, in order;
 * none where it is only unclear where it lies. `unfit` and errors as in `composeAround`.
 */
export function blockedByEdits(
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
  current: Uint8Array,
): ReadonlyMap<ChangeId, readonly PersonsEdit[]> | Unfit {
  if (sameBytes(current, compose(set, verdicts))) return new Map();
  const places = placesIn(current, set, verdicts);
  if ('unfit' in places) return places;
  const edits = new Map<ChangeId, Set<PersonsEdit>>();
  for (const { id, touchedBy } of places) {
    const ofChange = edits.get(id) ?? new Set();
    for (const edit of touchedBy) ofChange.add(edit);
    edits.set(id, ofChange);
  }
  return new Map(blockedAt(places, set).map((id) => [id, [...(edits.get(id) ?? [])]]));
}

function blockedAt(places: readonly Place[], { changes }: ChangeSet): ChangeId[] {
  const touched = new Set(places.filter(({ isTouched }) => isTouched).map(({ id }) => id));
  return changes.map(({ id }) => id).filter((id) => touched.has(id));
}

function turnOver(current: Uint8Array, places: readonly Place[]): Uint8Array {
  const slices: Uint8Array[] = [];
  let kept = 0;
  for (const { range, present, other } of places) {
    // The person's bytes are about to be written over, so the reckoning is checked against them once more.
    if (!sameBytes(current.subarray(range.start, range.end), present)) {
      throw new VerbatimError('VERBATIM_BUG', 'A change is not where the edits moved it.', {
        data: { ...range },
      });
    }
    slices.push(current.subarray(kept, range.start), other);
    kept = range.end;
  }
  return concatenate([...slices, current.subarray(kept)]);
}
