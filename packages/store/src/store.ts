/** The store: checksummed records in LMDB, written only in transactions, beside the copies. */
import { assert, type Clock, type Disk, type IdSource, refuse, type Tree, VerbatimError } from '@verbatim/core';
import { openDisk, randomIds, systemClock } from '@verbatim/fs';
import type { RootDatabase } from 'lmdb';
import { type Copies, isUsed, openCopies, prepareCopies } from './copies.js';
import { notOpened, readable, unreadable } from './index-faults.js';
import { checkStart, isReadBehind, lastCommitKey, StartsBehind } from './last-commit.js';
import { behindTriesMax, indexBytesMax, indexLooksMax, indexLookWait, readLooksMax } from './limits.js';
import { type LockWatch, openWatchdog, type Watchdog } from './lock-watch.js';
import { type OpenIndex, openWithSoundLocks } from './open-index.js';
import { decodeRecord, encodeRecord } from './record.js';
import { checkSameIndex, type IndexFiles, indexFile, indexFiles } from './same-index.js';
import { checkIndexSize } from './size-check.js';

/** Keys are ASCII, `table/…`; values are JSON. */
export interface StoreReader {
  /** The record, or undefined. Throws `VERBATIM_LEDGER_DAMAGED` where its checksum does not match. */
  get<T>(key: string): T | undefined;
  /** Records whose keys start with `prefix`, in the order of the keys. */
  entries<T>(prefix: string, options?: { reverse?: boolean; limit?: number }): Iterable<{ key: string; value: T }>;
  /** Keys that start with `prefix`, in order; their records are not read. */
  keys(prefix: string): Iterable<string>;
}

export interface StoreTransaction extends StoreReader {
  put(key: string, value: unknown): void;
  remove(key: string): void;
}

export interface Store extends StoreReader {
  /** The ledger's own folder. */
  readonly tree: Tree;
  readonly copies: Copies;
  /** False where there is no ledger yet (only with mode `read`). */
  readonly exists: boolean;
  /**
   * Lets the next reads see what other processes have committed since. With mode `read`, throws `VERBATIM_LEDGER_REPLACED`
   * where the index was replaced; who writes learns that from `transaction`.
   */
  refresh(): void;
  /**
   * Runs `body` under the writer lock, exclusive across processes. Durable when it returns; nothing of it is there when
   * `body` throws. A commit that fails throws `VERBATIM_LEDGER_WRITE_FAILED` with `data.uncertain`: its records may or
   * may not be durable, and only a fresh transaction after `reopen` can tell. `VERBATIM_LEDGER_REPLACED`: another index has
   * come into the place of the one that is open; `body` was not run.
   */
  transaction(verb: string, body: (transaction: StoreTransaction) => void): void;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** The ledger's folder, absolute. */
  readonly dir: string;
  readonly disk?: Disk;
  /** `read` creates nothing and takes no lock. */
  readonly mode?: 'read' | 'write';
  readonly lockWatch?: LockWatch | undefined;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Opens LMDB; tests put faults here. */
  readonly openIndex?: OpenIndex;
}

/** Who holds the writer lock, or held it last: `{ pid, started, verb }`. */
export const writerFile = 'writer.json';
/** One handle a ledger and process: two would deadlock each other or break LMDB's locks (measured). */
const openHere = new Set<string>();

/** `path` is that of the ledger's folder, links resolved. */
export function isOpenHere(path: string): boolean {
  return openHere.has(path);
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const disk = options.disk ?? openDisk();
  const mode = options.mode ?? 'write';
  if (mode === 'read' && !folderExists(disk, options.dir)) return emptyStore(disk);
  const tree = disk.openTree(options.dir, { create: mode === 'write', private: true });
  if (openHere.has(tree.path)) {
    tree.close();
    throw new VerbatimError('VERBATIM_LEDGER_IN_USE', 'This process has the ledger open already.', {
      path: options.dir,
    });
  }
  openHere.add(tree.path);
  try {
    return await new LmdbStore(tree, disk, mode, options).ready();
  } catch (error) {
    openHere.delete(tree.path);
    tree.close();
    throw error;
  }
}

class LmdbStore implements Store {
  readonly tree: Tree;
  readonly copies: Copies;
  exists = true;
  readonly #disk: Disk;
  readonly #mode: 'read' | 'write';
  readonly #options: StoreOptions;
  readonly #watchdog: Watchdog;
  #index: RootDatabase<Buffer, string> | undefined;
  #isClosed = false;
  /** What was opened. */
  #files: IndexFiles = new Map();

