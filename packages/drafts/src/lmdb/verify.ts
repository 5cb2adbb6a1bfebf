/** Checks all that the local store holds. Reads only, repairs nothing. */
import type { Hash } from '@verbatim/core';
import { asFarAsReadable, copyState, damagedRecords, type Store, type StoreReader } from '@verbatim/store';
import type { DraftProblem, DraftsReport, VerifyOptions } from '../report.js';
import { isRetained, retainedOf } from '../retention.js';
import type { FileEntry, Revision, RevisionNumber } from '../words.js';
import { appearances } from './copy-counts.js';
import { addName, type CopyNames, namesTold } from './copy-names.js';
import { keys } from './keys.js';
import { type Manifest, readPage } from './manifest.js';
import type { AppRecord } from './write-commit.js';

export function verifyStore(store: Store, options: VerifyOptions): DraftsReport {
  const report = checkedOnce(store, options);
  if (report.problems.length === 0 || !store.exists) return report;
  // Others may have committed since: a revision that left the history took copies with it.
  store.refresh();
  const again = new Set(checkedOnce(store, {}).problems.map(told));
  return { ...report, problems: report.problems.filter((problem) => again.has(told(problem))) };
}

/** What stays the same of a problem while others commit: a copy may be named elsewhere by then. */
function told(problem: DraftProblem): string {
  const { code, hash } = problem;
  return JSON.stringify(hash === undefined ? problem : { code, hash });
}

function checkedOnce(store: Store, { onCopy }: VerifyOptions): DraftsReport {
  const problems: DraftProblem[] = [];
  const reader = soundRecords(store, problems);
  const apps = [...reader.entries<AppRecord>(keys.apps)].map(({ value }) => value);
  const named = new Map<Hash, CopyNames>();
  const counts = new Map<Hash, number>();
  const expected = new Set<string>();
  let revisions = 0;
  for (const record of apps) {
    const app = new AppCheck(reader, record, problems);
    revisions += app.check(named, counts);
    for (const key of app.keys) expected.add(key);
  }
  // What damage hides would count as missing here.
  if (problems.length === 0) {
    for (const problem of [...strayRecords(reader, expected), ...wrongCounts(reader, named, counts)])
      problems.push(problem);
  }

  let [done, bytes] = [0, 0];
  for (const [hash, of] of named) {
    bytes += of.size;
    const state = copyState(store.copies, hash, of.size);
    if (state === 'missing') problems.push(copyProblem('COPY_MISSING', 'A copy is not there', hash, of));
    if (state === 'corrupt') {
      problems.push(copyProblem('COPY_CORRUPT', 'A copy fails its integrity check, so it is not used', hash, of));
    }
    onCopy?.(++done, bytes);
  }
  const orphans = store.copies.list().filter((hash) => !named.has(hash)).length;
  return { problems, apps: apps.length, revisions, copies: named.size, bytes, orphans };
}

function copyProblem(code: DraftProblem['code'], what: string, hash: Hash, names: CopyNames): DraftProblem {
  return { code, message: `${what}; ${namesTold(names)}.`, hash, ...names.newest };
}

/** The index without the records that fail their checksum, or are listed and not found; each is named. */
function soundRecords(store: Store, problems: DraftProblem[]): StoreReader {
  const tell = (message: string): void => {
    if (!problems.some((known) => known.message === message)) problems.push({ code: 'RECORD_DAMAGED', message });
  };
  const damaged = damagedRecords(store, tell);
  const readable = asFarAsReadable(store, ({ message }) => tell(message));
  const sound = (key: string): boolean => !damaged.has(key);
  return {
    get: (key) => (sound(key) ? readable.get(key) : undefined),
    *keys(prefix) {
      for (const key of readable.keys(prefix)) if (sound(key)) yield key;
    },
    *entries<T>(prefix: string) {
      for (const key of readable.keys(prefix)) {
        const value = sound(key) ? readable.get<T>(key) : undefined;
        if (value !== undefined) yield { key, value };
      }
    },
  };
}

class AppCheck {
  /** Records of the app that have to be there, as far as they were found. */
  readonly keys = new Set<string>();
  readonly #reader: StoreReader;
  readonly #record: AppRecord;
  readonly #problems: DraftProblem[];
  readonly #pages = new Map<string, readonly FileEntry[] | undefined>();

  constructor(reader: StoreReader, record: AppRecord, problems: DraftProblem[]) {
    this.#reader = reader;
    this.#record = record;
    this.#problems = problems;
  }

