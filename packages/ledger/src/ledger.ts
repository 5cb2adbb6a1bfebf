/** The ledger's handle: reads, the lease, copies, and the journal's bookkeeping. */
import type { ActionId, Clock, Disk, IdSource, Owner, SnapshotId } from '@verbatim/core';
import {
  type Copies,
  type LockWatch,
  openStore,
  randomIds,
  type Store,
  type StoreOptions,
  type StoreTransaction,
  systemClock,
} from '@verbatim/store';
import { freeReleased } from './holds.js';
import { manifestsDueMax } from './limits.js';
import { manifestFolder, manifestPath } from './manifest-words.js';
import { flushManifests, prepareManifests, writeManifest } from './manifests.js';
import type { JournalRecord } from './records.js';
import { LedgerTransaction } from './transaction.js';
import { upgrade } from './upgrade.js';
import { type LedgerReport, type VerifyOptions, verifyLedger } from './verify.js';
import { LedgerView } from './view.js';

export interface LedgerOptions {
  /** The ledger's own folder, absolute, outside the workspace. */
  readonly dir: string;
  readonly disk?: Disk;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** `read` creates nothing and takes no lock; a ledger that is not there reads as empty. */
  readonly mode?: 'read' | 'write';
  readonly lockWatch?: LockWatch;
  /** Opens the index; tests put faults here. */
  readonly openIndex?: StoreOptions['openIndex'];
}

export interface Ledger {
  /** Absolute path of the ledger's folder. */
  readonly dir: string;
  readonly mode: 'read' | 'write';
  readonly copies: Copies;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Reads of one moment. Synchronous, since planning happens between two system calls. */
  read<T>(body: (view: LedgerView) => T): T;
  /**
   * Runs `body` in one transaction, under the writer lock that is the lease across processes. Durable when it returns.
   * A commit that throws with `data.uncertain` may have happened or not: see `reopen`.
   */
  lease(verb: string, body: (transaction: LedgerTransaction) => void): void;
  /** Closes and opens the index again, after which a fresh `lease` tells what is durable. */
  reopen(): Promise<void>;

  /** Marks a transition of this process as under way; recovery leaves it alone until `finished` or `ended`. */
  begun(token: string): void;
  /** Its files are settled, and that nothing of it lies about is durable: its record goes with a later transaction. */
  finished(token: string): void;
  /** This process is not at work on it any more; what is left of it, recovery may take, also in this process. */
  ended(token: string): void;
  /** True where this process is at work on the record, or done with it. */
  isOurs(record: JournalRecord): boolean;
  /**
   * Writes the action's manifest, or that of a copy on its own or of an action that is opened or cancelled, which `lease` does
   * by itself. Not flushed, and never a reason to fail: the action is recorded, and its manifest stays due until a later
   * `lease` has flushed it with others.
   */
  writeManifest(id: ActionId | SnapshotId): void;
  /**
   * Deletes manifests that say more than the index is to say, durably. They have to be due by then: `writeManifest`, or
   * whoever writes after a crash, makes those of actions anew.
   */
  removeManifests(ids: readonly (ActionId | SnapshotId)[]): void;
  /** Writes the manifests that a crash left unwritten, or a power cut empty. */
  writeDueManifests(): void;
  /** True where a process that died left a transition cut short, or its leftovers, in the tree that `folderExists` knows. */
  needsRecovery(
    liveness: (owner: Owner) => 'alive' | 'dead' | 'unknown',
    folderExists: (path: string) => boolean,
  ): boolean;
  /** Deletes all copies that no record names any more, at once instead of with later transactions. */
  freeReleased(): void;
  /** Checks every record, every copy and every reference. Repairs nothing. */
  verify(options?: VerifyOptions): LedgerReport;
  close(): Promise<void>;
}

