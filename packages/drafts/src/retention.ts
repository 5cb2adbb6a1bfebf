/** Which revisions an app keeps (P11): the newest ones, and those that something still points to. Per app, never globally. */
import type { AppState, Publishing, PublishLease, RevisionNumber } from './words.js';

/** The state without the revisions that it need not retain. */
export function pruned(state: AppState, revisionsMax: number): AppState {
  const pinned = pins(state);
  const oldest = Math.max(state.oldest, state.head - revisionsMax + 1);
  const passed = Array.from({ length: oldest - state.oldest }, (_, n) => state.oldest + n);
  // Where more are kept than before, an older one may be among the newest again.
  const isNew = (number: RevisionNumber): boolean => number > state.head - revisionsMax;
  return { ...state, oldest, kept: [...state.kept, ...passed].filter((one) => pinned.has(one) || isNew(one)) };
}

/** What is live or may be, what passed a check, and what the spans of the open and the previous turn need. */
function pins({ published, publishing, passed, turn, previousTurn }: AppState): ReadonlySet<RevisionNumber | null> {
  return new Set([
    published,
    ...publishesOpen(publishing).map(({ revision }) => revision),
    passed.last,
    passed.newest,
    ...[turn, previousTurn].flatMap((one) => (one === null ? [] : [one.start, one.last])),
  ]);
}

/** The publish under way or cut short, and those that were cut short before it, newest first. */
export function publishesOpen(publishing: Publishing | null): PublishLease[] {
  return publishing === null ? [] : [publishing, ...publishing.earlier];
}

/** All retained revisions, oldest first; the empty draft is always there and not among them. */
export function retainedOf({ kept, oldest, head }: AppState): RevisionNumber[] {
  return [...kept, ...Array.from({ length: head - oldest + 1 }, (_, n) => oldest + n)];
}

export function isRetained({ kept, oldest, head }: AppState, number: RevisionNumber): boolean {
  return number === 0 || (number >= oldest && number <= head) || kept.includes(number);
}

/** The nearest retained revisions on both sides of one that is not: older first. */
export function nearestRetained(state: AppState, number: RevisionNumber): RevisionNumber[] {
  const all = [0, ...retainedOf(state)];
  const older = all.findLast((one) => one < number);
  const newer = all.find((one) => one > number);
  return [older, newer].filter((one) => one !== undefined);
}
