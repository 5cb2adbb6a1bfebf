import { VerbatimError } from '@verbatim/core';
import type { ChangeId, ChangePart, ChangeSet, Verdict } from './change.js';
import { sameBytes } from './same-bytes.js';

/**
 * Puts the file together that follows from the verdicts: rejected changes as in before, all others as in after. The bytes
 * between changes, equal on both sides, stay. The result is slices of before and after and nothing else (P10), in a new
 * array. Throws `VERBATIM_CALL_INVALID` for an id that is not in the set, and for another word.
 */
export function compose(set: ChangeSet, verdicts: ReadonlyMap<ChangeId, Verdict>): Uint8Array {
  assertVerdictsKnown(set, verdicts);
  const slices: Uint8Array[] = [];
  let kept = 0;
  for (const { part, isRejected } of partsInOrder(set, verdicts)) {
    slices.push(set.before.subarray(kept, part.before.start));
    const { start, end } = isRejected ? part.before : part.after;
    slices.push((isRejected ? set.before : set.after).subarray(start, end));
    kept = part.before.end;
  }
  slices.push(set.before.subarray(kept));
  return concatenate(slices);
}

/**
 * Checks what recomposition rests on: parts are in order and no two start at one byte, and all bytes between them are equal
 * on both sides. A finder that is wrong would break it; then nothing may be decided on this set. Throws `VERBATIM_BUG`.
 */
export function assertKeptBytesAgree(set: ChangeSet): void {
  const parts = partsInOrder(set, new Map());
  if (parts.length === 0) throw new VerbatimError('VERBATIM_BUG', 'Different files came out without a change.');
  let from = 0;
  let to = 0;
  const checkKept = (fromEnd: number, toEnd: number): void => {
    if (!sameBytes(set.before.subarray(from, fromEnd), set.after.subarray(to, toEnd)) || fromEnd < from || toEnd < to) {
      throw new VerbatimError('VERBATIM_BUG', 'Changes do not cover all differences.', { data: { from, to } });
    }
  };
  parts.forEach(({ part }, at) => {
    checkKept(part.before.start, part.after.start);
    const previous = parts[at - 1]?.part;
    if (previous !== undefined && !startsBehind(part, previous)) {
      throw new VerbatimError('VERBATIM_BUG', 'Two parts start at the same byte.', { data: { from, to } });
    }
    from = part.before.end;
    to = part.after.end;
  });
  checkKept(set.before.length, set.after.length);
}

function startsBehind(part: ChangePart, previous: ChangePart): boolean {
  return part.before.start > previous.before.start && part.after.start > previous.after.start;
}

/** Throws `VERBATIM_CALL_INVALID` for a verdict on a change that is not in the set, and for a word that is no verdict. */
export function assertVerdictsKnown({ changes }: ChangeSet, verdicts: ReadonlyMap<ChangeId, Verdict>): void {
  const known = new Set(changes.map(({ id }) => id));
  for (const [id, verdict] of verdicts) {
    if (!known.has(id)) {
      throw new VerbatimError('VERBATIM_CALL_INVALID', `There is no change ${id} between these two files.`, {
        data: { id },
      });
    }
    if (verdict !== 'accept' && verdict !== 'reject') {
      throw new VerbatimError('VERBATIM_CALL_INVALID', `A change is accepted or rejected, not "${String(verdict)}".`, {
        data: { id },
      });
    }
  }
}

/** The parts of all changes as they follow each other in the file, each with its change and its verdict. */
export function partsInOrder(
  { changes }: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
): { id: ChangeId; part: ChangePart; isRejected: boolean }[] {
  return changes
    .flatMap(({ id, parts }) => parts.map((part) => ({ id, part, isRejected: verdicts.get(id) === 'reject' })))
    .sort((one, other) => one.part.before.start - other.part.before.start);
}

export function concatenate(slices: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(slices.reduce((length, slice) => length + slice.length, 0));
  let at = 0;
  for (const slice of slices) {
    whole.set(slice, at);
    at += slice.length;
  }
  return whole;
}
