/**
 * Publishing one exact revision: a lease record first, then the publish function, then the mark. What lies between is not
 * ours to know: where the process died there, the publish is *unconfirmed* until somebody confirms it or publishes again.
 */
import { refuse } from '@verbatim/core';
import type { Published, RevisionFiles } from '../answers.js';
import { checkFunction, invalid, kindOf } from '../arguments.js';
import { unknownPublisherAge } from '../limits.js';
import { publishesOpen } from '../retention.js';
import { revisionFiles } from '../revision-files.js';
import { nextState, type Room, stateOf, timestamp } from '../room.js';
import {
  type AppState,
  type KeyClaim,
  noMarks,
  type Publishing,
  type PublishLease,
  type RevisionNumber,
} from '../words.js';
import { begunUnder, claimKey, replayed } from '../write/request-key.js';
import { checkWritten, type FactOptions } from './check.js';

/** Puts the files live and answers nothing; throws where that fails. After any other answer nobody knows: it is thrown for. */
export type PublishFunction = (files: RevisionFiles) => void | Promise<void>;

export interface PublishOptions extends FactOptions {
  /** The head where it is left out. */
  readonly revision?: RevisionNumber;
}

export function publish(room: Room, run: PublishFunction, options: PublishOptions): Promise<Published> {
  const { key, revision } = options;
  return publishAs(room, run, { claim: claimKey(key, ['publish', revision ?? null]), revision });
}

export async function publishAs(
  room: Room,
  run: PublishFunction,
  { claim, revision }: { readonly claim: KeyClaim | undefined; readonly revision: RevisionNumber | undefined },
): Promise<Published> {
  checkFunction('The publish', run, room.app);
  const token = room.ids.next(16);
  room.publishing.add(token);
  try {
    const taken = await takeLease(room, { token, claim, revision });
    if ('outcome' in taken) return taken;
    let said: unknown;
    try {
      said = await run(await revisionFiles(room, taken.revision));
    } catch (error) {
      return await released(room, taken, error);
    }
    return said === undefined ? await marked(room, taken, taken.revision) : answersToo(room, said);
  } finally {
    room.publishing.delete(token);
  }
}

/** Says that a publish which was cut short did happen: its revision is live. What else was cut short is closed with it. */
export async function confirmPublish(room: Room, revision?: RevisionNumber): Promise<Published> {
  const { publishing } = await stateOf(room);
  const open = publishStatus(room, publishing) === 'unconfirmed' ? publishesOpen(publishing) : [];
  const confirmed = open.find((one) => revision === undefined || one.revision === revision);
  if (publishing === null || confirmed === undefined) {
    return refuse(
      'NOTHING_TO_CONFIRM',
      `No publish of ${revision === undefined ? 'this app' : `r${revision}`} waits for a confirmation.`,
    );
  }
  return marked(room, publishing, confirmed.revision);
}

/** `unconfirmed` where whoever published is gone, or where this process gave up without telling how it ended. */
export function publishStatus(room: Room, publishing: Publishing | null): 'none' | 'running' | 'unconfirmed' {
  if (publishing === null) return 'none';
  const { owner, token, at } = publishing;
  const self = room.publishers.self();
  const isOurs = owner.pid === self.pid && owner.started === self.started && owner.boot === self.boot;
  if (isOurs) return room.publishing.has(token) ? 'running' : 'unconfirmed';
  const liveness = room.publishers.liveness(owner);
  if (liveness !== 'unknown') return liveness === 'alive' ? 'running' : 'unconfirmed';
  return room.clock.now() - Date.parse(at) > unknownPublisherAge ? 'unconfirmed' : 'running';
}

