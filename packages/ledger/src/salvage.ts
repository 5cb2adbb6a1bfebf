/**
 * Rebuilds an index that is damaged or gone from copies and manifests. Manifests hold facts, never verdicts: what is rebuilt
 * is `recovered`, in History, revertible under the checks of Discard (P2), and never pending.
 */
import {
  type Attributes,
  type Clock,
  type Disk,
  type FileState,
  type Hash,
  type IdSource,
  labels,
  type Tree,
  VerbatimError,
} from '@verbatim/core';
import { indexFile, openCopies, openDisk, openStore, randomIds, systemClock, writerFile } from '@verbatim/store';
import { manifestsPerTransaction } from './limits.js';
import type { CopyManifest, Manifest } from './manifests.js';
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

/**
 * Makes a new index beside the old one, sets the old one aside, and moves the new one in. Durable when it resolves; killed
 * before the last step, the ledger is without an index and this can be run again. Throws `VERBATIM_LEDGER_IN_USE` where
 * another process is alive that wrote to the old index.
 */
export async function rebuildIndex(options: SalvageOptions): Promise<Rebuilt> {
  const { disk = openDisk(), clock = systemClock, ids = randomIds } = options;
  const tree = disk.openTree(options.dir, { private: true });
  try {
    checkNotInUse(tree, disk);
    clearWork(tree);
    const { manifests, damaged } = readManifests(tree);
    const found = checkCopies(tree, manifests, options);
    const work = `${workPrefix}${ids.next(8)}`;
    await fillIndex({ dir: `${tree.path}/${work}`, disk, clock, ids }, manifests, found, ownerOf(tree));
    const setAside = setIndexAside(
      tree,
      `set-aside/${new Date(clock.now()).toISOString().replaceAll(':', '.')}-${ids.next(4)}`,
    );
    tree.rename(`${work}/${indexFile}`, indexFile);
    tree.flushFolder('');
    clearWork(tree);
    return {
      problems: [...problemsOf(damaged), ...found.problems],
      actions: manifests.filter((manifest) => 'action' in manifest).length,
      points: manifests.filter((manifest) => 'copy' in manifest).length,
      files: new Set([...statesOf(manifests)].map(({ path }) => path)).size,
      copies: found.sound.size,
      missing: found.missing.size,
      unnamed: found.unnamed.length,
      ...(setAside === undefined ? {} : { setAside }),
    };
  } finally {
    tree.close();
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
    if (!copies.has(hash)) missing.add(hash);
    else if (copies.verify(hash, size)) sound.add(hash);
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
        if (from === 0) transaction.startSequenceAfter(Math.max(...manifests.map(({ seq }) => seq)));
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

/** Moves the old index away, whole, for whoever may get more out of it. */
function setIndexAside(tree: Tree, folder: string): string | undefined {
  const there = [indexFile, 'lock.mdb', writerFile].filter((name) => tree.glance(name).kind === 'present');
  if (there.length === 0) return undefined;
  tree.makeFolders(folder);
  for (const name of there) tree.rename(name, `${folder}/${name}`);
  tree.flushFolder(folder);
  return folder;
}

/** What another process writes after this would be lost with the old index. Reading it is harmless. */
function checkNotInUse(tree: Tree, disk: Disk): void {
  const writer = readWriter(tree);
  if (writer === undefined || writer.pid === disk.self().pid) return;
  if (disk.process(writer.pid)?.started !== writer.started) return;
  throw new VerbatimError(
    'VERBATIM_LEDGER_IN_USE',
    `Another Verbatim process (pid ${writer.pid}) has this ledger open.`,
    {
      path: tree.path,
      hint: 'End it (verbatim serve, say), then try again. Nothing was changed.',
    },
  );
}

function readWriter(tree: Tree): { pid: number; started: string } | undefined {
  try {
    const { pid, started } = JSON.parse(new TextDecoder().decode(tree.read(writerFile))) as Record<string, unknown>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    // A torn note names nobody.
    return undefined;
  }
}
