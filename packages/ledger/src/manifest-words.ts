/** What a manifest says. See `manifests.ts`. */
import type { ActionId, FileKind, FileState, SnapshotId, SnapshotLabel } from '@verbatim/core';

export const manifestFolder = 'manifests';

export function manifestPath(id: ActionId | SnapshotId): string {
  return `${manifestFolder}/${id}.json`;
}

export interface Manifest {
  readonly v: 1;
  readonly action: ActionId;
  readonly seq: number;
  readonly verb: string;
  readonly agent: string | null;
  readonly request: string | null;
  readonly at: string;
  readonly files: readonly {
    readonly path: string;
    readonly kind: FileKind;
    readonly before: FileState | null;
    readonly after: FileState | null;
  }[];
}

/** A copy that no action made. */
export interface CopyManifest {
  readonly v: 1;
  readonly copy: SnapshotId;
  readonly seq: number;
  readonly path: string;
  readonly label: SnapshotLabel;
  readonly at: string;
  readonly note: string | null;
  readonly state: FileState;
}
