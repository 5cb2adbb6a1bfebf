import { join } from 'node:path';
import { afterEach } from 'vitest';
import { draftStoreContract, type OpenedStore } from '../src/contract/draft-store-contract.js';
import { createMemoryDraftStore, type DraftStore, openLmdbDraftStore } from '../src/index.js';
import { scratch } from './open.js';

const opened: DraftStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

draftStoreContract('lmdb', async (): Promise<OpenedStore> => {
  const dir = join(scratch(), 'drafts');
  const open = async (): Promise<DraftStore> => {
    await opened.pop()?.close();
    const store = await openLmdbDraftStore({ dir });
    opened.push(store);
    return store;
  };
  return { store: await open(), reopen: open };
});

draftStoreContract('memory', async () => {
  const store = createMemoryDraftStore();
  return { store, reopen: async () => store };
});
