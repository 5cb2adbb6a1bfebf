/** Opens workspace, home, ledger and review, or refuses before anything is written. */
import { type Disk, RefusalError, refuse, type Tree } from '@verbatim/core';
import type { AppDraft } from '@verbatim/drafts';
import { type Ledger, openLedger } from '@verbatim/ledger';
import { createReview, type Review, type ReviewLimits, type SignalPort } from '@verbatim/review';
import type { LockWatch } from '@verbatim/store';
import { draftsOnDemand } from './drafts-on-demand.js';
import { type Edits, edits } from './edits/edits.js';
import { isFolderInReach } from './folder-in-reach.js';
import { formatsOnDemand, withFormats } from './formats/on-demand.js';
import { holdSignals } from './hold-signals.js';
import { openPlaces } from './places.js';
import { knownWorkspace } from './workspaces/known-workspace.js';
import {
  assertWholeFor,
  ledgerFolder,
  newWorkspace,
  type Registry,
  readRegistry,
  save,
} from './workspaces/registry.js';
import { isAnotherThan, isFolderOf, type Workspace, withFolder } from './workspaces/workspace.js';
import { systemWorld, type World } from './world.js';

export interface OpenOptions {
  /** The workspace folder. */
  readonly root: string;
  /** Where ledgers are kept; else `VERBATIM_HOME`, else the system's folder for application data. */
  readonly home?: string;
  /**
   * `read` creates nothing and takes no lock; an unknown workspace reads as an empty review. `known` is `write` where the
   * workspace is known, else `read`. Default `write`.
   */
  readonly mode?: 'write' | 'known' | 'read';
  /** What holds signals back while files are changed; by default they are sent again afterwards. */
  readonly signals?: SignalPort;
  /** Whom to tell of a long wait for another process. */
  readonly lockWatch?: LockWatch;
  /** Go on where this disk offers no way to replace a file without a moment in which a save could be lost. */
  readonly allowUnsafeReplace?: boolean;
  /** Limits of the review; what is not named keeps its default. */
  readonly limits?: Partial<ReviewLimits>;
  /** Where deleted files go; else the user's trash. */
  readonly trashFolder?: string;
}

export interface Verbatim {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly home: string;
  /** False where no ledger knew this workspace before. */
  readonly isKnown: boolean;
  readonly ledger: Ledger;
  readonly review: Review;
  readonly edits: Edits;
  /** The draft of an app, from the drafts of this machine; they are opened when one is first used. */
  drafts(app: string): AppDraft;
  /** What opening finished or put back after a crash, and that another folder is here than before, in sentences. */
  readonly recovered: readonly string[];
  /** True where a regular file of the workspace is at this path (absolute, or relative to the root). */
  hasFile(path: string): boolean;
  close(): Promise<void>;
}

/**
 * Opens Verbatim for one workspace. A workspace seen for the first time is registered, durably (mode `write`). An operation
 * that a crash cut short is finished or put back first, in either mode. Refuses with a `RefusalError`: `ROOT_FORBIDDEN`,
 * `HOME_IN_WORKSPACE`, `HOME_UNSAFE`, `WORKSPACE_MOVED`, `PLATFORM_UNSUPPORTED`, `INPUT_INVALID` (no such folder).
 */
export async function openVerbatim(options: OpenOptions): Promise<Verbatim> {
  return openVerbatimIn(systemWorld(), options);
}

