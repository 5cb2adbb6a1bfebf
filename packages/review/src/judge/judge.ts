/** Accept and reject: verdicts on single changes of a text file's top chain. Accept records, reject writes. */
import { type DecisionId, hashOf, type Look, labels, RefusalError, refuse, sameBytes, sameState } from '@verbatim/core';
import type { ChangeVerdict, FileReview, LedgerTransaction, LedgerView } from '@verbatim/ledger';
import { withRescued } from '../act/act.js';
import { holderOf } from '../act/interrupted.js';
import { contentOf, find, type Working } from '../act/work-out.js';
import { refused } from '../answer.js';
import type { DecisionAnswer } from '../answers.js';
import { changesBetween } from '../changes.js';
import { moved } from '../decide/decide.js';
import { closeActions, decidedFile, putDecision, reviewsOf, standing } from '../decide/decision.js';
import { stamp } from '../decide/stamp.js';
import { checkComplete, checkSameFile } from '../decide/unwind.js';
import { claimKey, stopIfAnswered, storeAnswer } from '../key.js';
import { shownBytesMax } from '../limits.js';
import { changedSinceReview, fileBusy, notToldApart, quoted, tooLargeToGoAround } from '../messages.js';
import type { Changes, VerdictOptions } from '../review-api.js';
import { hashNow, locateWaiting, newDecisionId, newSnapshotId, type Room, readingCopies, timestamp } from '../room.js';
import { checkSeen } from '../seen.js';
import { apply } from '../transition/apply.js';
import type { Landed, Transfer } from '../transition/plan.js';
import { bothSides, type Composed, composed, judged, reviewOfTop, type Verdicts } from './file-review.js';
import { outcomeOf, settledBy, summedOutcome } from './group.js';

export async function judge(
  room: Room,
  verdict: ChangeVerdict,
  given: string,
  named: readonly string[],
  options: VerdictOptions,
): Promise<DecisionAnswer> {
  const path = room.ledger.read((view) => locateWaiting(room, view, given));
  const claim = claimKey(options, verdict, [path, named, options.aroundEdits ?? false]);
  const reviewNow = (view: LedgerView): FileReview => {
    stopIfAnswered(view, claim);
    return openReview(room, view, path, options.seen);
  };
  const review = room.ledger.read(reviewNow);
  const guard = (view: LedgerView): void => {
    if (JSON.stringify(reviewNow(view)) !== JSON.stringify(review)) moved([path]);
  };
  const before: Verdicts = new Map(Object.entries(review.verdicts));
  const { verdicts, undecided, expected } = await readingCopies(room, guard, async () => {
    const { changes, decidedBy, reason } = await changesBetween(room, path, review.base, review.head);
    if (decidedBy === 'whole-file') decidedWhole(path, reason);
    const verdicts = new Map(before);
    for (const id of idsOf(changes, named, path)) verdicts.set(id, verdict);
    return {
      verdicts,
      undecided: changes.filter(({ id }) => !verdicts.has(id)).length,
      expected: composed(room, review, (id) => verdicts.get(id) ?? 'accept'),
    };
  });
  const judging: Judging = {
    room,
    verdict,
    review,
    next: judged(review, verdicts, expected.version, undecided === 0),
    expected,
    options,
    undecided,
    guard,
    keep: (transaction, answer) => storeAnswer(room, transaction, claim, answer),
  };
  if ([...verdicts].every(([id, given]) => before.get(id) === given)) return unchanged(judging);
  return sameState(expected.version.state, review.expected.state) ? record(judging) : write(judging);
}

interface Judging {
  readonly room: Room;
  readonly verdict: ChangeVerdict;
  /** The record as it is, and as it will be. */
  readonly review: FileReview;
  readonly next: FileReview;
  readonly expected: Composed;
  readonly options: VerdictOptions;
  readonly undecided: number;
  readonly guard: (view: LedgerView) => void;
  /** Stores the answer under the key, where there is one. */
  readonly keep: (transaction: LedgerTransaction, answer: DecisionAnswer) => void;
}

/** The record of the chain that takes verdicts, unless the agent is still writing or the person saw something else. */
function openReview(room: Room, view: LedgerView, path: string, seen: string | undefined): FileReview {
  const holder = holderOf(room, view, path);
  if (holder !== undefined) fileBusy(path, holder.id);
  const review = reviewOfTop(view, path);
  if (review === undefined)
    return refuse('NOTHING_PENDING', 'Nothing of this file waits for a decision.', [path], 'verbatim status');
  const actions = review.actions.map((id) => view.mustAction(id));
  checkSeen(view, seen, actions);
  for (const action of actions) checkComplete(view, action);
  return review;
}

