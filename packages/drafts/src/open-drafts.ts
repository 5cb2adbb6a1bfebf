/** Drafts on this machine: the logic over the local store. */
import type { StoreOptions } from '@verbatim/store';
import { createDrafts, type Drafts, type DraftsOptions } from './drafts.js';
import { openLmdbDraftStore } from './lmdb/lmdb-draft-store.js';

export interface OpenDraftsOptions extends StoreOptions {
  readonly policy?: DraftsOptions['policy'];
}

/** `dir` is the drafts' own folder, absolute. Mode `read` creates nothing and takes no lock. */
export async function openDrafts(options: OpenDraftsOptions): Promise<Drafts> {
  const { policy, ...storeOptions } = options;
  const { clock, ids, disk } = options;
  return createDrafts({
    store: await openLmdbDraftStore(storeOptions),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(disk === undefined ? {} : { disk }),
    ...(policy === undefined ? {} : { policy }),
  });
}
