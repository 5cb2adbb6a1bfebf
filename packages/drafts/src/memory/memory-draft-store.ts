/** Drafts in memory, for tests: whole lists where the local store has pages. */
import { assert, type Hash, refuse } from '@verbatim/core';
import type { Commit, DraftStore } from '../draft-store.js';
import { byPath } from '../files/normal-path.js';
import { retainedOf } from '../retention.js';
import {
  type AppState,
  type EntryChange,
  type FileBytes,
  type FileEntry,
  type KeyRecord,
  type MarkedRevision,
  newApp,
  noMarks,
  type RevisionNumber,
  type TurnRecord,
} from '../words.js';

interface App {
  readonly state: AppState;
  readonly revisions: ReadonlyMap<RevisionNumber, MarkedRevision & { readonly entries: readonly FileEntry[] }>;
  readonly turns: ReadonlyMap<string, TurnRecord>;
  readonly keys: ReadonlyMap<string, KeyRecord>;
  readonly contents: ReadonlyMap<Hash, Uint8Array>;
}

const emptyApp: App = {
  state: newApp,
  revisions: new Map(),
  turns: new Map(),
  keys: new Map(),
  contents: new Map(),
};

export function createMemoryDraftStore(): DraftStore {
  const apps = new Map<string, App>();
  const appOf = (app: string): App => apps.get(app) ?? emptyApp;
  const entriesOf = (app: string, number: RevisionNumber): readonly FileEntry[] | undefined =>
    number === 0 ? [] : appOf(app).revisions.get(number)?.entries;

  return {
    state: async (app) => apps.get(app)?.state,
    async revision(app, number) {
      const found = appOf(app).revisions.get(number);
      if (found === undefined) return undefined;
      const { entries: _entries, ...revision } = found;
      return revision;
    },
    async entries(app, number, paths) {
      const wanted = paths && new Set(paths);
      return entriesOf(app, number)?.filter(({ path }) => wanted === undefined || wanted.has(path));
    },
    async compare(app, from, to) {
      const before = entriesOf(app, from);
      const after = entriesOf(app, to);
      return before && after && compareEntries(before, after);
    },
    turn: async (app, id) => appOf(app).turns.get(id),
    key: async (app, key) => appOf(app).keys.get(key),
    async content({ hash }) {
      for (const { contents } of apps.values()) {
        const bytes = contents.get(hash);
        if (bytes !== undefined) return bytes.slice();
      }
      return refuse('COPY_CORRUPT', 'A copy is not there.', [hash]);
    },
    apps: async () => [...apps.keys()],
    async commit(app, commit) {
      const before = appOf(app);
      if (before.state.version !== commit.state.version - 1) return 'moved';
      apps.set(app, committed(before, commit));
      return 'done';
    },
    async verify() {
      const revisions = [...apps.values()].flatMap((app) => [...app.revisions.values()]);
      const contents = new Map([...apps.values()].flatMap((app) => [...app.contents]));
      const bytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
      const found = { apps: apps.size, revisions: revisions.length, copies: contents.size, bytes };
      return { ...found, problems: [], orphans: 0 };
    },
    close: async () => {},
  };
}

function committed(before: App, { state, revision, contents = new Map(), marks, turns = [], key }: Commit): App {
  const revisions = new Map(before.revisions);
  if (revision !== undefined) {
    const { facts, changes } = revision;
    assert(facts.number === state.head && !revisions.has(facts.number), 'a revision is new');
    const files = new Map(revisions.get(facts.number - 1)?.entries.map((entry) => [entry.path, entry]));
    for (const { path, after } of changes) {
      if (after === null) files.delete(path);
      else files.set(path, { path, ...after });
    }
    revisions.set(facts.number, { ...facts, marks: noMarks, entries: [...files.values()].toSorted(byPath) });
  }
  if (marks !== undefined) {
    const marked = revisions.get(marks.revision);
    if (marked !== undefined) revisions.set(marks.revision, { ...marked, marks: marks.marks });
  }
  const staying = new Set(retainedOf(state));
  for (const number of revisions.keys()) if (!staying.has(number)) revisions.delete(number);
  const named = new Set([...revisions.values()].flatMap(({ entries }) => entries.map(({ hash }) => hash)));
  return {
    state,
    revisions,
    turns: new Map([...before.turns, ...turns.map((record) => [record.turn.id, record] as const)]),
    keys: key === undefined ? before.keys : new Map([...before.keys, [key.key, key]]),
    contents: new Map([...before.contents, ...contents].filter(([hash]) => named.has(hash))),
  };
}

function compareEntries(before: readonly FileEntry[], after: readonly FileEntry[]): EntryChange[] {
  const side = (entries: readonly FileEntry[]): Map<string, FileBytes> =>
    new Map(entries.map(({ path, hash, size }) => [path, { hash, size }]));
  const [old, now] = [side(before), side(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((change) => change.before?.hash !== change.after?.hash)
    .toSorted(byPath);
}