export async function openVerbatimIn(world: World, options: OpenOptions): Promise<Verbatim> {
  if (world.platform === 'win32') {
    refuse('PLATFORM_UNSUPPORTED', 'Verbatim does not run on Windows yet.', [options.root], 'Use Linux, or WSL.');
  }
  const disk = world.disk(options.trashFolder ?? world.trashFolder);
  const places = openPlaces(world, disk, { root: options.root, home: options.home ?? world.home });
  try {
    const registry = readRegistry(disk, places.home);
    const known = knownWorkspace(registry, disk, places.root);
    if (known === undefined) assertWholeFor(places.root.path, registry);
    const workspace = known ?? newWorkspace(registry, places.root, world.clock);
    const isRead = options.mode === 'read' || (options.mode === 'known' && known === undefined);
    if (!isRead) record(disk, registry, places.root, workspace, known !== undefined);
    const { ledger, review, recovered } = await openReview(
      world,
      disk,
      { ...options, mode: isRead ? 'read' : 'write' },
      places.root,
      ledgerFolder(registry, workspace),
    );
    const drafts = draftsOnDemand(world, { home: places.home, mode: isRead ? 'read' : 'write' });
    return {
      root: places.root.path,
      home: places.home,
      isKnown: known !== undefined,
      ledger,
      review,
      edits,
      drafts: (app) => drafts.app(app),
      recovered: [...recovered, ...saysOtherFolder(ledger, places.root, known)],
      hasFile: (path) => hasFile(disk, places.root.path, path),
      async close() {
        review.close();
        await ledger.close();
        await drafts.close();
      },
    };
  } finally {
    places.root.close();
  }
}

/** Makes the record durable where it is new, or where another folder is at the known path now. */
function record(disk: Disk, registry: Registry, root: Tree, workspace: Workspace, isKnown: boolean): void {
  if (!isKnown) return save(disk, registry, workspace);
  if (workspace.root !== root.path || isFolderOf(workspace, root.identity) || root.identity.birth === null) return;
  save(disk, registry, withFolder(workspace, root.identity));
}

/** Said until the record knows the folder that is here, where something of the one before waits. */
function saysOtherFolder(ledger: Ledger, root: Tree, known: Workspace | undefined): readonly string[] {
  const isOther = known?.root === root.path && isAnotherThan(known, root.identity);
  if (!isOther || ledger.read((view) => view.waiting()).length === 0) return [];
  return [
    'What waits was edited in another folder than the one that is here now. If that one was moved, run verbatim relocate where it is now: its reviews go along.',
  ];
}

interface Opened {
  readonly ledger: Ledger;
  readonly review: ReturnType<typeof createReview>;
  readonly recovered: readonly string[];
}

async function openReview(
  world: World,
  disk: Disk,
  options: OpenOptions & { readonly mode: 'read' | 'write' },
  root: Tree,
  dir: string,
): Promise<Opened> {
  const { clock, ids } = world;
  const { lockWatch, allowUnsafeReplace, limits, signals = holdSignals() } = options;
  const open = (mode: 'read' | 'write'): Promise<Ledger> =>
    openLedger({ dir, disk, clock, ids, mode, ...(lockWatch === undefined ? {} : { lockWatch }) });
  const reviewOf = (ledger: Ledger): Opened['review'] =>
    withFormats(
      createReview({
        ledger,
        disk,
        formats: formatsOnDemand,
        root: root.path,
        signals,
        ...(limits === undefined ? {} : { limits }),
        ...(allowUnsafeReplace === undefined ? {} : { allowUnsafeReplace }),
      }),
    );

  let ledger = await open(options.mode);
  try {
    if (options.mode === 'read') {
      if (!ledger.needsRecovery(disk.liveness, (path) => isFolderInReach(root, path))) {
        return { ledger, review: reviewOf(ledger), recovered: [] };
      }
      await ledger.close();
      ledger = await open('write');
    }
    const review = reviewOf(ledger);
    return { ledger, review, recovered: await review.recover() };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

function hasFile(disk: Disk, root: string, path: string): boolean {
  const tree = disk.openTree(root);
  try {
    return tree.glance(tree.locate(path)).kind === 'present';
  } catch (error) {
    // A folder, a link or a path that leads out is no file of the workspace.
    if (error instanceof RefusalError) return false;
    throw error;
  } finally {
    tree.close();
  }
}
