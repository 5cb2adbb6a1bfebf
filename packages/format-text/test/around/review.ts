import { type ChangeId, type ChangeSet, compose, findChanges, type Verdict } from '../../src/index.js';
import type { Range } from '../../src/range.js';
import type { Chance } from './chance.js';
import type { Edit } from './documents.js';
import { editByHand, type Splice } from './person.js';
import { linesIn, type Reading, readingOf } from './text-of-bytes.js';

/** A review half way: an agent edited, some verdicts were given, a person edited, and now verdicts turn. */
export interface Review {
  readonly set: ChangeSet;
  readonly verdicts: ReadonlyMap<ChangeId, Verdict>;
  readonly wanted: ReadonlyMap<ChangeId, Verdict>;
  /** The changes whose verdict turns; mostly one. */
  readonly turning: ReadonlySet<ChangeId>;
  readonly expected: Uint8Array;
  readonly current: Uint8Array;
  readonly target: Uint8Array;
  readonly reading: Reading;
  /** What the person took hold of, in line indexes of `expected`. */
  readonly taken: readonly Range[];
  /** The same, and what the turning changes replace, as splices of characters of `expected`. */
  readonly splices: { readonly persons: readonly Splice[]; readonly turning: readonly TurningSplice[] };
  readonly hasCopied: boolean;
  /** Whether a version has a line twice, so that there may be several ways to say what the person did. */
  readonly isAmbiguous: boolean;
}

export interface TurningSplice extends Splice {
  readonly id: ChangeId;
}

/** `undefined` where the agent's edit changed nothing, or nothing that can be decided apart. */
export function reviewOf({ before, after, options }: Edit, chance: Chance): Review | undefined {
  const set = findChanges(before, after, options);
  if (set.changes.length === 0 || set.decidedBy === 'whole-file') return undefined;
  const verdicts = new Map<ChangeId, Verdict>();
  for (const { id } of set.changes) {
    const verdict = chance.pick(['accept', 'reject', undefined] as const);
    if (verdict !== undefined) verdicts.set(id, verdict);
  }
  const wanted = new Map(verdicts);
  const turning = new Set<ChangeId>();
  for (let count = chance.is(80) ? 1 : 3; count > 0; count--) turning.add(chance.pick(set.changes).id);
  for (const id of turning) wanted.set(id, verdicts.get(id) === 'reject' ? 'accept' : 'reject');

  const [expected, target] = [compose(set, verdicts), compose(set, wanted)];
  const reading = readingOf(before.length > 0 ? before : after);
  const { text, taken, splices, hasCopied } = editByHand(reading.text(expected), chance);
  const isAmbiguous = [reading.text(expected), reading.text(target), text].some(hasLineTwice);
  return {
    set,
    verdicts,
    wanted,
    turning,
    expected,
    current: reading.bytes(text),
    target,
    reading,
    taken,
    splices: { persons: splices, turning: splicesOf(set, verdicts, turning, reading) },
    hasCopied,
    isAmbiguous,
  };
}

/** What stands in `compose(set, verdicts)` for each part of the changes, and what takes its place when they turn. */
function splicesOf(
  set: ChangeSet,
  verdicts: ReadonlyMap<ChangeId, Verdict>,
  turning: ReadonlySet<ChangeId>,
  { text, unitBytes }: Reading,
): TurningSplice[] {
  const splices: TurningSplice[] = [];
  let grown = 0;
  const parts = set.changes.flatMap(({ id, parts }) => parts.map((part) => ({ id, part })));
  for (const { id, part } of parts.toSorted((one, other) => one.part.before.start - other.part.before.start)) {
    const before = text(set.before.subarray(part.before.start, part.before.end));
    const after = text(set.after.subarray(part.after.start, part.after.end));
    const [present, other] = verdicts.get(id) === 'reject' ? [before, after] : [after, before];
    const start = part.before.start / unitBytes + grown;
    grown += present.length - before.length;
    if (turning.has(id)) splices.push({ id, start, end: start + present.length, text: other });
  }
  return splices;
}

function hasLineTwice(text: string): boolean {
  const lines = linesIn(text);
  return new Set(lines).size < lines.length;
}
