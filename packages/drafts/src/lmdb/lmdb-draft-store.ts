/** Drafts in the local store: records in LMDB, contents as copies. One handle a folder and process. */
import { type Hash, isVerbatimError, VerbatimError } from '@verbatim/core';
import { openStore, type Store, type StoreOptions } from '@verbatim/store';
import type { Commit, DraftStore } from '../draft-store.js';
import { copyTriesMax } from '../limits.js';
import type { DraftsReport, VerifyOptions } from '../report.js';
import {
  type EntryChange,
  type FileBytes,
  type FileEntry,
  type KeyRecord,
  type MarkedRevision,
  type Marks,
  newApp,
  noMarks,
  type Revision,
  type RevisionNumber,
  type TurnRecord,
} from '../words.js';
import { keys } from './keys.js';
import { allEntries, compareManifests, entriesAt, type Manifests, manifestOf } from './manifest.js';
import { verifyStore } from './verify.js';
import { type AppRecord, NotWritten, writeCommit } from './write-commit.js';

/** The version of the tables; a newer one is refused. */
const formatVersion = 1;

export async function openLmdbDraftStore(options: StoreOptions): Promise<DraftStore> {
  const store = await openStore(options);
  try {
    const found = store.get<number>(keys.format);
    if (found !== undefined && found > formatVersion) {
      throw new VerbatimError('VERBATIM_LEDGER_NEWER', 'The drafts were written by a newer version of Verbatim.', {
        path: options.dir,
        hint: 'Update Verbatim, then try again. Nothing was changed.',
      });
    }
    if (found === undefined && options.mode !== 'read') {
      store.transaction('open', (transaction) => transaction.put(keys.format, formatVersion));
    }
    return new LmdbDraftStore(store, options.mode === 'read');
  } catch (error) {
    await store.close();
    throw error;
  }
}

class LmdbDraftStore implements DraftStore {
  readonly #store: Store;
  readonly #isReadOnly: boolean;
  /** Settles when the index is open: after a commit that failed it is opened anew. */
  #open: Promise<void> = Promise.resolve();
  /** Copies that were stored for commits of this handle which did not come about. */
  readonly #loose = new Set<Hash>();

  constructor(store: Store, isReadOnly: boolean) {
    this.#store = store;
    this.#isReadOnly = isReadOnly;
  }

  state(app: string): Promise<AppRecord | undefined> {
    return this.#read((store) => store.get<AppRecord>(keys.app(app)));
  }

