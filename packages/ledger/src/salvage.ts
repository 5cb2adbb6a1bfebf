/**
 * Rebuilds an index that is damaged or gone from copies and manifests. Manifests hold facts, never verdicts: what is rebuilt
 * is `recovered`, in History, revertible under the checks of Discard (P2), and never pending.
 */
import {
  type Attributes,
  type Clock,
  type Disk,
  type FileState,
  type Glance,
  type Hash,
  type IdSource,
  labels,
  type Tree,
} from '@verbatim/core';
import { copyState, indexFile, openCopies, openDisk, openStore, randomIds, systemClock } from '@verbatim/store';
import { inTurn, takeIndex } from './exchange-index.js';
import { manifestsPerTransaction } from './limits.js';
import type { CopyManifest, Manifest } from './manifest-words.js';
import { type AnyManifest, readManifests } from './read-manifests.js';
import { corrupt, isHash, problemsOf, type SalvageOptions, type SalvageProblem, statesOf } from './salvage-facts.js';
import { LedgerTransaction } from './transaction.js';
import { upgrade } from './upgrade.js';

export interface Rebuilt {
  readonly problems: readonly SalvageProblem[];
  /** Actions in the new index, copies on their own (restore points, what restores saved), and the files of both. */
  readonly actions: number;
  readonly points: number;
  readonly files: number;
  /** Distinct copies that manifests name and that are sound. */
  readonly copies: number;
  /** Distinct copies that manifests name and that are not there: removed to make room, or lost. */
  readonly missing: number;
  /** Copies that no manifest names; they stay, and `copyOut` finds them. */
  readonly unnamed: number;
  /** Where the old index lies now, relative to the ledger's folder; undefined where there was none. */
  readonly setAside?: string;
}

export interface RebuildOptions extends SalvageOptions {
  /** The index that was found damaged; another one that has come into its place is left alone. */
  readonly judged?: Glance;
}

/**
 * Sets the old index aside, makes a new one of what there is, and moves it in. Durable when it resolves; where it throws, all
 * is as it was; killed before the last step, the ledger is without an index and this can be run again. Throws
 * `VERBATIM_LEDGER_IN_USE` where another process has the index open for writing.
 */
export async function rebuildIndex(options: RebuildOptions): Promise<Rebuilt> {
  const { disk = openDisk() } = options;
  const tree = disk.openTree(options.dir, { private: true });
  try {
    return await inTurn(tree, disk, () => rebuildIn(tree, disk, options));
  } finally {
    tree.close();
  }
}

async function rebuildIn(tree: Tree, disk: Disk, options: RebuildOptions): Promise<Rebuilt> {
  const { clock = systemClock, ids = randomIds, judged } = options;
  clearWork(tree);
  const time = new Date(clock.now()).toISOString().replaceAll(':', '.');
  const taken = takeIndex(tree, disk, `${time}-${ids.next(4)}`, judged);
  try {
    // Read only now: whoever had the index open has written the manifests of all that it acknowledged.
    const { manifests, damaged } = readManifests(tree);
    const found = checkCopies(tree, manifests, options);
    const work = `${workPrefix}${ids.next(8)}`;
    await fillIndex({ dir: `${tree.path}/${work}`, disk, clock, ids }, manifests, found, ownerOf(tree));
    taken.replaceBy(`${work}/${indexFile}`);
    return {
      problems: [...problemsOf(damaged), ...found.problems],
      actions: manifests.filter((manifest) => 'action' in manifest).length,
      points: manifests.filter((manifest) => 'copy' in manifest).length,
      files: new Set([...statesOf(manifests)].map(({ path }) => path)).size,
      copies: found.sound.size,
      missing: found.missing.size,
      unnamed: found.unnamed.length,
      ...(taken.setAside === undefined ? {} : { setAside: taken.setAside }),
    };
  } catch (error) {
    taken.putBack();
    throw error;
  } finally {
    clearWork(tree);
  }
}

interface FoundCopies {
  readonly sound: ReadonlySet<Hash>;
  readonly missing: ReadonlySet<Hash>;
  readonly unnamed: readonly Hash[];
  readonly problems: readonly SalvageProblem[];
}

