import { expect } from 'vitest';
import { type Change, type ChangeId, type ChangeSet, compose, type TextEncoding, type Verdict } from '../src/index.js';
import { asLatin1 } from './bytes.js';
import { linesOf } from './lines.js';

export function verdictsOf(changes: readonly Change[], isAccepted: (index: number) => boolean): Map<ChangeId, Verdict> {
  return new Map(changes.map(({ id }, index) => [id, isAccepted(index) ? 'accept' : 'reject']));
}

/** P10 and the shape of a set; throws plainly, so that millions of cases stay quick. */
export function checkExact(set: ChangeSet): void {
  const { before, after, changes } = set;
  must(same(compose(set, new Map()), after), 'nothing decided is after', set);
  must(
    same(
      compose(
        set,
        verdictsOf(changes, () => true),
      ),
      after,
    ),
    'accept all is after',
    set,
  );
  must(
    same(
      compose(
        set,
        verdictsOf(changes, () => false),
      ),
      before,
    ),
    'reject all is before',
    set,
  );
  must(changes.length > 0 || same(before, after), 'different files have a change', set);
  must(new Set(changes.map(({ id }) => id)).size === changes.length, 'ids are unique', set);
  must(
    changes.every(({ id }) => /^c[0-9a-f]{12}$/.test(id)),
    'ids are c and 12 hex digits',
    set,
  );

  const starts = changes.map(({ parts }) => parts[0]!.before.start);
  must(
    starts.every((start, at) => at === 0 || starts[at - 1]! < start),
    'changes are in order',
    set,
  );
  for (const { parts } of changes) {
    must(
      parts.every((part, at) => at === 0 || parts[at - 1]!.before.end < part.before.start),
      'parts of a change are in order',
      set,
    );
  }
  const all = changes.flatMap(({ parts }) => parts).sort((one, other) => one.before.start - other.before.start);
  all.forEach((part, at) => {
    const previous = all[at - 1];
    if (previous === undefined) return;
    const isBehind = (side: 'before' | 'after'): boolean =>
      previous[side].end <= part[side].start && previous[side].start < part[side].start;
    must(isBehind('before') && isBehind('after'), 'parts do not overlap, and no two start at one byte', set);
  });
}

/**
 * P10 for choices of changes, all of them up to 6 changes: each is slices put together, and whole lines of one side. The line
 * ends are looked for as in the encoding.
 */
export function checkSubsets(set: ChangeSet, encoding: TextEncoding): void {
  const lines = new Set([set.before, set.after].flatMap((file) => linesOf(file, markedAs(file, encoding))));
  const subsets = 2 ** Math.min(set.changes.length, 6);
  for (let subset = 0; subset < subsets; subset++) {
    // Later changes repeat the choice of the first six, so that long sets are met in several mixtures too.
    const verdicts = verdictsOf(set.changes, (at) => (subset & (1 << (at % 6))) !== 0);
    const result = compose(set, verdicts);
    must(same(result, spliceByHand(set, verdicts)), `subset ${subset} is slices`, set);
    for (const line of linesOf(result, markedAs(result, encoding))) {
      must(lines.has(line), `subset ${subset} glues ${JSON.stringify(line)}`, set);
    }
  }
}

/** The mark comes and goes with a change. */
function markedAs(bytes: Uint8Array, encoding: TextEncoding): TextEncoding {
  if (encoding.unitBytes > 1) return encoding;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { ...encoding, bomBytes: isMarked ? 3 : 0 };
}

/** The composition that a reader would write by hand: from the last part to the first, cut out and put in. */
export function spliceByHand(set: ChangeSet, verdicts: ReadonlyMap<ChangeId, Verdict>): Uint8Array {
  const parts = set.changes
    .filter(({ id }) => verdicts.get(id) !== 'reject')
    .flatMap((change) => change.parts)
    .sort((one, other) => other.before.start - one.before.start);
  let bytes = set.before;
  for (const { before, after } of parts) {
    const replacement = set.after.subarray(after.start, after.end);
    bytes = Buffer.concat([bytes.subarray(0, before.start), replacement, bytes.subarray(before.end)]);
  }
  return bytes;
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

export function must(holds: boolean, promise: string, { before, after, changes }: ChangeSet): void {
  if (holds) return;
  const shown = JSON.stringify({ before: asLatin1(before), after: asLatin1(after), changes });
  expect.fail(`${promise}: ${shown.slice(0, 4_000)}`);
}
