/** Checks all that a ledger holds. Reads only, repairs nothing. */
import type { ActionId, DecisionId, Hash, SnapshotId } from '@verbatim/core';
import { asFarAsReadable, type Copies, copyState, damagedRecords, type Store, type StoreReader } from '@verbatim/store';
import { manifestProblems } from './check-manifests.js';
import { isHeld } from './holds.js';
import { keys } from './keys.js';
import type { Action, Decision, FileReview, Pair, Snapshot } from './records.js';

export interface LedgerProblem {
  readonly code:
    | 'COPY_MISSING'
    | 'COPY_CORRUPT'
    | 'PAIR_MISSING'
    | 'PAIR_INCOMPLETE'
    | 'RECORD_DAMAGED'
    | 'REFERENCE_BROKEN'
    | 'COPY_NOT_HELD'
    | 'MANIFEST_MISSING'
    | 'MANIFEST_DAMAGED'
    | 'MANIFEST_WRONG'
    | 'MANIFEST_FOREIGN';
  /** A sentence for people. */
  readonly message: string;
  readonly path?: string;
  /** The manifest's file, relative to the ledger's folder. */
  readonly manifest?: string;
  readonly action?: ActionId;
  readonly snapshot?: SnapshotId;
  readonly hash?: Hash;
}

export interface LedgerReport {
  readonly problems: readonly LedgerProblem[];
  readonly actions: number;
  readonly snapshots: number;
  /** Distinct copies that records name, and their bytes. */
  readonly copies: number;
  readonly bytes: number;
  /** Copies on disk that no record names: left by a crash, harmless. */
  readonly orphans: number;
}

export interface VerifyOptions {
  /** Told of each copy that was read, for a progress line. */
  readonly onCopy?: (done: number, bytes: number) => void;
}

export function verifyLedger(store: Store, copies: Copies, options: VerifyOptions): LedgerReport {
  const report = verifyIndex(store, copies, options);
  if (!store.exists) return report;
  const problems = manifestProblems(store.tree, store);
  if (problems.length + report.problems.length === 0) return report;
  // Others may have committed since the index was looked at: written manifests, and freed copies that were pruned.
  store.refresh();
  const still = manifestProblems(store.tree, store).filter(({ manifest }) =>
    problems.some((one) => one.manifest === manifest),
  );
  const isReadable = report.problems.every(({ code }) => code !== 'RECORD_DAMAGED');
  const isFreed = ({ code, hash = '' }: LedgerProblem): boolean =>
    code === 'COPY_MISSING' && isReadable && !isHeld(store, hash);
  return { ...report, problems: [...report.problems.filter((one) => !isFreed(one)), ...still] };
}

/** All but the manifests. */
export function verifyIndex(
  index: StoreReader,
  copies: Pick<Copies, 'has' | 'verify' | 'list'>,
  { onCopy }: VerifyOptions,
): LedgerReport {
  const problems: LedgerProblem[] = [];
  // Records are named once and read no further; pages that are damaged end what is read of them.
  const tell = (message: string): void => {
    if (!problems.some((known) => known.message === message)) problems.push({ code: 'RECORD_DAMAGED', message });
  };
  const damaged = damagedRecords(index, tell);
  const store = asFarAsReadable(index, ({ message }) => tell(message));
  const snapshots = new Map(records<Snapshot>(store, 'snapshot/', damaged).map((one) => [one.id, one]));
  const actions = records<Action>(store, 'action/', damaged);

  const owners = ownersOf(snapshots.values());
  let [done, bytes] = [0, 0];
  const sizes = new Map<Hash, number>();
  for (const [hash, size] of heldCopies(store, damaged)) {
    sizes.set(hash, size);
    bytes += size;
    const state = copyState(copies, hash, size);
    if (state !== 'sound') problems.push(badCopy(hash, state, owners.get(hash)));
    onCopy?.(++done, bytes);
  }
  for (const { id, path, state } of snapshots.values()) {
    if (state.kind === 'present' && !isHeld(store, state.hash)) {
      problems.push({ code: 'COPY_NOT_HELD', message: 'A copy in use is not protected.', path, snapshot: id });
    }
  }
  const pairs = pairsByAction(records<Pair>(store, 'pair/', damaged));
  for (const action of actions) problems.push(...pairProblems(action, pairs.get(action.id) ?? [], snapshots));
  const broken = brokenReferences(store, snapshots, new Set(actions.map(({ id }) => id)), damaged);

  const orphans = copies.list().filter((hash) => !sizes.has(hash)).length;
  return {
    problems: [...problems, ...broken],
    actions: actions.length,
    snapshots: snapshots.size,
    copies: sizes.size,
    bytes,
    orphans,
  };
}

