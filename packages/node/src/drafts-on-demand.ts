/** The drafts of this machine, loaded and opened when the first verb on one is called. */
import type { AppDraft, Drafts } from '@verbatim/drafts';
import type { LocalDraftsOptions } from './drafts/open-local-drafts.js';
import type { World } from './world.js';

export function draftsOnDemand(world: World, options: LocalDraftsOptions): Pick<Drafts, 'app' | 'close'> {
  let drafts: Promise<Drafts> | undefined;
  const load = async (): Promise<Drafts> =>
    (await import('./drafts/open-local-drafts.js')).openLocalDraftsIn(world, options);
  return {
    app: (id) => draftOf(async () => (await (drafts ??= load())).app(id)),
    close: async () => (await drafts)?.close(),
  };
}

function draftOf(get: () => Promise<AppDraft>): AppDraft {
  return {
    save: async (...given) => (await get()).save(...given),
    apply: async (...given) => (await get()).apply(...given),
    write: async (...given) => (await get()).write(...given),
    delete: async (...given) => (await get()).delete(...given),
    rename: async (...given) => (await get()).rename(...given),
    edit: async (...given) => (await get()).edit(...given),
    undo: async (...given) => (await get()).undo(...given),
    regenerate: async (...given) => (await get()).regenerate(...given),
    startTurn: async (...given) => (await get()).startTurn(...given),
    turn: async (...given) => (await get()).turn(...given),
    revision: async (...given) => (await get()).revision(...given),
    read: async (...given) => (await get()).read(...given),
    diff: async (...given) => (await get()).diff(...given),
    history: async (...given) => (await get()).history(...given),
    standing: async () => (await get()).standing(),
    retained: async (...given) => (await get()).retained(...given),
    metrics: async () => (await get()).metrics(),
    recordCheck: async (...given) => (await get()).recordCheck(...given),
    publish: async (...given) => (await get()).publish(...given),
    confirmPublish: async (...given) => (await get()).confirmPublish(...given),
    ship: async (...given) => (await get()).ship(...given),
  };
}
