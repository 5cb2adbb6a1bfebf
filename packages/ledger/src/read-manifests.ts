/** Reads manifests back. They are files that lay about: each is checked in full before anything is made of it. */
import {
  type ActionId,
  type FileKind,
  type FileState,
  isVerbatimError,
  labels,
  RefusalError,
  type SnapshotId,
  type SnapshotLabel,
  type Tree,
} from '@verbatim/core';
import { sequenceMax } from './limits.js';
import { parseManifestText } from './manifest-text.js';
import { type CopyManifest, type Manifest, manifestFolder, manifestPath } from './manifest-words.js';

export interface ReadManifests {
  /** Of actions and of copies on their own, in the order in which they were made. */
  readonly manifests: readonly AnyManifest[];
  /** Files that are no manifests, relative to the ledger's folder. */
  readonly damaged: readonly string[];
}

export type AnyManifest = Manifest | CopyManifest;

export function readManifests(tree: Tree): ReadManifests {
  const manifests: AnyManifest[] = [];
  const damaged: string[] = [];
  for (const id of manifestIds(tree)) {
    const manifest = readManifest(tree, id);
    if (manifest === 'damaged') damaged.push(manifestPath(id));
    else if (manifest !== 'absent') manifests.push(manifest);
  }
  return { manifests: manifests.sort((a, b) => a.seq - b.seq), damaged };
}

export function manifestIds(tree: Tree): (ActionId | SnapshotId)[] {
  return tree.list(manifestFolder).flatMap(({ name }) => /^([as][0-9a-z]{10})\.json$/.exec(name)?.[1] ?? []);
}

/** `damaged`: it cannot be read, fails its checksum, or is no manifest of that id. */
export function readManifest(tree: Tree, id: ActionId | SnapshotId): AnyManifest | 'absent' | 'damaged' {
  try {
    const bytes = tree.read(manifestPath(id));
    return bytes === undefined ? 'absent' : (checked(parseManifestText(bytes), id) ?? 'damaged');
  } catch (error) {
    if (error instanceof RefusalError || isVerbatimError(error)) return 'damaged';
    throw error;
  }
}

/** True where it names nothing but what was there before. */
export function isOfOpen(manifest: AnyManifest): manifest is Manifest {
  return 'action' in manifest && manifest.files.every(({ after }) => after === null);
}

function checked(value: unknown, id: ActionId | SnapshotId): AnyManifest | undefined {
  if (!isRecord(value) || !hasCommon(value)) return undefined;
  const isWhole = id.startsWith('a') ? isOfAction(value, id as ActionId) : isOfCopy(value, id as SnapshotId);
  return isWhole ? (value as unknown as AnyManifest) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function hasCommon({ v, seq, at }: Fields): boolean {
  const isSequence = isCount(seq) && (seq as number) <= sequenceMax;
  return v === 1 && isSequence && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}

function isOfAction({ action, verb, agent, request, files }: Fields, id: ActionId): boolean {
  return (
    action === id &&
    typeof verb === 'string' &&
    [agent, request].every(isTextOrNull) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every((file) => isRecord(file) && isFile(file)) &&
    new Set(files.map(({ path }: { path: string }) => path)).size === files.length
  );
}

function isOfCopy({ copy, path, label, note, state }: Fields, id: SnapshotId): boolean {
  const isLabel = Object.values(labels).includes(label as SnapshotLabel);
  return copy === id && isPath(path) && isLabel && isTextOrNull(note) && state !== null && isState(state);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isFile({ path, kind, before, after }: Fields): boolean {
  return isPath(path) && kinds.includes(kind as FileKind) && isState(before) && isState(after);
}

const kinds: readonly FileKind[] = ['edited', 'created', 'deleted', 'moved'];

/** Relative, with nothing in it that leads elsewhere. */
function isPath(path: unknown): boolean {
  return (
    typeof path === 'string' && !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part))
  );
}

function isState(state: unknown): state is FileState | null {
  if (state === null) return true;
  if (!isRecord(state)) return false;
  const { kind, hash, size, mode } = state;
  if (kind === 'absent') return true;
  const isMode = isCount(mode) && (mode as number) <= 0o7777;
  return kind === 'present' && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && isCount(size) && isMode;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
