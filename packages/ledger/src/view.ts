/** Reads of the ledger. All synchronous and of one moment. */
import { type ActionId, assert, type DecisionId, type Hash, type SnapshotId } from '@verbatim/core';
import type { StoreReader } from '@verbatim/store';
import { keys } from './keys.js';
import type { Action, Decision, FileReview, JournalRecord, KeyRecord, Pair, Snapshot } from './records.js';

/** Where a file's pair is found: the action and the pair's place in it. */
interface PairPlace {
  readonly action: ActionId;
  readonly index: number;
}

export class LedgerView {
  readonly #store: StoreReader;

  constructor(store: StoreReader) {
    this.#store = store;
  }

  action(id: ActionId): Action | undefined {
    return this.#store.get<Action>(keys.action(id));
  }

  mustAction(id: ActionId): Action {
    const action = this.action(id);
    assert(action !== undefined, `action ${id} is named, but not there`);
    return action;
  }

  /** Open, pending and interrupted actions, oldest first. */
  waiting(): Action[] {
    return [...this.#store.entries<ActionId>(keys.waiting)].map(({ value }) => this.mustAction(value));
  }

  /** Actions whose agent has not committed. */
  opened(): Action[] {
    return [...this.#store.entries<ActionId>(keys.allOpened)].map(({ value }) => this.mustAction(value));
  }

  /** The pairs of an action that are there; fewer than `count` means that the set is incomplete (P4). */
  pairs(action: ActionId): Pair[] {
    return [...this.#store.entries<Pair>(keys.pairs(action))].map(({ value }) => value);
  }

  /** A file's pending pairs, newest first. Pairs that are named but missing are left out: `pairs` notices them. */
  pendingPairs(path: string): Pair[] {
    return this.#placed(keys.pendingsOf(path), Number.POSITIVE_INFINITY);
  }

  /** A file's newest pair that was kept. */
  newestKept(path: string): Pair | undefined {
    return this.#placed(keys.keptsOf(path), 1)[0];
  }

  /** How many pending pairs a file has, counted up to `max`. */
  countPending(path: string, max: number): number {
    return [...this.#store.entries(keys.pendingsOf(path), { limit: max })].length;
  }

  /** A file's newest pair, whatever became of it. */
  newestPair(path: string): Pair | undefined {
    return this.#placed(keys.pairsOf(path), 1)[0];
  }

  openActionOn(path: string): ActionId | undefined {
    return this.#store.get<ActionId>(keys.open(path));
  }

  /** A file's copies, newest first: below sequence `below`, `limit` at most. */
  copiesOf(path: string, { below, limit }: { below?: number; limit?: number } = {}): Snapshot[] {
    const found: Snapshot[] = [];
    for (const { value } of this.#store.entries<SnapshotId>(keys.snapshotsOf(path), { reverse: true })) {
      if (limit !== undefined && found.length >= limit) break;
      const snapshot = this.snapshot(value);
      if (snapshot !== undefined && (below === undefined || snapshot.seq < below)) found.push(snapshot);
    }
    return found;
  }

  /** How many copies a file has, counted up to `max`. */
  countCopies(path: string, max: number): number {
    return [...this.#store.entries(keys.snapshotsOf(path), { limit: max })].length;
  }

  /** Every file's copies, newest first, or oldest first. */
  *allCopies(order: 'newest first' | 'oldest first'): Iterable<Snapshot> {
    for (const { value } of this.#store.entries<SnapshotId>(keys.allSnapshots, { reverse: order === 'newest first' })) {
      const snapshot = this.snapshot(value);
      if (snapshot !== undefined) yield snapshot;
    }
  }

  /** Every action, oldest first. */
  *allActions(): Iterable<Action> {
    for (const { value } of this.#store.entries<ActionId>(keys.allActions)) yield this.mustAction(value);
  }

  /** The decisions on a file that can still be undone, newest first. */
  decisionsOf(path: string): Decision[] {
    const ids = [...this.#store.entries<DecisionId>(keys.decisionsOf(path), { reverse: true })];
    return ids.flatMap(({ value }) => this.decision(value) ?? []);
  }

  /** Copies that lost a record that named them, and have not been looked at since. */
  countReleased(): number {
    return [...this.#store.keys(keys.allReleased)].length;
  }

  /** Bytes of all copies that are held, each counted once. */
  heldBytes(): number {
    return this.#store.get<number>(keys.heldBytes) ?? 0;
  }

  /** The bytes of a copy that a record holds, so that it is not freed; undefined where none does. */
  heldSize(hash: Hash): number | undefined {
    for (const { value } of this.#store.entries<number>(keys.holders(hash), { limit: 1 })) return value;
    return undefined;
  }

  /** The copy from before a pair's edit. */
  before(pair: Pair): Snapshot | undefined {
    return this.snapshot(pair.before);
  }

  /** The copy of what the agent left; undefined while the action is open, or where it is missing. */
  after(pair: Pair | undefined): Snapshot | undefined {
    return pair === undefined || pair.after === null ? undefined : this.snapshot(pair.after);
  }

  snapshot(id: SnapshotId): Snapshot | undefined {
    return this.#store.get<Snapshot>(keys.snapshot(id));
  }

  /** The review record that holds this action's change of the file. */
  review(path: string, action: ActionId): FileReview | undefined {
    const records = [...this.#store.entries<FileReview>(keys.reviewsOf(path))];
    return records.map(({ value }) => value).find(({ actions }) => actions.includes(action));
  }

  decision(id: DecisionId): Decision | undefined {
    return this.#store.get<Decision>(keys.decision(id));
  }

  key(scope: string): KeyRecord | undefined {
    return this.#store.get<KeyRecord>(keys.key(scope));
  }

  journal(): JournalRecord[] {
    return [...this.#store.entries<JournalRecord>(keys.journals)].map(({ value }) => value);
  }

  journalRecord(token: string): JournalRecord | undefined {
    return this.#store.get<JournalRecord>(keys.journal(token));
  }

  countManifestsDue(): number {
    return [...this.#store.keys(keys.manifestsDue)].length;
  }

  manifestsDue(): (ActionId | SnapshotId)[] {
    return [...this.#store.entries<ActionId | SnapshotId>(keys.manifestsDue)].map(({ value }) => value);
  }

  #placed(prefix: string, limit: number): Pair[] {
    const options = Number.isFinite(limit) ? { reverse: true, limit } : { reverse: true };
    const places = [...this.#store.entries<PairPlace>(prefix, options)];
    return places.flatMap(({ value }) => this.#store.get<Pair>(keys.pair(value.action, value.index)) ?? []);
  }
}