export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const mode = options.mode ?? 'write';
  const { clock = systemClock, ids = randomIds, disk, lockWatch, openIndex } = options;
  const store = await openStore({
    dir: options.dir,
    mode,
    lockWatch,
    clock,
    ids,
    ...(disk === undefined ? {} : { disk }),
    ...(openIndex === undefined ? {} : { openIndex }),
  });
  try {
    upgrade(store, mode);
    if (mode === 'write') prepareManifests(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return new StoreLedger(store, options.dir, mode, { clock, ids });
}

class StoreLedger implements Ledger {
  readonly dir: string;
  readonly mode: 'read' | 'write';
  readonly copies: Copies;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly #store: Store;
  readonly #view: LedgerView;
  readonly #active = new Set<string>();
  readonly #finished = new Set<string>();

  constructor(store: Store, dir: string, mode: 'read' | 'write', world: { clock: Clock; ids: IdSource }) {
    this.clock = world.clock;
    this.ids = world.ids;
    this.dir = dir;
    this.mode = mode;
    this.copies = store.copies;
    this.#store = store;
    this.#view = new LedgerView(store);
  }

  read<T>(body: (view: LedgerView) => T): T {
    this.#store.refresh();
    return body(this.#view);
  }

  lease(verb: string, body: (transaction: LedgerTransaction) => void): void {
    const tokens = [...this.#finished];
    let due: readonly (ActionId | SnapshotId)[] = [];
    this.#store.transaction(verb, (store: StoreTransaction) => {
      const transaction = new LedgerTransaction(store);
      for (const token of tokens) transaction.removeJournal(token);
      // After the records that are done with, since those name copies too.
      freeReleased(store, this.copies);
      this.#flushManifests(transaction);
      body(transaction);
      due = transaction.dueHere;
    });
    for (const token of tokens) this.#finished.delete(token);
    for (const id of due) this.writeManifest(id);
  }

  reopen(): Promise<void> {
    return this.#store.reopen();
  }

  begun(token: string): void {
    this.#active.add(token);
  }

  finished(token: string): void {
    this.#active.delete(token);
    this.#finished.add(token);
  }

  ended(token: string): void {
    this.#active.delete(token);
  }

  isOurs(record: JournalRecord): boolean {
    return this.#active.has(record.token) || this.#finished.has(record.token);
  }

  writeManifest(id: ActionId | SnapshotId): void {
    try {
      this.read((view) => writeManifest(this.#store, view, this.ids, id));
    } catch {
      // The action is recorded all the same; its manifest stays due.
    }
  }

  #flushManifests(transaction: LedgerTransaction): void {
    if (transaction.countManifestsDue() <= manifestsDueMax) return;
    const durable = flushManifests(this.#store.tree, transaction, transaction.manifestsDue());
    for (const id of durable) transaction.removeManifestDue(id);
  }

  removeManifests(ids: readonly (ActionId | SnapshotId)[]): void {
    for (const id of ids) this.#store.tree.remove(manifestPath(id));
    this.#store.tree.flushFolder(manifestFolder);
  }

  writeDueManifests(): void {
    for (const id of this.read((view) => view.manifestsDue())) this.writeManifest(id);
  }

  needsRecovery(
    liveness: (owner: Owner) => 'alive' | 'dead' | 'unknown',
    folderExists: (path: string) => boolean,
  ): boolean {
    return this.read((view) => view.journal()).some((record) => {
      if (liveness(record.owner) === 'alive') return false;
      return record.state === 'intended' || record.steps.some(({ folder }) => folderExists(folder));
    });
  }

  freeReleased(): void {
    // What a transition under way names stays for a later time.
    let before = Number.POSITIVE_INFINITY;
    for (let left = this.#countReleased(); left > 0 && left < before; left = this.#countReleased()) {
      before = left;
      this.lease('free', () => {});
    }
  }

  #countReleased(): number {
    return this.read((view) => view.countReleased());
  }

  verify(options: VerifyOptions = {}): LedgerReport {
    this.#store.refresh();
    return verifyLedger(this.#store, this.copies, options);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