function records<T>(store: StoreReader, prefix: string, damaged: ReadonlySet<string>): T[] {
  return [...store.keys(prefix)].filter((key) => !damaged.has(key)).flatMap((key) => store.get<T>(key) ?? []);
}

/** Hashes and sizes of all copies that records name. */
function heldCopies(store: StoreReader, damaged: ReadonlySet<string>): Map<Hash, number> {
  const held = new Map<Hash, number>();
  for (const key of store.keys(keys.allHeld)) {
    const size = damaged.has(key) ? undefined : store.get<number>(key);
    if (size !== undefined) held.set(key.slice(keys.allHeld.length).split('/')[0] as Hash, size);
  }
  return held;
}

function pairsByAction(pairs: readonly Pair[]): Map<ActionId, Pair[]> {
  const found = new Map<ActionId, Pair[]>();
  for (const pair of pairs) {
    const others = found.get(pair.action);
    if (others === undefined) found.set(pair.action, [pair]);
    else others.push(pair);
  }
  return found;
}

function ownersOf(snapshots: Iterable<Snapshot>): Map<Hash, Snapshot> {
  const owners = new Map<Hash, Snapshot>();
  for (const one of snapshots) if (one.state.kind === 'present') owners.set(one.state.hash, one);
  return owners;
}

function badCopy(hash: Hash, state: 'missing' | 'corrupt', owner: Snapshot | undefined): LedgerProblem {
  const of = owner === undefined ? {} : { path: owner.path, snapshot: owner.id };
  return state === 'missing'
    ? { code: 'COPY_MISSING', message: 'A copy that a record names is not there.', hash, ...of }
    : { code: 'COPY_CORRUPT', message: 'A copy fails its integrity check; it is not used.', hash, ...of };
}

function pairProblems(
  { id, status, count }: Action,
  pairs: readonly Pair[],
  snapshots: ReadonlyMap<SnapshotId, Snapshot>,
): LedgerProblem[] {
  if (status === 'cancelled') return [];
  const problems: LedgerProblem[] = [];
  if (pairs.length !== count) {
    const message = `The action ${id} touched ${count} files, but ${pairs.length} are recorded.`;
    problems.push({ code: 'PAIR_MISSING', message, action: id });
  }
  for (const pair of pairs.filter(({ pruned }) => pruned !== true)) {
    const needed = pair.after === null ? [pair.before] : [pair.before, pair.after];
    if (needed.every((copy) => snapshots.has(copy))) continue;
    const message = `A copy of the action ${id} is not recorded.`;
    problems.push({ code: 'PAIR_INCOMPLETE', message, action: id, path: pair.path });
  }
  return problems;
}

/** Indexes and records that name what is not there. */
function brokenReferences(
  store: StoreReader,
  snapshots: ReadonlyMap<SnapshotId, Snapshot>,
  actions: ReadonlySet<ActionId>,
  damaged: ReadonlySet<string>,
): LedgerProblem[] {
  const broken: LedgerProblem[] = [];
  const check = (isThere: boolean, key: string): void => {
    if (!isThere) broken.push({ code: 'REFERENCE_BROKEN', message: `The record ${key} names what is not there.` });
  };
  const each = <T>(prefix: string, test: (value: T, key: string) => boolean): void => {
    for (const key of store.keys(prefix)) {
      const value = damaged.has(key) ? undefined : store.get<T>(key);
      if (value !== undefined) check(test(value, key), key);
    }
  };
  for (const prefix of [keys.allActions, keys.waiting, keys.allOpened, 'open/']) {
    each<ActionId>(prefix, (id) => actions.has(id));
  }
  for (const prefix of ['snapshot-of/', keys.allSnapshots]) each<SnapshotId>(prefix, (id) => snapshots.has(id));
  for (const prefix of ['pair-of/', 'pending-of/', 'kept-of/']) {
    each<{ action: ActionId; index: number }>(prefix, ({ action, index }) => {
      const key = keys.pair(action, index);
      return damaged.has(key) || store.get<Pair>(key) !== undefined;
    });
  }
  const decisions = new Set([...store.keys('decision/')].map((key) => key.slice('decision/'.length)));
  each<DecisionId>('decision-of/', (id) => decisions.has(id));
  // A holder that is gone would keep its copy for ever.
  each<number>(keys.allHeld, (_, key) => {
    const holder = key.slice(key.lastIndexOf('/') + 1);
    const isThere = snapshots.has(holder) || decisions.has(holder) || holder.startsWith('review ');
    return isThere || damaged.has(keys.snapshot(holder));
  });
  each<FileReview>('review/', (review) => review.actions.every((id) => actions.has(id)));
  each<Decision>('decision/', (decision) => decision.actions.every((id) => actions.has(id)));
  return broken;
}
