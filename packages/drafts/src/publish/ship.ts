/** One call for the usual way out: check the draft, then publish exactly what was checked. */
import type { Published, RevisionFiles, Shipped } from '../answers.js';
import { checkBoolean, checkFunction } from '../arguments.js';
import { revisionFiles } from '../revision-files.js';
import { type Room, stateOf } from '../room.js';
import { begunUnder, claimKey, replayed } from '../write/request-key.js';
import { checkWritten, type FactOptions, recordCheck } from './check.js';
import { type PublishFunction, publishAs } from './publish.js';

/** Says `true` or `false`: whether the files pass. One that throws says no; any other answer is none, and nothing is recorded. */
export type CheckFunction = (files: RevisionFiles) => boolean | Promise<boolean>;

export interface Shipping {
  readonly check: CheckFunction;
  readonly publish: PublishFunction;
}

/**
 * A shipped revision is answered again under its key; what failed is tried anew, and what was cut short with the revision that
 * was begun. Throws `VERBATIM_CALL_INVALID` where a function answers what it may not.
 */
export async function ship(room: Room, shipping: Shipping, { key }: FactOptions = {}): Promise<Shipped> {
  checkFunction('The check', shipping.check, room.app);
  checkFunction('The publish', shipping.publish, room.app);
  const claim = claimKey(key, ['ship']);
  const state = await stateOf(room);
  const first = await replayed<Published>(room, state, claim);
  if (first !== undefined) return { outcome: 'shipped', revision: first.revision, replayed: true };
  const revision = begunUnder(state, claim)?.revision ?? state.head;
  checkWritten(state, revision);
  const checked = await passes(shipping.check, await revisionFiles(room, revision));
  checkBoolean('The answer of the check', checked.ok, room.app);
  await recordCheck(room, revision, checked);
  if (!checked.ok) return { outcome: 'check-failed', revision, ...(checked.message && { message: checked.message }) };
  const published = await publishAs(room, shipping.publish, { claim, revision });
  if (published.outcome === 'published') return { outcome: 'shipped', revision: published.revision };
  return { outcome: 'publish-failed', revision, ...(published.message && { message: published.message }) };
}

async function passes(check: CheckFunction, files: RevisionFiles): Promise<{ ok: boolean; message?: string }> {
  try {
    return { ok: await check(files) };
  } catch (error) {
    return { ok: false, message: String((error as Error | undefined)?.message ?? error) };
  }
}
