/** Checks are facts about one exact revision. */
import { refuse } from '@verbatim/core';
import type { Checked } from '../answers.js';
import { checkBoolean } from '../arguments.js';
import { retainedOf } from '../retention.js';
import { checkRetained, nextState, type Room, stateOf, timestamp } from '../room.js';
import { type AppState, noMarks, type RevisionNumber } from '../words.js';
import { claimKey, keyRecord, replayed } from '../write/request-key.js';

export interface FactOptions {
  /** Makes a retry safe: the same call under the same key answers the same. */
  readonly key?: string;
}

export async function recordCheck(
  room: Room,
  revision: RevisionNumber,
  result: { readonly ok: boolean },
  options: FactOptions = {},
): Promise<Checked> {
  const ok = result?.ok;
  checkBoolean('The result `ok` of a check', ok, room.app);
  const claim = claimKey(options.key, ['check', revision, ok]);
  for (;;) {
    const state = await stateOf(room);
    const first = await replayed<Checked>(room, state, claim);
    if (first !== undefined) return first;
    checkWritten(state, revision);
    const answer: Checked = { outcome: 'checked', revision, ok };
    const key = keyRecord(claim, answer, revision);
    const before = (await room.store.revision(room.app, revision))?.marks ?? noMarks;
    const { counts } = state;
    const commit = {
      now: room.clock.now(),
      marks: { revision, marks: { ...before, check: { ok, at: timestamp(room) } } },
      state: nextState(room, state, {
        passed: await passedWith(room, state, revision, ok),
        counts: { ...counts, checks: counts.checks + 1, failedChecks: counts.failedChecks + Number(!ok) },
      }),
      ...(key === undefined ? {} : { key }),
    };
    if ((await room.store.commit(room.app, commit)) === 'done') return answer;
  }
}

/** Refuses what `checkRetained` does, and r0: there is nothing in it to check or to publish. */
export function checkWritten(state: AppState, revision: RevisionNumber): void {
  checkRetained(state, revision);
  if (revision === 0) refuse('INPUT_INVALID', 'r0 is the empty draft; there is nothing to check or to publish.');
}

/** A pass that is taken back leaves the one before it. */
async function passedWith(
  room: Room,
  state: AppState,
  revision: RevisionNumber,
  ok: boolean,
): Promise<AppState['passed']> {
  const { last, newest } = state.passed;
  if (ok) return { last: revision, newest: Math.max(newest ?? 0, revision) };
  if (last !== revision && newest !== revision) return state.passed;
  const others = await Promise.all(
    retainedOf(state)
      .filter((number) => number !== revision)
      .map((number) => room.store.revision(room.app, number)),
  );
  const passed = others.flatMap((one) => (one?.marks.check?.ok === true ? [{ ...one, at: one.marks.check.at }] : []));
  const latest = passed.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).at(-1);
  return {
    last: last === revision ? (latest?.number ?? null) : last,
    newest: newest === revision ? (passed.at(-1)?.number ?? null) : newest,
  };
}