  constructor(tree: Tree, disk: Disk, mode: 'read' | 'write', options: StoreOptions) {
    this.tree = tree;
    this.copies = openCopies(tree, options.ids ?? randomIds);
    this.#disk = disk;
    this.#mode = mode;
    this.#options = options;
    this.#watchdog = openWatchdog(options.lockWatch, `${tree.path}/${writerFile}`);
  }

  async ready(): Promise<this> {
    const isIndexThere = (): boolean => this.tree.glance(indexFile).kind === 'present';
    const isThere = isIndexThere();
    // Looked at again where there is something: another process may just have made all of it, the index first.
    if (!isThere && isUsed(this.tree) && !isIndexThere()) {
      throw new VerbatimError('VERBATIM_LEDGER_DAMAGED', 'The ledger is in use, but its index is gone.', {
        path: `${this.tree.path}/${indexFile}`,
        hint: 'Nothing is made over it. verbatim salvage rebuilds the index; with --to DIR it copies every intact copy out.',
      });
    }
    this.exists = isThere || this.#mode === 'write';
    if (this.#mode === 'write') prepareCopies(this.tree, (this.#options.clock ?? systemClock).now());
    if (this.exists) await this.#open();
    if (!isThere && this.exists) this.tree.flushFolder('');
    return this;
  }

  async #open(): Promise<void> {
    const files = indexFiles(this.tree);
    await this.#checkIndex();
    // What is no index at all ends the process in LMDB's binding (measured), so this is looked at last.
    checkSameIndex(this.tree, files);
    this.#openIndex();
    await this.#checkOpened(files);
    this.#files = indexFiles(this.tree);
  }

