/** The drafts of this machine: one folder beside the ledgers of the workspaces. */
import { join, resolve } from 'node:path';
import { createDrafts, type DraftStore, type Drafts, type DraftsOptions, openLmdbDraftStore } from '@verbatim/drafts';
import type { LockWatch } from '@verbatim/store';
import { systemWorld, type World } from '../world.js';

export interface LocalDraftsOptions {
  /** Where drafts are kept; else `VERBATIM_HOME`, else the system's folder for application data. */
  readonly home?: string;
  /** `read` creates nothing and takes no lock; where there are no drafts yet, every app reads as empty. */
  readonly mode?: 'read' | 'write';
  readonly lockWatch?: LockWatch;
  readonly policy?: DraftsOptions['policy'];
}

/** Opened when the first app is used; close it. */
export function openLocalDrafts(options: LocalDraftsOptions = {}): Drafts {
  return openLocalDraftsIn(systemWorld(), options);
}

export function openLocalDraftsIn(world: World, options: LocalDraftsOptions): Drafts {
  const disk = world.disk(undefined);
  const { clock, ids } = world;
  const { mode = 'write', lockWatch, policy } = options;
  const dir = join(resolve(world.folder, options.home ?? world.home), 'drafts');
  const store = opened(() =>
    openLmdbDraftStore({ dir, mode, disk, clock, ids, ...(lockWatch === undefined ? {} : { lockWatch }) }),
  );
  return createDrafts({ store, clock, ids, disk, ...(policy === undefined ? {} : { policy }) });
}

/** A store that is opened by its first use, so that whoever needs no drafts pays nothing for them. */
function opened(open: () => Promise<DraftStore>): DraftStore {
  let store: Promise<DraftStore> | undefined;
  const get = (): Promise<DraftStore> => (store ??= open());
  return {
    state: async (app) => (await get()).state(app),
    revision: async (app, number) => (await get()).revision(app, number),
    entries: async (app, number, paths) => (await get()).entries(app, number, paths),
    compare: async (app, from, to) => (await get()).compare(app, from, to),
    turn: async (app, id) => (await get()).turn(app, id),
    key: async (app, key) => (await get()).key(app, key),
    content: async (bytes) => (await get()).content(bytes),
    apps: async () => (await get()).apps(),
    commit: async (app, commit) => (await get()).commit(app, commit),
    verify: async (options) => (await get()).verify(options),
    close: async () => (await store)?.close(),
  };
}
