/** The review record of a file: how it starts, what its verdicts come to, and how it goes on when the agent edits again. */
import { type ActionId, assert, type Identity, refuse, sameBytes, sameState } from '@verbatim/core';
import type { ChangeVerdict, FileReview, FileVersion, LedgerView, Pair, Snapshot } from '@verbatim/ledger';
import { contentOf } from '../act/work-out.js';
import { bytesOf, modeChangeId } from '../changes.js';
import { topChain } from '../decide/chain.js';
import { notRejected } from '../messages.js';
import type { VerdictOf } from '../review-api.js';
import type { Room } from '../room.js';

export type Verdicts = ReadonlyMap<string, ChangeVerdict>;

/** A version with its bytes where they are not a copy in the ledger yet. */
export interface Composed {
  readonly version: FileVersion;
  readonly bytes?: Uint8Array;
}

/** The record of a file's top chain, or the one that its first verdict starts; undefined where nothing is pending. */
export function reviewOfTop(view: LedgerView, path: string): FileReview | undefined {
  const chain = topChain(view, path);
  const [top, bottom] = [chain[0], chain.at(-1)];
  if (top === undefined || bottom === undefined) return undefined;
  return view.review(path, top.action) ?? started(view, chain, top, bottom);
}

function started(view: LedgerView, chain: readonly Pair[], top: Pair, bottom: Pair): FileReview {
  const [before, after] = [view.before(bottom), view.after(top)];
  if (before === undefined || after === undefined) {
    const missing = before === undefined ? 'before' : 'after';
    return refuse(
      'PAIR_INCOMPLETE',
      `The copy of this file from ${missing} the agent's edit is missing. ${notRejected}`,
      [top.path],
    );
  }
  return {
    path: top.path,
    seq: bottom.seq,
    actions: chain.map(({ action }) => action).toReversed(),
    original: versionOf(before),
    base: versionOf(before),
    head: versionOf(after),
    verdicts: {},
    expected: versionOf(after),
    identity: top.identity,
    isDecided: false,
    isUndone: false,
  };
}

export function versionOf({ state, attributes }: Snapshot): FileVersion {
  return { state, attributes };
}

/** The file as the verdicts leave it: accepted changes as in head, rejected ones as in base. They decide no other attributes. */
export function composed(room: Room, review: FileReview, verdictOf: VerdictOf): Composed {
  const { path, base, head } = review;
  if (base.state.kind === 'absent' || head.state.kind === 'absent') {
    assert(false, 'changes are decided one by one only between two files');
  }
  const [before, after] = bothSides(room, review);
  const bytes = room.formats.compose(path, before, after, verdictOf);
  const { mode } = verdictOf(modeChangeId) === 'reject' ? base.state : head.state;
  const { hash, size } = contentOf(bytes);
  return { version: { state: { kind: 'present', hash, size, mode }, attributes: withMode(head, mode) }, bytes };
}

function withMode({ attributes }: FileVersion, mode: number): FileVersion['attributes'] {
  return attributes === null ? null : { ...attributes, mode };
}

/**
 * The base with what was accepted: what Discard puts back, and the new base when the agent edits again. Attributes of which
 * nobody can decide are the base's.
 */
export function withoutUndecided(room: Room, review: FileReview): Composed {
  const { base, verdicts } = review;
  if (!Object.values(verdicts).includes('accept')) return { version: base };
  const { version, bytes } = composed(room, review, (id) => verdicts[id] ?? 'reject');
  const attributes = version.state.kind === 'absent' ? null : withMode(base, version.state.mode);
  return { version: { ...version, attributes }, ...(bytes === undefined ? {} : { bytes }) };
}

/** Both sides of a text file under review; a copy that fails its check is never used (P5). */
export function bothSides(room: Room, { path, base, head }: FileReview): [Uint8Array, Uint8Array] {
  const [before, after] = [bytesOf(room, base.state), bytesOf(room, head.state)];
  if (before === 'corrupt' || after === 'corrupt') {
    return refuse('COPY_CORRUPT', `A copy of this file failed its integrity check. ${notRejected}`, [path]);
  }
  assert(before !== undefined && after !== undefined, 'changes are decided one by one only between two files');
  return [before, after];
}

/** The record with other verdicts. */
export function judged(review: FileReview, verdicts: Verdicts, expected: FileVersion, isDecided: boolean): FileReview {
  const isUndone = wasUndone(review) || [...verdicts.values()].includes('reject');
  return { ...review, verdicts: Object.fromEntries(verdicts), expected, isDecided, isUndone };
}

/** What was undone before the agent edited again stays undone; a reject since then can be thought better of. */
function wasUndone({ wasUndone: before, isUndone, verdicts }: FileReview): boolean {
  return before ?? (isUndone && !Object.values(verdicts).includes('reject'));
}

/** The agent edited what the verdicts had left: what was decided goes into the base, what was not stays to be decided. */
export function folded(
  review: FileReview,
  base: FileVersion,
  edit: { action: ActionId; head: FileVersion; identity: Identity | null },
): FileReview {
  return {
    ...review,
    actions: [...review.actions, edit.action],
    base,
    head: edit.head,
    verdicts: {},
    expected: edit.head,
    identity: edit.identity,
    isDecided: sameState(base.state, edit.head.state),
    wasUndone: review.isUndone,
    isAround: false,
  };
}

/** The record that an agent's edit of a file in this state goes on with; undefined where a new chain starts. */
export function reviewToFold(view: LedgerView, path: string, found: FileVersion['state']): FileReview | undefined {
  const [newest] = view.pendingPairs(path);
  const review = newest === undefined ? undefined : view.review(path, newest.action);
  return review !== undefined && sameBytes(review.expected.state, found) ? review : undefined;
}
