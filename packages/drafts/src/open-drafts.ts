/** Drafts on this machine: the logic over the local store. */
import { isAbsolute } from 'node:path';
import type { StoreOptions } from '@verbatim/store';
import { invalid } from './arguments.js';
import { createDrafts, type Drafts, type DraftsOptions } from './drafts.js';
import { openLmdbDraftStore } from './lmdb/lmdb-draft-store.js';

export interface OpenDraftsOptions extends StoreOptions {
  readonly policy?: DraftsOptions['policy'];
}

/**
 * `dir` is the drafts' own folder; throws `VERBATIM_CALL_INVALID` unless it is absolute. Mode `read` creates nothing and takes
 * no lock.
 */
export async function openDrafts(options: OpenDraftsOptions): Promise<Drafts> {
  const { policy, ...storeOptions } = options;
  const { dir, clock, ids, disk } = options;
  if (typeof dir !== 'string' || !isAbsolute(dir)) invalid('The folder of the drafts must be an absolute path.', dir);
  return createDrafts({
    store: await openLmdbDraftStore(storeOptions),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(disk === undefined ? {} : { disk }),
    ...(policy === undefined ? {} : { policy }),
  });
}