function decidedWhole(path: string, reason: string | undefined): never {
  return refuse(
    'DECIDED_WHOLE',
    `This file is decided as a whole. ${reason ?? ''}`.trimEnd(),
    [path],
    `Keep it, or put the original back: verbatim keep ${quoted(path)}, or verbatim discard ${quoted(path)}`,
  );
}

/** The changes that were named, by id or all of a kind; one that is not there is named and nothing is decided. */
function idsOf(changes: Changes['changes'], named: readonly string[], path: string): string[] {
  if (named.length === 0) refuse('INPUT_INVALID', 'No change was named.', [path], `verbatim inspect ${quoted(path)}`);
  const ids = named.flatMap((name) => {
    if (name.startsWith('kind:')) return changes.filter(({ kind }) => `kind:${kind}` === name).map(({ id }) => id);
    return changes.some(({ id }) => id === name) ? [name] : [];
  });
  const unknown = named.filter((name) => !changes.some(({ id, kind }) => id === name || `kind:${kind}` === name));
  if (unknown.length > 0) {
    refuse(
      'CHANGE_UNKNOWN',
      `This file has no change ${unknown.join(', ')} to decide on, so nothing was decided. Changes are named anew when the agent edits again.`,
      [path],
      `Look again: verbatim inspect ${quoted(path)}`,
    );
  }
  return ids;
}

function unchanged({ room, review, guard, keep, undecided }: Judging): DecisionAnswer {
  const { path, original, head } = review;
  const sha256 = { before: hashOf(original.state), after: hashOf(head.state), now: hashNow(room, path) };
  const answer: DecisionAnswer = { outcome: 'unchanged', files: [{ path, sha256, did: 'nothing' }], undecided };
  room.ledger.lease('unchanged', (transaction) => {
    guard(transaction);
    keep(transaction, answer);
  });
  return answer;
}

/** A verdict that leaves the file as it is; it does not look at the disk but for the receipt. */
async function record(judging: Judging): Promise<DecisionAnswer> {
  const { room, verdict, guard } = judging;
  const now = hashNow(room, judging.review.path);
  let answer: DecisionAnswer | undefined;
  room.ledger.lease(verdict, (transaction) => {
    guard(transaction);
    answer = settle(judging, transaction, now);
  });
  if (answer === undefined) throw new Error('a verdict was not recorded');
  return answer;
}

async function write(judging: Judging): Promise<DecisionAnswer> {
  const { room, verdict, review, guard } = judging;
  const working = find(room, review.path);
  const transfer = await readingCopies(room, guard, () => transferOf(judging, working));
  const isPersons = !sameBytes(working.found, review.expected.state);
  // Around a person's edits what the verdicts come to is written nowhere; the record names it all the same.
  const copies = isPersons && judging.expected.bytes !== undefined ? [contentOf(judging.expected.bytes)] : [];
  let answer: DecisionAnswer | undefined;
  const result = await apply(room, {
    verb: verdict,
    files: [transfer],
    copies,
    trash: [],
    changed: changedSinceReview,
    guard,
    settle: (transaction, [landed]) => {
      if (isPersons) keepPersonsVersion(room, transaction, working);
      answer = settle(judging, transaction, { found: working.found, landed: landed as Landed });
    },
    emptyFolders: [],
  });
  if (result.outcome === 'refused') return withRescued(refused(result.refusal), result.rescued);
  if (answer === undefined) throw new Error('an applied transition recorded nothing');
  return withRescued(answer, result.rescued);
}

/** Checks the disk as Discard does (P2), or goes around a person's edits where that was asked for. */
function transferOf(judging: Judging, { path, found, foundContent }: Working): Transfer {
  const { review, expected, options } = judging;
  if (found.kind === 'absent' || foundContent === undefined) throw new RefusalError(changedSinceReview([path]));
  const isExpected = sameBytes(found, review.expected.state);
  if (!isExpected && options.aroundEdits !== true) throw new RefusalError(withWayAround(path));
  if (isExpected) checkSameFile([{ path, look: found, identity: review.identity }], options.acceptReplaced ?? false);

  const bytes = isExpected ? expected.bytes : aroundEdits(judging, foundContent);
  if (bytes === undefined) throw new Error('a verdict that writes has bytes');
  const [was, is] = [review.expected.state, expected.version.state];
  const modeTurns = was.kind === 'present' && is.kind === 'present' && was.mode !== is.mode && found.mode === was.mode;
  const attributes = modeTurns ? { ...found.attributes, mode: is.mode } : found.attributes;
  return {
    path,
    from: found,
    fromContent: foundContent,
    to: { kind: 'present', content: contentOf(bytes), attributes },
  };
}

function withWayAround(path: string): RefusalError['refusal'] {
  const next = `To replace only the bytes of that change, around what was edited since: repeat with --around-edits. Or keep the file as it is: verbatim keep ${quoted(path)}`;
  return { ...changedSinceReview([path]), next };
}

