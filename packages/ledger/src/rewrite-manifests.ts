/** Manifests that are missing, damaged or wrong, written anew from an index that is sound. */
import { type Clock, type Disk, type IdSource } from '@verbatim/core';
import { openDisk, openStore, randomIds, systemClock } from '@verbatim/store';
import { manifestProblems } from './check-manifests.js';
import { inTurn } from './exchange-index.js';
import { manifestFolder } from './manifest-words.js';
import { prepareManifests, writeManifest } from './manifests.js';
import { LedgerView } from './view.js';

export interface RewrittenManifests {
  readonly written: number;
  /** Where the damaged and the wrong ones lie now, relative to the ledger's folder; undefined where there were none. */
  readonly setAside?: string;
}

/** Changes nothing else, and needs no lock: what a manifest says never changes. */
export async function rewriteManifests(options: {
  readonly dir: string;
  readonly disk?: Disk;
  readonly clock?: Clock;
  readonly ids?: IdSource;
}): Promise<RewrittenManifests> {
  const { dir, disk = openDisk(), clock = systemClock, ids = randomIds } = options;
  const store = await openStore({ dir, disk, mode: 'read' });
  try {
    const { tree } = store;
    const problems = manifestProblems(tree, store).filter(({ code }) => code !== 'MANIFEST_FOREIGN');
    if (problems.length === 0) return { written: 0 };
    return await inTurn(tree, disk, async () => {
      const view = new LedgerView(store);
      const time = new Date(clock.now()).toISOString().replaceAll(':', '.');
      const setAside = `set-aside/${time}-${ids.next(4)}`;
      prepareManifests(store);
      let [written, aside] = [0, 0];
      for (const { code, manifest, action, snapshot } of problems) {
        if (code !== 'MANIFEST_MISSING') {
          if (aside++ === 0) tree.makeFolders(setAside);
          tree.rename(manifest, `${setAside}/${manifest.slice(manifestFolder.length + 1)}`);
        }
        writeManifest(store, view, ids, action ?? snapshot ?? '');
        if (tree.glance(manifest).kind === 'present') written++;
      }
      return { written, ...(aside > 0 ? { setAside } : {}) };
    });
  } finally {
    await store.close();
  }
}
