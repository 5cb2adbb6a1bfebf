/**
 * The one way a revision comes about: key, turn and expectation are checked, the change is planned against the head, and
 * both become durable in one commit that compares the app's version before it sets it. Where somebody else was first, all
 * of it is worked out again.
 */
import { type Hash, RefusalError, refuse } from '@verbatim/core';
import type { Written } from '../answers.js';
import { changedFiles, toldOf } from '../diff/changed-files.js';
import type { Commit } from '../draft-store.js';
import { answeredFilesMax, writeTriesMax } from '../limits.js';
import { pruned } from '../retention.js';
import { nextState, type Room, stateOf, timestamp } from '../room.js';
import { joinTurn, type TurnJoined } from '../turns/join-turn.js';
import type { AppState, Counts, EntryChange, KeyClaim, RevisionNumber } from '../words.js';
import { checkDraftBytes, HeadMoved } from './draft-writing.js';
import { type ArgumentsOf, claimKey, keyRecord, replayed } from './request-key.js';

export interface WriteOptions {
  /** Refused with `REVISION_MOVED` where the head is another. */
  readonly expectedRevision?: RevisionNumber;
  /** The turn that writes. */
  readonly turn?: string;
  /** Makes a retry safe: the same call under the same key answers the same. */
  readonly key?: string;
  /** The platform itself writes: its reserved paths, too. */
  readonly asPlatform?: boolean;
}

export interface Base {
  readonly state: AppState;
}

export interface Plan {
  /** In the order of the paths; only what differs. */
  readonly changes: readonly EntryChange[];
  /** Bytes that were given, of the files as they are now. */
  readonly contents: ReadonlyMap<Hash, Uint8Array>;
  readonly reason: string;
  readonly undoOf: RevisionNumber | null;
}

export interface Writing {
  /** What is done with what, for the key. */
  readonly arguments: ArgumentsOf;
  /** Works the change out; may be called again when the draft moves meanwhile. */
  plan(base: Base): Promise<Plan>;
  readonly triesMax?: number;
}

export async function write(room: Room, options: WriteOptions, writing: Writing): Promise<Written> {
  const { key, expectedRevision = null, turn = null, asPlatform = false } = options;
  const claim = claimKey(key, [expectedRevision, turn, asPlatform, writing.arguments]);
  const { triesMax = writeTriesMax } = writing;
  for (let tries = 1; tries <= triesMax; tries++) {
    const state = await stateOf(room);
    const first = await replayed<Written>(room, state, claim);
    if (first !== undefined) return first;
    const joined = await joinTurn(room, state, options.turn);
    checkExpected(state, options.expectedRevision);
    const plan = await planned(room, writing, { state: joined.state });
    if (plan === undefined) continue;
    const { answer, commit } = await worked(room, { plan, joined, claim });
    if ((await room.store.commit(room.app, commit)) === 'done') return answer;
  }
  return refuse(
    'REVISION_MOVED',
    `Others wrote to the draft each of the ${triesMax} times that this was tried.`,
    [],
    'Try again when they are done.',
  );
}

/** Undefined where the head was pruned meanwhile, so that all has to be read again. */
async function planned(room: Room, writing: Writing, base: Base): Promise<Plan | undefined> {
  try {
    return await writing.plan(base);
  } catch (error) {
    if (error instanceof HeadMoved) return undefined;
    // A refusal is only true of a head that still is one.
    if (error instanceof RefusalError && (await stateOf(room)).head !== base.state.head) return undefined;
    throw error;
  }
}

interface Worked {
  readonly plan: Plan;
  readonly joined: TurnJoined;
  readonly claim: KeyClaim | undefined;
}

async function worked(room: Room, { plan, joined, claim }: Worked): Promise<{ answer: Written; commit: Commit }> {
  const base = joined.state.head;
  const isChange = plan.changes.length > 0;
  const revision = isChange ? base + 1 : base;
  const files = changedFiles(plan.changes);
  const answer: Written = {
    outcome: isChange ? 'saved' : 'unchanged',
    revision,
    base,
    reason: plan.reason,
    files: files.slice(0, answeredFilesMax).map(toldOf),
    fileCount: files.length,
    ...(plan.undoOf === null ? {} : { undoOf: plan.undoOf }),
  };
  const key = keyRecord(claim, answer, revision);
  const { contents } = plan;
  const common = { now: room.clock.now(), turns: joined.records, contents, ...(key === undefined ? {} : { key }) };
  if (!isChange) {
    const counts = { ...joined.state.counts, unchanged: joined.state.counts.unchanged + 1 };
    return { answer, commit: { ...common, state: nextState(room, joined.state, { counts }) } };
  }
  const facts = { number: revision, at: timestamp(room), turn: joined.turn, ...(await measured(room, base, plan)) };
  const state = nextState(room, joined.state, {
    head: revision,
    turn: joined.turn === null ? joined.state.turn : written(joined.state, revision),
    counts: counted(joined, plan),
  });
  return {
    answer,
    commit: {
      ...common,
      state: pruned(state, room.policy.revisionsMax),
      revision: { facts, changes: plan.changes },
    },
  };
}

async function measured({ store, app }: Room, base: RevisionNumber, { changes, reason, undoOf }: Plan) {
  const before = await store.revision(app, base);
  let { files, bytes } = before ?? { files: 0, bytes: 0 };
  for (const { before: was, after } of changes) {
    files += Number(after !== null) - Number(was !== null);
    bytes += (after?.size ?? 0) - (was?.size ?? 0);
  }
  checkDraftBytes(bytes);
  return { reason, undoOf, files, bytes };
}

function written({ turn }: AppState, last: RevisionNumber): AppState['turn'] {
  return turn && { ...turn, last, revisions: turn.revisions + 1 };
}

function counted({ state: { counts }, turn }: TurnJoined, { changes, undoOf }: Plan): Counts {
  return {
    ...counts,
    turnRevisions: counts.turnRevisions + Number(turn !== null),
    undos: counts.undos + Number(undoOf !== null),
    writtenBytes: counts.writtenBytes + changes.reduce((sum, { after }) => sum + (after?.size ?? 0), 0),
  };
}

function checkExpected({ head }: AppState, expected: RevisionNumber | undefined): void {
  if (expected === undefined || expected === head) return;
  refuse(
    'REVISION_MOVED',
    `The draft is at r${head}, not at r${expected}, so nothing was written.`,
    [],
    `Look at what changed since r${expected}, then try again from r${head}.`,
  );
}