  /** Adds what the app's revisions name, and how often it counts. Answers how many revisions there are. */
  check(named: Map<Hash, CopyNames>, counts: Map<Hash, number>): number {
    const { app } = this.#record;
    this.#checkPointers();
    let before: readonly FileEntry[] = [];
    const chain = retainedOf(this.#record);
    for (const revision of chain) {
      const entries = this.#entriesOf(revision);
      for (const { path, hash, size } of entries) addName(named, hash, size, { app, revision, path });
      for (const hash of appearances(before, entries)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      before = entries;
    }
    return chain.length;
  }

  #entriesOf(number: RevisionNumber): readonly FileEntry[] {
    const { app } = this.#record;
    const facts = this.#get<Revision>(keys.revision(app, number));
    const manifest = this.#get<Manifest>(keys.manifest(app, number));
    this.keys.add(keys.marks(app, number));
    const pages = manifest?.pages.map(([id]) => this.#page(id));
    if (facts === undefined || pages === undefined || pages.includes(undefined)) {
      this.#tell('REVISION_INCOMPLETE', `A record of r${number} is not there.`, number);
      return [];
    }
    const entries = pages.flatMap((page) => page ?? []);
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    const isInOrder = entries.every(({ path }, index) => index === 0 || (entries[index - 1]?.path ?? '') < path);
    if (facts.number !== number || facts.files !== entries.length || facts.bytes !== bytes || !isInOrder) {
      this.#tell('REVISION_INCOMPLETE', `The list of files of r${number} is not what was recorded of it.`, number);
    }
    return entries;
  }

  #page(id: string): readonly FileEntry[] | undefined {
    const { app } = this.#record;
    this.keys.add(keys.page(app, id));
    if (!this.#pages.has(id)) this.#pages.set(id, readPage({ reader: this.#reader, app }, id));
    return this.#pages.get(id);
  }

  /** What the app's state points to. */
  #checkPointers(): void {
    const state = this.#record;
    const pointers: (readonly [string, RevisionNumber | null])[] = [
      ['published revision', state.published],
      ['revision that passed a check last', state.passed.last],
      ['newest revision that passed a check', state.passed.newest],
      ['revision of a publish', state.publishing?.revision ?? null],
    ];
    for (const [what, number] of pointers) {
      if (number !== null && !isRetained(state, number))
        this.#tell('REFERENCE_BROKEN', `The ${what}, r${number}, is not retained.`, number);
    }
    for (const turn of [state.turn, state.previousTurn]) {
      if (turn !== null && this.#reader.get(keys.turn(state.app, turn.id)) === undefined)
        this.#tell('REFERENCE_BROKEN', `The turn ${turn.id} is not there.`);
    }
  }

  #get<T>(key: string): T | undefined {
    this.keys.add(key);
    return this.#reader.get<T>(key);
  }

  #tell(code: DraftProblem['code'], message: string, revision?: RevisionNumber): void {
    this.#problems.push({ code, message, app: this.#record.app, ...(revision === undefined ? {} : { revision }) });
  }
}

/** Records of revisions that nothing leads to. */
function strayRecords(reader: StoreReader, expected: ReadonlySet<string>): DraftProblem[] {
  return keys.ofRevisions.flatMap((prefix) =>
    [...reader.keys(prefix)]
      .filter((key) => !expected.has(key))
      .map((key): DraftProblem => ({ code: 'REFERENCE_BROKEN', message: `No revision leads to the record ${key}.` })),
  );
}

/** A copy that is counted too seldom would go while it is needed; one that is counted too often would stay for ever. */
function wrongCounts(
  reader: StoreReader,
  named: ReadonlyMap<Hash, CopyNames>,
  counts: ReadonlyMap<Hash, number>,
): DraftProblem[] {
  const recorded = new Map(
    [...reader.entries<number>(keys.allCopies)].map(({ key, value }) => [key.slice(keys.allCopies.length), value]),
  );
  const hashes = new Set([...counts.keys(), ...recorded.keys()]);
  return [...hashes].flatMap((hash): DraftProblem[] => {
    const [is, should] = [recorded.get(hash) ?? 0, counts.get(hash) ?? 0];
    if (is === should) return [];
    const message = `A copy is counted ${is} times, and named ${should} times.`;
    return [{ code: 'COPY_MISCOUNTED', message, hash, ...named.get(hash)?.newest }];
  });
}
