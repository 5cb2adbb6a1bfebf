/** Retention as a pure plan: which copies go, and in which order (design section 6, "Retention floor"; P11). */
import { type ActionId, type Hash, labels, type SnapshotId, type SnapshotLabel } from '@verbatim/core';

/** One copy as retention sees it. */
export interface RetainedCopy {
  readonly id: SnapshotId;
  readonly seq: number;
  readonly label: SnapshotLabel;
  readonly pinned: boolean;
  readonly action: ActionId | null;
  /** True while its action is open, pending or interrupted: then nothing of it is counted or removed. */
  readonly isWaiting: boolean;
  /** Null where the copy records that there was no file. */
  readonly hash: Hash | null;
  /** Bytes. */
  readonly size: number;
}

/** A file's copies, in any order. */
export interface RetainedFile {
  readonly path: string;
  readonly copies: readonly RetainedCopy[];
}

export interface RetentionPolicy {
  /** Copies of one file, those of waiting actions not counted. */
  readonly snapshotsPerFileMax: number;
}

/** What goes together: both halves of a pair, or a single copy. */
export interface PruneUnit {
  readonly path: string;
  readonly action: ActionId | null;
  readonly copies: readonly RetainedCopy[];
}

/** The units that have to go so that each file is within the policy, in the order in which they go. */
export function planPrune(files: readonly RetainedFile[], { snapshotsPerFileMax }: RetentionPolicy): PruneUnit[] {
  return files.flatMap((file) => {
    let excess = countedCopies(file).length - snapshotsPerFileMax;
    return removableUnits(file).filter(({ copies }) => {
      if (excess <= 0) return false;
      excess -= copies.length;
      return true;
    });
  });
}

/** The copies that the limit counts. */
export function countedCopies({ copies }: RetainedFile): RetainedCopy[] {
  return copies.filter(({ isWaiting }) => !isWaiting);
}

/**
 * The copies that only the person can remove: restore points, and what is pinned with the other half of its pair. Those of
 * waiting actions too, since they count once they are decided.
 */
export function guardedCopies({ path, copies }: RetainedFile): RetainedCopy[] {
  return unitsOf(path, copies)
    .filter((unit) => unit.copies.some(({ label, pinned }) => pinned || label === labels.restorePoint))
    .flatMap((unit) => unit.copies);
}

/** All that could go, first to last: routine copies before restore points, older before newer. */
export function removableUnits(file: RetainedFile): PruneUnit[] {
  const units = unitsOf(file.path, countedCopies(file));
  const floor = floorOf(units);
  const removable = units.filter((unit) => !floor.has(unit) && !unit.copies.some(({ pinned }) => pinned));
  const isRestorePoint = ({ copies }: PruneUnit): boolean => copies[0]?.label === labels.restorePoint;
  return [...removable.filter((unit) => !isRestorePoint(unit)), ...removable.filter(isRestorePoint)];
}

/** Older first. */
function unitsOf(path: string, all: readonly RetainedCopy[]): PruneUnit[] {
  const units = new Map<string, RetainedCopy[]>();
  for (const copy of all.toSorted((a, b) => a.seq - b.seq)) {
    const name = copy.action ?? copy.id;
    units.set(name, [...(units.get(name) ?? []), copy]);
  }
  return [...units.values()].map((copies) => ({ path, action: copies[0]?.action ?? null, copies }));
}

/** The newest decided pair, the newest "Before restore" and the newest "Restored" stay until a newer one exists. */
function floorOf(units: readonly PruneUnit[]): Set<PruneUnit> {
  const newestWith = (label: SnapshotLabel): PruneUnit | undefined =>
    units.findLast(({ copies }) => copies.some((copy) => copy.label === label));
  const kept = [labels.after, labels.beforeRestore, labels.restored].map(newestWith);
  return new Set(kept.filter((unit) => unit !== undefined));
}
