/** What rebuilding and copying out share: what they take, what they find wrong, and what manifests say of each copy. */
import {
  type Clock,
  type Disk,
  type FileState,
  type Hash,
  type IdSource,
  labels,
  type SnapshotLabel,
} from '@verbatim/core';
import type { AnyManifest } from './read-manifests.js';

export interface SalvageOptions {
  /** The ledger's own folder, absolute. */
  readonly dir: string;
  readonly disk?: Disk;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Told of each copy that was read, for a progress line. */
  readonly onCopy?: (done: number, bytes: number) => void;
}

export interface SalvageProblem {
  readonly code: 'COPY_CORRUPT' | 'MANIFEST_DAMAGED';
  /** A sentence for people. */
  readonly message: string;
  readonly path?: string;
  readonly hash?: Hash;
}

export interface ManifestState {
  readonly manifest: AnyManifest;
  readonly path: string;
  readonly label: SnapshotLabel;
  readonly state: FileState | null;
}

export function* statesOf(manifests: readonly AnyManifest[]): Iterable<ManifestState> {
  for (const manifest of manifests) {
    if ('copy' in manifest) {
      yield { manifest, path: manifest.path, label: manifest.label, state: manifest.state };
      continue;
    }
    for (const { path, before, after } of manifest.files) {
      yield { manifest, path, label: labels.before, state: before };
      yield { manifest, path, label: labels.after, state: after };
    }
  }
}

export function problemsOf(damaged: readonly string[]): SalvageProblem[] {
  return damaged.map((path) => ({
    code: 'MANIFEST_DAMAGED',
    message: 'This manifest cannot be read, so its action is not recovered.',
    path,
  }));
}

export function corrupt(hash: Hash, path: string | undefined): SalvageProblem {
  const message = 'A copy fails its integrity check; it is not used.';
  return { code: 'COPY_CORRUPT', message, hash, ...(path === undefined ? {} : { path }) };
}

/** Copies are named by their hash; whatever else lies beside them is none. */
export function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