function aroundEdits({ room, review, next }: Judging, found: Working['foundContent']): Uint8Array {
  const { path } = review;
  if (found !== undefined && found.size > shownBytesMax) {
    refuse('CHANGE_BLOCKED', tooLargeToGoAround, [path], `Keep the file as it is: verbatim keep ${quoted(path)}`);
  }
  const chunks: Buffer[] = [];
  found?.pour((chunk) => chunks.push(Buffer.from(chunk)));
  const [before, after] = bothSides(room, review);
  const verdicts = {
    now: (id: string) => review.verdicts[id] ?? 'accept',
    wanted: (id: string) => next.verdicts[id] ?? 'accept',
  };
  const result = room.formats.composeAround(path, before, after, verdicts, Buffer.concat(chunks));
  if ('bytes' in result) return result.bytes;
  if ('unfit' in result) {
    return refuse(
      'CHANGE_BLOCKED',
      notToldApart(result.unfit),
      [path],
      `Keep the file as it is: verbatim keep ${quoted(path)}`,
    );
  }
  return refuse(
    'CHANGE_BLOCKED',
    `What was edited since overlaps or touches the change ${result.blocked.join(', ')}, or cannot be told apart from it, so nothing was written.`,
    [path],
    `Decide on the others, or keep the file as it is: verbatim keep ${quoted(path)}`,
  );
}

/** The person's version as it was, so that History can bring it back (P7). */
function keepPersonsVersion(room: Room, transaction: LedgerTransaction, { path, found }: Working): void {
  if (found.kind === 'absent') return;
  const { hash, size, mode, attributes } = found;
  transaction.putSnapshot({
    id: newSnapshotId(room),
    seq: transaction.nextSequence(),
    path,
    label: labels.beforeRestore,
    state: { kind: 'present', hash, size, mode },
    attributes,
    at: timestamp(room),
    action: null,
    pinned: false,
    note: 'before a change was decided around what was edited since',
  });
}

/** What was written, or the hash of what lies there unwritten. */
type Wrote = { readonly found: Look; readonly landed: Landed } | string | null;

/** Records the verdict, and closes the actions where nothing of them is left to decide. */
function settle(judging: Judging, transaction: LedgerTransaction, wrote: Wrote): DecisionAnswer {
  const { room, verdict, review, undecided, keep } = judging;
  const chain = review.actions.map((id) => transaction.mustAction(id));
  const stood = standing(transaction, chain);
  const written = wrote === null || typeof wrote === 'string' ? undefined : wrote;
  const next: FileReview = {
    ...judging.next,
    identity: identityOf(written?.landed.now) ?? review.identity,
    ...(written === undefined ? {} : { isAround: !sameBytes(written.landed.now, judging.next.expected.state) }),
  };
  transaction.putReview(next);

  const decision = newDecisionId(room);
  const closing = settledBy(transaction, next);
  const others = closing?.filter(({ id }) => !review.actions.includes(id)) ?? [];
  const othersStood = standing(transaction, others);
  if (closing !== undefined) {
    closeActions(transaction, closing, summedOutcome(reviewsOf(transaction, closing).map(outcomeOf)), decision);
  }
  if (written !== undefined) stamp(transaction, written.landed);
  const answer = answerOf(next, decision, undecided, wrote);
  putDecision(room, transaction, {
    id: decision,
    verdict,
    answer,
    before: {
      actions: [...stood.actions, ...othersStood.actions],
      reviews: [...stood.reviews, ...othersStood.reviews.filter(({ path }) => !isIn(stood.reviews, path))],
    },
    files: written === undefined ? [] : [decidedFile({ path: review.path, from: written.found }, written.landed.now)],
  });
  keep(transaction, answer);
  return answer;
}

function isIn(reviews: readonly FileReview[], path: string): boolean {
  return reviews.some((review) => review.path === path);
}

function identityOf(now: Landed['now'] | undefined): FileReview['identity'] {
  return now?.kind === 'present' ? now.identity : null;
}

function answerOf(next: FileReview, decision: DecisionId, undecided: number, wrote: Wrote): DecisionAnswer {
  const { path, original, head, actions } = next;
  const written = wrote === null || typeof wrote === 'string' ? undefined : wrote.landed;
  const now = written === undefined ? (wrote as string | null) : hashOf(written.now);
  const sha256 = { before: hashOf(original.state), after: hashOf(head.state), now };
  const notKept = written !== undefined && written.notKept.length > 0 ? { notKept: written.notKept } : {};
  const did = written === undefined ? 'nothing' : 'written';
  return { outcome: outcomeOf(next), decision, actions, files: [{ path, sha256, did, ...notKept }], undecided };
}
