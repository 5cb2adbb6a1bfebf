/** One call for the usual way out: check the draft, then publish exactly what was checked. */
import type { Published, RevisionFiles, Shipped } from '../answers.js';
import { revisionFiles } from '../revision-files.js';
import { type Room, stateOf } from '../room.js';
import { claimKey, replayed } from '../write/request-key.js';
import { checkWritten, type FactOptions, recordCheck } from './check.js';
import { type PublishFunction, publishAs } from './publish.js';

/** Says whether the files pass. One that throws says no. */
export type CheckFunction = (files: RevisionFiles) => boolean | Promise<boolean>;

export interface Shipping {
  readonly check: CheckFunction;
  readonly publish: PublishFunction;
}

/** A shipped revision is answered again under its key; what failed is tried anew. */
export async function ship(room: Room, shipping: Shipping, { key }: FactOptions = {}): Promise<Shipped> {
  const claim = claimKey(key, ['ship']);
  const state = await stateOf(room);
  const first = await replayed<Published>(room, state, claim);
  if (first !== undefined) return { outcome: 'shipped', revision: first.revision, replayed: true };
  checkWritten(state, state.head);
  const files = await revisionFiles(room, state.head);
  const { revision } = files;
  const checked = await passes(shipping.check, files);
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