  revision(app: string, number: RevisionNumber): Promise<MarkedRevision | undefined> {
    return this.#read((store) => {
      const facts = store.get<Revision>(keys.revision(app, number));
      return facts && { ...facts, marks: store.get<Marks>(keys.marks(app, number)) ?? noMarks };
    });
  }

  entries(app: string, number: RevisionNumber, paths?: readonly string[]): Promise<readonly FileEntry[] | undefined> {
    return this.#readManifests(app, (from) => {
      const manifest = manifestOf(from, number);
      return manifest && (paths === undefined ? allEntries(from, manifest) : entriesAt(from, manifest, paths));
    });
  }

  compare(app: string, from: RevisionNumber, to: RevisionNumber): Promise<readonly EntryChange[] | undefined> {
    return this.#readManifests(app, (manifests) => {
      const before = manifestOf(manifests, from);
      const after = manifestOf(manifests, to);
      return before && after && compareManifests(manifests, before, after);
    });
  }

  turn(app: string, id: string): Promise<TurnRecord | undefined> {
    return this.#read((store) => store.get<TurnRecord>(keys.turn(app, id)));
  }

  key(app: string, key: string): Promise<KeyRecord | undefined> {
    return this.#read((store) => store.get<KeyRecord>(keys.key(app, key)));
  }

  content({ hash, size }: FileBytes): Promise<Uint8Array> {
    return this.#read(({ copies }) => {
      const bytes = new Uint8Array(size);
      let at = 0;
      copies.content(hash, size).pour((chunk) => {
        bytes.set(chunk.subarray(0, size - at), at);
        at = Math.min(size, at + chunk.length);
      });
      return bytes;
    });
  }

  apps(): Promise<readonly string[]> {
    return this.#read((store) => [...store.entries<AppRecord>(keys.apps)].map(({ value }) => value.app));
  }

  async commit(app: string, commit: Commit): Promise<'done' | 'moved'> {
    if (this.#isReadOnly) {
      throw new VerbatimError('VERBATIM_CALL_INVALID', 'The drafts were opened for reading only.', { path: app });
    }
    for (let tries = 1; ; tries++) {
      const now = (await this.state(app)) ?? newApp;
      if (now.version !== commit.state.version - 1) return 'moved';
      this.#putCopies(commit.contents);
      const loose = [...this.#loose].filter((hash) => commit.contents?.has(hash) !== true);
      try {
        this.#store.transaction('draft', (transaction) => writeCommit(transaction, this.#store, app, commit, loose));
      } catch (error) {
        if (error instanceof NotWritten && error.why === 'moved') return 'moved';
        if (error instanceof NotWritten && tries < copyTriesMax) continue;
        if (error instanceof NotWritten) throw copiesGone(app);
        if (!isVerbatimError(error) || error.code !== 'VERBATIM_LEDGER_WRITE_FAILED') throw error;
        if (await this.#isCommitted(app, commit, error)) return 'done';
        throw error;
      }
      for (const hash of [...loose, ...(commit.contents?.keys() ?? [])]) this.#loose.delete(hash);
      return 'done';
    }
  }

  verify(options: VerifyOptions = {}): Promise<DraftsReport> {
    return this.#read((store) => verifyStore(store, options));
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #putCopies(contents: ReadonlyMap<Hash, Uint8Array> = new Map()): void {
    const { copies } = this.#store;
    for (const [hash, bytes] of contents) {
      this.#loose.add(hash);
      copies.put({ hash, size: bytes.length, pour: (sink) => sink(bytes) });
    }
    copies.flush();
  }

  /** Asks the index, opened anew, whether a commit whose answer was lost is durable. */
  async #isCommitted(app: string, { state, revision }: Commit, cause: VerbatimError): Promise<boolean> {
    void this.#reopen();
    try {
      const now = (await this.state(app)) ?? newApp;
      if (now.version < state.version) return false;
      if (now.version === state.version) return now.token === state.token;
      if (revision !== undefined) {
        const manifest = await this.#readManifests(app, (from) => manifestOf(from, revision.facts.number));
        if (manifest !== undefined) return manifest.token === state.token;
      }
    } catch (error) {
      throw outcomeUnknown(app, error);
    }
    throw outcomeUnknown(app, cause);
  }

  #readManifests<T>(app: string, body: (from: Manifests) => T): Promise<T> {
    return this.#read((reader) => body({ reader, app }));
  }

  #reopen(): Promise<void> {
    this.#open = this.#store.reopen();
    // Whoever waits for the index gets the error; nobody else needs to.
    this.#open.catch(() => {});
    return this.#open;
  }

  /** One moment of the store: `body` is synchronous. An index that could not be opened is tried again. */
  async #read<T>(body: (store: Store) => T): Promise<T> {
    const open = this.#open;
    await open.catch(() => (this.#open === open ? this.#reopen() : this.#open));
    this.#store.refresh();
    return body(this.#store);
  }
}

function copiesGone(app: string): VerbatimError {
  return new VerbatimError('VERBATIM_LEDGER_WRITE_FAILED', 'Copies went each time that they had been stored.', {
    path: app,
    hint: 'Something else removes files from the folder of the drafts. Nothing was written; try again.',
  });
}

function outcomeUnknown(app: string, cause: unknown): VerbatimError {
  return new VerbatimError('VERBATIM_OUTCOME_UNKNOWN', 'A commit failed, and the store could not be asked about it.', {
    path: app,
    cause,
    hint: 'Look at the history of the app; a retry under the same key is safe.',
  });
}