  #openIndex(): void {
    const mask = process.umask(0o077);
    // Opening for writing waits for the writer lock too.
    if (this.#mode === 'write') this.#watchdog.start();
    try {
      const openIndex = this.#options.openIndex ?? openWithSoundLocks;
      this.#index = openIndex({
        path: this.tree.path,
        noSubdir: false,
        encoding: 'binary',
        overlappingSync: false,
        eventTurnBatching: false,
        readOnly: this.#mode === 'read',
        mapSize: indexBytesMax,
      });
    } catch (error) {
      throw notOpened(this.tree.path, error);
    } finally {
      this.#watchdog.stop();
      process.umask(mask);
    }
  }

  /** LMDB opens its two files by name, one after the other; those of two indexes would never do together. */
  async #checkOpened(files: IndexFiles): Promise<void> {
    try {
      checkSameIndex(this.tree, files);
    } catch (error) {
      await this.#index?.close();
      this.#index = undefined;
      throw error;
    }
  }

  /** What looks damaged is looked at again: another process may be making it at this moment. */
  async #checkIndex(): Promise<void> {
    const { clock = systemClock } = this.#options;
    for (let looks = 1; ; looks++) {
      try {
        return checkIndexSize(this.tree, indexFile);
      } catch (error) {
        if (looks === indexLooksMax) throw error;
        await clock.sleep(indexLookWait);
      }
    }
  }

  get #must(): RootDatabase<Buffer, string> {
    if (this.#isClosed) {
      throw new VerbatimError('VERBATIM_CALL_INVALID', 'This ledger was closed.', { path: this.tree.path });
    }
    assert(this.#index !== undefined, 'a store without its index was used');
    return this.#index;
  }

  refresh(): void {
    if (this.#index === undefined) return;
    this.#index.resetReadTxn();
    if (this.#mode === 'read') checkSameIndex(this.tree, this.#files);
    for (let looks = 1; isReadBehind(this.#must); looks++) {
      if (looks >= readLooksMax) return this.#openAgain();
      this.#index.resetReadTxn();
    }
  }

  get<T>(key: string): T | undefined {
    if (!this.exists) return undefined;
    const bytes = readable(key, () => this.#must.get(key));
    return bytes === undefined ? undefined : decodeRecord<T>(key, bytes);
  }

  *entries<T>(
    prefix: string,
    options: { reverse?: boolean; limit?: number } = {},
  ): Iterable<{ key: string; value: T }> {
    if (!this.exists) return;
    const end = `${prefix}\uffff`;
    const { reverse = false, limit } = options;
    const range = reverse ? { start: end, end: prefix, reverse } : { start: prefix, end };
    try {
      for (const { key, value } of this.#must.getRange(limit === undefined ? range : { ...range, limit })) {
        yield { key, value: decodeRecord<T>(key, value) };
      }
    } catch (error) {
      throw unreadable(prefix, error);
    }
  }

  *keys(prefix: string): Iterable<string> {
    if (!this.exists) return;
    try {
      for (const key of this.#must.getKeys(prefix === '' ? {} : { start: prefix, end: `${prefix}\uffff` })) {
        // A damaged key is decoded as what it has become, a number for one.
        if (typeof key !== 'string') throw new Error('a key of it is damaged');
        if (key !== lastCommitKey) yield key;
      }
    } catch (error) {
      throw unreadable(prefix, error);
    }
  }

  transaction(verb: string, body: (transaction: StoreTransaction) => void): void {
    for (let tries = 1; ; tries++) {
      try {
        return this.#attempt(verb, body);
      } catch (error) {
        if (!(error instanceof StartsBehind)) throw error;
        if (tries === behindTriesMax) throw this.#writeFailed(error, false);
      }
      this.#openAgain();
    }
  }

  /** After LMDB has taken back a commit. Another index that has come into the place is not opened: plans were made on this one. */
  #openAgain(): void {
    checkSameIndex(this.tree, this.#files);
    // Done when it returns: all transactions are synchronous, so none is left to wait for.
    void this.#must.close();
    this.#index = undefined;
    this.#openIndex();
  }

  #attempt(verb: string, body: (transaction: StoreTransaction) => void): void {
    const index = this.#must;
    let stage: 'waiting' | 'inside' | 'done' = 'waiting';
    let thrown: { error: unknown } | undefined;
    this.#watchdog.start();
    try {
      index.transactionSync(() => {
        this.#watchdog.stop();
        stage = 'inside';
        try {
          // Under the lock: whoever replaces an index makes sure that nobody has it open for writing by then.
          checkSameIndex(this.tree, this.#files);
          checkStart(index);
          this.#tellWriter(verb);
          let writes = 0;
          const writer = this.#writer(index, () => writes++);
          const returned: unknown = body(writer);
          // Checked in here, so that the throw aborts: afterwards it would be committed already (measured).
          assert(returned === undefined, 'a transaction returned a value');
          if (writes > 0) writer.put(lastCommitKey, index.getWriteTxnId());
        } catch (error) {
          thrown = { error };
          throw error;
        }
        stage = 'done';
      });
    } catch (error) {
      if (thrown !== undefined) throw thrown.error;
      throw this.#writeFailed(error, (stage as string) === 'done');
    } finally {
      this.#watchdog.stop();
    }
  }

  #writer(index: RootDatabase<Buffer, string>, wrote: () => void): StoreTransaction {
    const write = (run: () => void): void => {
      try {
        run();
        wrote();
      } catch (error) {
        throw this.#writeFailed(error, false);
      }
    };
    return {
      get: (key) => this.get(key),
      entries: (prefix, options) => this.entries(prefix, options),
      keys: (prefix) => this.keys(prefix),
      put: (key, value) => {
        const bytes = encodeRecord(key, value);
        write(() => index.putSync(key, bytes));
      },
      remove: (key) => {
        write(() => index.removeSync(key));
      },
    };
  }

  #writeFailed(cause: unknown, uncertain: boolean): VerbatimError {
    const message = `The ledger could not be written: ${(cause as Error).message}.`;
    return new VerbatimError('VERBATIM_LEDGER_WRITE_FAILED', message, {
      path: this.tree.path,
      cause,
      data: { uncertain },
      hint: 'Check the free space of the disk that holds the ledger, then try again.',
    });
  }

  #tellWriter(verb: string): void {
    if (this.#options.lockWatch === undefined) return;
    const { pid, started } = this.#disk.self();
    this.tree.note(writerFile, JSON.stringify({ pid, started, verb: this.#options.lockWatch.verb || verb }));
  }

  async reopen(): Promise<void> {
    await this.#index?.close();
    this.#index = undefined;
    await this.#open();
  }

  async close(): Promise<void> {
    // Again, it would let go of what another handle holds by now.
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watchdog.close();
    await this.#index?.close();
    this.#index = undefined;
    openHere.delete(this.tree.path);
    this.tree.close();
  }
}

function folderExists(disk: Disk, dir: string): boolean {
  try {
    disk.openTree(dir).close();
    return true;
  } catch (error) {
    const system = error instanceof VerbatimError ? error.data['system'] : undefined;
    if (system === 'ENOENT' || system === 'ENOTDIR') return false;
    throw error;
  }
}

/** What `read` finds where nothing was ever written. */
function emptyStore(disk: Disk): Store {
  const tree = disk.openTree('/');
  return {
    tree,
    copies: openCopies(tree, randomIds),
    exists: false,
    refresh() {},
    get: () => undefined,
    entries: () => [],
    keys: () => [],
    transaction: () => refuse('INPUT_INVALID', 'There is no ledger to write to.'),
    reopen: async () => {},
    close: async () => tree.close(),
  };
}