async function takeLease(
  room: Room,
  { token, claim, revision }: { token: string; claim: KeyClaim | undefined; revision: RevisionNumber | undefined },
): Promise<Publishing | Published> {
  for (;;) {
    const state = await stateOf(room);
    const first = await replayed<Published>(room, state, claim);
    if (first !== undefined) return first;
    const chosen = revision ?? begunUnder(state, claim)?.revision ?? state.head;
    checkWritten(state, chosen);
    if (publishStatus(room, state.publishing) === 'running') {
      refuse(
        'PUBLISH_RUNNING',
        `r${state.publishing?.revision} is being published; one publish of an app at a time.`,
        [],
        'Wait until it is done.',
      );
    }
    const publishing = {
      revision: chosen,
      token,
      at: timestamp(room),
      owner: room.publishers.self(),
      earlier: earlierThan(state.publishing),
      ...(claim === undefined ? {} : { claim }),
    };
    const commit = { state: nextState(room, state, { publishing }), now: room.clock.now() };
    if ((await room.store.commit(room.app, commit)) === 'done') return publishing;
  }
}

/** What was cut short before, of each revision and key once. */
function earlierThan(publishing: Publishing | null): readonly PublishLease[] {
  if (publishing === null) return [];
  const { earlier, ...lease } = publishing;
  const isOther = ({ revision, claim }: PublishLease): boolean =>
    revision !== lease.revision || claim?.key !== lease.claim?.key;
  return [lease, ...earlier.filter(isOther)];
}

/** Ends the lease with its revision live, or with an earlier one; every key that was to publish that one answers so from now on. */
async function marked(room: Room, lease: Publishing, revision: RevisionNumber): Promise<Published> {
  const answer: Published = { outcome: 'published', revision };
  const records = claimsOf(lease, revision).map((claim) => ({ ...claim, answer, revision }));
  // A commit holds one key: the last is stored with the mark.
  for (const key of records.slice(0, -1)) await settle(room, lease, async (state) => ({ state, key }));
  const key = records.at(-1);
  await settle(room, lease, async (state) => {
    const before = (await room.store.revision(room.app, revision))?.marks ?? noMarks;
    return {
      marks: { revision, marks: { ...before, published: timestamp(room) } },
      state: {
        ...state,
        published: revision,
        publishing: null,
        counts: { ...state.counts, publishes: state.counts.publishes + 1 },
      },
      ...(key === undefined ? {} : { key }),
    };
  });
  return answer;
}

/** Of each key once, the newest last. */
function claimsOf(publishing: Publishing, of: RevisionNumber): KeyClaim[] {
  const claims = publishesOpen(publishing)
    .toReversed()
    .flatMap(({ revision, claim }) => (revision === of && claim !== undefined ? [claim] : []));
  return claims.filter(({ key }, at) => claims.findLastIndex((one) => one.key === key) === at);
}

async function released(room: Room, lease: Publishing, error: unknown): Promise<Published> {
  const [open, ...earlier] = lease.earlier;
  const publishing = open === undefined ? null : { ...open, earlier };
  await settle(room, lease, async (state) => ({ state: { ...state, publishing } }));
  return {
    outcome: 'failed',
    revision: lease.revision,
    message: String((error as Error | undefined)?.message ?? error),
  };
}

/** The lease stays: the files may be live or not, so that the publish is unconfirmed. */
function answersToo({ app }: Room, said: unknown): never {
  return invalid(
    `The publish function may answer nothing, and answered ${kindOf(said)}, so the publish is unconfirmed.`,
    app,
    'Have it throw where it fails, and answer nothing where the files are live; then confirm this publish or publish again.',
  );
}

/** Ends the lease, which stays this one until then: nobody takes over from a publisher that is there. */
async function settle(
  room: Room,
  { token }: Publishing,
  ending: (state: AppState) => Promise<Omit<Parameters<Room['store']['commit']>[1], 'now'>>,
): Promise<void> {
  for (;;) {
    const state = await stateOf(room);
    if (state.publishing?.token !== token) {
      return refuse('NOTHING_TO_CONFIRM', 'This publish was closed by another one meanwhile.');
    }
    const end = await ending(state);
    const commit = { ...end, state: nextState(room, end.state, {}), now: room.clock.now() };
    if ((await room.store.commit(room.app, commit)) === 'done') return;
  }
}
