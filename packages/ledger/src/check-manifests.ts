/** Manifests against the index. Nothing but salvage needs them, so what is wrong with one stops nobody. */
import type { ActionId, FileState, SnapshotId, Tree } from '@verbatim/core';
import { asFarAsReadable, type StoreReader } from '@verbatim/store';
import { keys } from './keys.js';
import { type CopyManifest, type Manifest, manifestPath } from './manifest-words.js';
import { type AnyManifest, isOfOpen, manifestIds, readManifest } from './read-manifests.js';
import type { Action, Pair, Snapshot } from './records.js';
import type { LedgerProblem } from './verify.js';

export interface ManifestProblem extends LedgerProblem {
  readonly code: 'MANIFEST_MISSING' | 'MANIFEST_DAMAGED' | 'MANIFEST_WRONG' | 'MANIFEST_FOREIGN';
  readonly manifest: string;
}

/** Also those that are due are looked at where they are there. */
export function manifestProblems(tree: Tree, index: StoreReader): ManifestProblem[] {
  let isWhole = true;
  // Damage in the index is told by who checks the index; here it only means that nothing can be compared.
  const store = asFarAsReadable(index, () => {
    isWhole = false;
  });
  const problems: ManifestProblem[] = [];
  const check = (id: ActionId | SnapshotId, agrees: (manifest: AnyManifest) => boolean): void => {
    const manifest = readManifest(tree, id);
    const isBehind = manifest === 'absent' || (typeof manifest === 'object' && isOfOpen(manifest));
    const isDue = isBehind && store.get(keys.manifestDue(id)) !== undefined;
    if (isDue || (typeof manifest === 'object' && agrees(manifest))) return;
    const [code, how] = sentences[typeof manifest === 'object' ? 'wrong' : manifest];
    problems.push(
      problemOf(code, id, `${how}. Nothing but salvage needs it; verbatim salvage writes it anew from the index.`),
    );
  };
  const isThere = ({ id }: Action): boolean => readManifest(tree, id) !== 'absent';
  const known = new Set<string>();
  for (const key of store.keys(allActions)) {
    known.add(key.slice(allActions.length));
    const action = store.get<Action>(key);
    if (action !== undefined && (hasManifest.has(action.status) || (isOpened(action) && isThere(action))))
      check(action.id, (manifest) => isOfAction(manifest, action, store));
  }
  for (const key of store.keys(allSnapshots)) {
    known.add(key.slice(allSnapshots.length));
    const snapshot = store.get<Snapshot>(key);
    if (snapshot?.action === null) check(snapshot.id, (manifest) => isOfCopy(manifest, snapshot));
  }
  return isWhole ? [...problems, ...foreign(tree, store, known)] : problems;
}

function problemOf(code: ManifestProblem['code'], id: ActionId | SnapshotId, how: string): ManifestProblem {
  const manifest = manifestPath(id);
  const of = id.startsWith('a') ? { action: id as ActionId } : { snapshot: id as SnapshotId };
  return { code, message: `${manifest} ${how}`, manifest, ...of };
}

/** Statuses of actions that were committed at some time. */
const hasManifest: ReadonlySet<Action['status']> = new Set(['pending', 'kept', 'discarded', 'mixed', 'recovered']);
/** Those that an older version opened have none. */
const isOpened = ({ status }: Action): boolean => status === 'open' || status === 'interrupted';
const allActions = keys.action('');
const allSnapshots = keys.snapshot('');

const unreadable = 'cannot be read, or fails its checksum';
const sentences = {
  absent: ['MANIFEST_MISSING', 'is not there'],
  damaged: ['MANIFEST_DAMAGED', unreadable],
  wrong: ['MANIFEST_WRONG', 'says something else than the index'],
} as const;

/** Manifests that this index did not write: it may be older than they are. Those of copies outlive their copies. */
function foreign(tree: Tree, store: StoreReader, known: ReadonlySet<string>): ManifestProblem[] {
  const last = store.get<number>(keys.sequence) ?? 0;
  const problems: ManifestProblem[] = [];
  for (const id of manifestIds(tree)) {
    const manifest = known.has(id) ? 'absent' : readManifest(tree, id);
    if (manifest === 'absent') continue;
    if (manifest === 'damaged') {
      const how = `${unreadable}, and the index does not know it. Nothing needs it; verbatim salvage sets it aside.`;
      problems.push(problemOf('MANIFEST_DAMAGED', id, how));
    } else if ('action' in manifest || manifest.seq > last) {
      const how =
        'is of something that the index does not know; an older index may have been put back. Nothing needs it; verbatim salvage --to DIR copies out what it names.';
      problems.push(problemOf('MANIFEST_FOREIGN', id, how));
    }
  }
  return problems;
}

function isOfAction(manifest: AnyManifest, action: Action, store: StoreReader): boolean {
  if (!('action' in manifest)) return false;
  const { verb, agent, request, at, paths } = action;
  const { files } = manifest;
  const isSame =
    manifest.verb === verb && manifest.agent === agent && manifest.request === request && manifest.at === at;
  return (
    isSame &&
    files.length === paths.length &&
    files.every((file, index) => file.path === paths[index] && isOfPair(file, action.id, index, store))
  );
}

/** Halves that were removed since, to make room, are in the manifest alone. */
function isOfPair(file: Manifest['files'][number], action: ActionId, index: number, store: StoreReader): boolean {
  const pair = store.get<Pair>(keys.pair(action, index));
  if (pair === undefined) return true;
  const agrees = (id: SnapshotId | null, state: FileState | null): boolean => {
    const snapshot = id === null ? undefined : store.get<Snapshot>(keys.snapshot(id));
    return snapshot === undefined || isSameState(snapshot.state, state);
  };
  return file.kind === pair.kind && agrees(pair.before, file.before) && agrees(pair.after, file.after);
}

function isOfCopy(manifest: Manifest | CopyManifest, { path, label, at, note, state }: Snapshot): boolean {
  if (!('copy' in manifest)) return false;
  const isSame = manifest.path === path && manifest.label === label && manifest.at === at && manifest.note === note;
  return isSame && isSameState(state, manifest.state);
}

function isSameState(a: FileState, b: FileState | null): boolean {
  if (b === null || a.kind === 'absent' || b.kind === 'absent') return a.kind === b?.kind;
  return a.hash === b.hash && a.size === b.size && a.mode === b.mode;
}
