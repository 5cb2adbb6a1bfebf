/**
 * Salvage: a new index for a ledger whose own is damaged or gone, new manifests for one whose index is sound, or all its intact
 * copies as plain files.
 */
import { resolve } from 'node:path';
import { refuse } from '@verbatim/core';
import {
  type CopiedOut,
  copyOut,
  indexFile,
  type Rebuilt,
  type RewrittenManifests,
  rebuildIndex,
  rewriteManifests,
  type SalvageOptions,
} from '@verbatim/ledger';
import { findFolder, isWithin, realPath } from './places.js';
import { surveyIndex } from './survey/survey-index.js';
import { findLedger } from './workspaces/find-ledger.js';
import { ledgerFolder, save } from './workspaces/registry.js';
import { systemWorld, type World } from './world.js';

export interface SalvageInput {
  /** The workspace folder. */
  readonly root: string;
  readonly home?: string;
  /** Copies all intact copies into this new or empty folder, and leaves the ledger as it is. */
  readonly to?: string;
  readonly onCopy?: SalvageOptions['onCopy'];
}

/** `ok` is false where something could not be saved; `problems` says what. */
export type Salvaged =
  | ({ readonly outcome: 'rebuilt'; readonly ok: boolean; readonly why: readonly string[] } & Rebuilt)
  | ({ readonly outcome: 'copied'; readonly ok: boolean; readonly to: string } & CopiedOut)
  /** The index is sound and stays; manifests that were missing, damaged or wrong have been written anew from it. */
  | ({ readonly outcome: 'mended'; readonly ok: true; readonly problems: readonly [] } & RewrittenManifests)
  /** The index and its manifests are sound, or there is nothing to make an index of. */
  | {
      readonly outcome: 'unchanged';
      readonly ok: true;
      readonly problems: readonly [];
      readonly notes: readonly string[];
    };

/**
 * Never touches a file of the workspace. The old index is set aside, never deleted. Refuses what opening refuses, and
 * `PATH_TAKEN` where `to` holds anything; throws `VERBATIM_LEDGER_IN_USE` and `VERBATIM_LEDGER_NEWER`.
 */
export function salvage(input: SalvageInput): Promise<Salvaged> {
  return salvageIn(systemWorld(), input);
}

export async function salvageIn(world: World, { to, onCopy, ...given }: SalvageInput): Promise<Salvaged> {
  const disk = world.disk(undefined);
  const found = findLedger(world, disk, given);
  const dir = ledgerFolder(found.registry, found.workspace);
  const ledger = findFolder(disk, dir, { private: true })?.tree;
  const judged = ledger?.glance(indexFile);
  ledger?.close();
  if (judged === undefined) return unchanged('This workspace has no ledger, so there is nothing to salvage.');
  const progress = onCopy === undefined ? {} : { onCopy };
  if (to !== undefined) {
    const target = resolve(world.folder, to);
    if (isWithin(realPath(disk, target), found.registry.home)) {
      refuse(
        'INPUT_INVALID',
        'That folder lies in the home of the copies.',
        [target],
        'Name a folder elsewhere with --to DIR.',
      );
    }
    const copied = copyOut({ dir, disk, to: target, ...progress });
    return { outcome: 'copied', ok: copied.problems.length === 0, to: target, ...copied };
  }
  const index = surveyIndex(dir);
  const here = { dir, disk, clock: world.clock, ids: world.ids };
  if (index.state === 'sound') {
    const mended = await rewriteManifests(here);
    if (mended.written === 0 && mended.setAside === undefined)
      return unchanged('The index is sound, so it stays as it is.');
    return { outcome: 'mended', ok: true, problems: [], ...mended };
  }
  const why = index.state === 'absent' ? ['There is no index.'] : index.why;
  const rebuilt = await rebuildIndex({ ...here, judged, ...progress });
  if (!found.isKnown) save(disk, found.registry, found.workspace);
  return { outcome: 'rebuilt', ok: rebuilt.problems.length === 0, why, ...rebuilt };
}

function unchanged(note: string): Salvaged {
  return { outcome: 'unchanged', ok: true, problems: [], notes: [note] };
}