/** Reads every copy that a manifest names. */
function checkCopies(tree: Tree, manifests: readonly AnyManifest[], { onCopy }: SalvageOptions): FoundCopies {
  const copies = openCopies(tree, randomIds);
  const [sound, missing, seen] = [new Set<Hash>(), new Set<Hash>(), new Set<Hash>()];
  const problems: SalvageProblem[] = [];
  let bytes = 0;
  for (const { path, state } of statesOf(manifests)) {
    if (state?.kind !== 'present' || seen.has(state.hash)) continue;
    const { hash, size } = state;
    seen.add(hash);
    const found = copyState(copies, hash, size);
    if (found === 'missing') missing.add(hash);
    else if (found === 'sound') sound.add(hash);
    else problems.push(corrupt(hash, path));
    bytes += size;
    onCopy?.(seen.size, bytes);
  }
  return { sound, missing, problems, unnamed: copies.list().filter((hash) => isHash(hash) && !seen.has(hash)) };
}

interface NewIndex {
  readonly dir: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: IdSource;
}

async function fillIndex(
  world: NewIndex,
  manifests: readonly AnyManifest[],
  { missing }: FoundCopies,
  owner: Owner,
): Promise<void> {
  const store = await openStore({ ...world, mode: 'write' });
  try {
    upgrade(store, 'write');
    for (let from = 0; from < manifests.length; from += manifestsPerTransaction) {
      store.transaction('salvage', (writer) => {
        const transaction = new LedgerTransaction(writer);
        // Numbers of the old index are not given again (P12).
        if (from === 0) transaction.startSequenceAfter(manifests.at(-1)?.seq ?? 0);
        for (const manifest of manifests.slice(from, from + manifestsPerTransaction)) {
          if ('copy' in manifest) putPoint(transaction, manifest, missing, owner);
          else putRecovered(transaction, manifest, missing, owner, world.ids);
        }
      });
    }
  } finally {
    await store.close();
  }
}

/** A copy on its own keeps its id; one whose bytes are gone is left out. */
function putPoint(
  transaction: LedgerTransaction,
  { copy: id, path, label, at, note, state }: CopyManifest,
  missing: ReadonlySet<Hash>,
  owner: Owner,
): void {
  if (state.kind === 'present' && missing.has(state.hash)) return;
  const attributes = attributesOf(state, owner);
  const seq = transaction.nextSequence();
  transaction.putSnapshot({ id, seq, path, label, state, attributes, at, action: null, pinned: false, note });
  transaction.removeManifestDue(id);
}

function putRecovered(
  transaction: LedgerTransaction,
  { action: id, verb, agent, request, at, files }: Manifest,
  missing: ReadonlySet<Hash>,
  owner: Owner,
  ids: IdSource,
): void {
  const seq = transaction.nextSequence();
  const isThere = (state: FileState | null): state is FileState =>
    state !== null && (state.kind === 'absent' || !missing.has(state.hash));
  const paths = files.map(({ path }) => path);
  const facts = { verb, agent, request, at, count: paths.length, paths };
  transaction.putAction({ ...facts, id, seq, status: 'recovered', folders: [], decision: null, process: null });
  files.forEach(({ path, kind, before, after }, index) => {
    const [beforeId, afterId] = [`s${ids.next(10)}`, `s${ids.next(10)}`];
    for (const half of [
      { id: beforeId, label: labels.before, state: before },
      { id: afterId, label: labels.after, state: after },
    ]) {
      if (!isThere(half.state)) continue;
      const { id: snapshot, label, state } = half;
      const attributes = attributesOf(state, owner);
      const copy = { id: snapshot, path, label, state, attributes, at, action: id, pinned: false, note: null };
      transaction.putSnapshot({ ...copy, seq: transaction.nextSequence() });
    }
    // Half a pair is never acted on (P11); the half that is there can still be restored.
    const pruned = isThere(before) && isThere(after) ? {} : ({ pruned: true } as const);
    const halves = { before: beforeId, after: afterId, identity: null };
    transaction.putPair({ action: id, seq, index, path, kind, ...halves, ...pruned });
  });
}

type Owner = Pick<Attributes, 'uid' | 'gid'>;

/** Owner and extended attributes are not in manifests: with both halves alike, those of the file on disk stay. */
function attributesOf(state: FileState, { uid, gid }: Owner): Attributes | null {
  return state.kind === 'absent' ? null : { mode: state.mode, uid, gid, extended: {} };
}

function ownerOf(tree: Tree): Owner {
  const { uid, gid } = tree.newAttributes(indexFile);
  return { uid, gid };
}

const workPrefix = 'rebuild-';

/** Removes what an earlier try left. The new index is named by nothing until it is moved in. */
function clearWork(tree: Tree): void {
  for (const { name } of tree
    .list('')
    .filter((entry) => entry.kind === 'folder' && entry.name.startsWith(workPrefix))) {
    for (const entry of tree.list(name)) {
      if (entry.kind === 'file') tree.remove(`${name}/${entry.name}`);
      else tree.removeFolder(`${name}/${entry.name}`);
    }
    tree.removeFolder(name);
  }
}
