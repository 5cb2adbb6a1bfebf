/**
 * Manifests: the complete list of a revision's files, cut into pages. A revision shares the pages that it did not touch
 * with the one before it, so that one edit among a thousand files writes one page and a short list of pages, and reading a
 * revision takes that list and its pages, never another revision.
 */
import { assert } from '@verbatim/core';
import type { StoreReader, StoreTransaction } from '@verbatim/store';
import { byPath } from '../files/normal-path.js';
import { grouped } from '../grouped.js';
import { pageEntriesCut, pageEntriesMax } from '../limits.js';
import type { EntryChange, FileEntry, RevisionNumber } from '../words.js';
import { keys } from './keys.js';

/** A page's name, never used twice in an app, and the path that it begins with. */
type PageRef = readonly [id: string, first: string];
type Page = readonly (readonly [path: string, hash: string, size: number])[];

export interface Manifest {
  /** Names the commit that wrote it. */
  readonly token: string;
  readonly pages: readonly PageRef[];
}

/** One app's manifests, as a reader of the store sees them. */
export interface Manifests {
  readonly reader: StoreReader;
  readonly app: string;
}

export function manifestOf({ reader, app }: Manifests, number: RevisionNumber): Manifest | undefined {
  return number === 0 ? { token: '', pages: [] } : reader.get<Manifest>(keys.manifest(app, number));
}

export function allEntries(from: Manifests, { pages }: Manifest): FileEntry[] {
  return pages.flatMap((page) => pageOf(from, page));
}

export function entriesAt(from: Manifests, { pages }: Manifest, paths: readonly string[]): FileEntry[] {
  const wanted = new Set(paths);
  const places = new Set(paths.map((path) => pageFor(pages, path)));
  return [...places]
    .toSorted((a, b) => a - b)
    .flatMap((place) => (pages[place] === undefined ? [] : pageOf(from, pages[place])))
    .filter(({ path }) => wanted.has(path));
}

/** Where two manifests differ; pages that they share are not read. */
export function compareManifests(from: Manifests, before: Manifest, after: Manifest): EntryChange[] {
  const old = new Map(entriesNotIn(from, before, after).map((entry) => [entry.path, entry]));
  const changes: EntryChange[] = [];
  for (const { path, hash, size } of entriesNotIn(from, after, before)) {
    const was = old.get(path);
    old.delete(path);
    if (was?.hash !== hash)
      changes.push({ path, before: was === undefined ? null : bytesOf(was), after: { hash, size } });
  }
  for (const entry of old.values()) changes.push({ path: entry.path, before: bytesOf(entry), after: null });
  return changes.toSorted(byPath);
}

/** Entries on pages that none of the other manifests has. */
export function entriesNotIn(from: Manifests, { pages }: Manifest, ...others: readonly Manifest[]): FileEntry[] {
  return pagesNotIn(pages, others).flatMap((page) => pageOf(from, page));
}

/** Writes the manifest that `changes`, in the order of their paths, make of `before`. */
export function writeManifest(
  transaction: StoreTransaction,
  app: string,
  before: Manifest,
  next: { readonly number: RevisionNumber; readonly token: string; readonly changes: readonly EntryChange[] },
): void {
  const from = { reader: transaction, app };
  const touched = grouped(next.changes, ({ path }) => pageFor(before.pages, path));
  let written = 0;
  const put = (entries: readonly FileEntry[]): PageRef[] =>
    cut(entries).map((run) => {
      const id = `${next.number}.${written++}`;
      transaction.put(
        keys.page(app, id),
        run.map(({ path, hash, size }) => [path, hash, size]),
      );
      return [id, run[0]!.path];
    });

  const pages = before.pages.flatMap((page, place) => {
    const changes = touched.get(place);
    return changes === undefined ? [page] : put(changed(pageOf(from, page), changes));
  });
  if (before.pages.length === 0) pages.push(...put(changed([], next.changes)));
  transaction.put(keys.manifest(app, next.number), { token: next.token, pages } satisfies Manifest);
}

/**
 * Removes the manifest of a revision between two that stay, and its pages that neither of them has. A page only ever passes
 * from one revision to the next, so nobody else has it.
 */
export function removeManifest(
  transaction: StoreTransaction,
  app: string,
  number: RevisionNumber,
  { pages }: Manifest,
  neighbours: readonly Manifest[],
): void {
  for (const [id] of pagesNotIn(pages, neighbours)) transaction.remove(keys.page(app, id));
  transaction.remove(keys.manifest(app, number));
}

function pagesNotIn(pages: readonly PageRef[], others: readonly Manifest[]): PageRef[] {
  const ids = new Set(others.flatMap((other) => other.pages.map(([id]) => id)));
  return pages.filter(([id]) => !ids.has(id));
}

function pageOf(from: Manifests, [id]: PageRef): FileEntry[] {
  const page = readPage(from, id);
  assert(page !== undefined, `page ${id} of a manifest is named, but not there`);
  return page;
}

export function readPage({ reader, app }: Manifests, id: string): FileEntry[] | undefined {
  return reader.get<Page>(keys.page(app, id))?.map(([path, hash, size]) => ({ path, hash, size }));
}

/** The place of the page that holds a path, or would hold it: the last that begins at it or before, else the first. */
function pageFor(pages: readonly PageRef[], path: string): number {
  let low = 0;
  let high = pages.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (pages[middle]![1] <= path) low = middle;
    else high = middle;
  }
  return low;
}

function changed(entries: readonly FileEntry[], changes: readonly EntryChange[]): FileEntry[] {
  const byName = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path, after } of changes) {
    if (after === null) byName.delete(path);
    else byName.set(path, { path, ...after });
  }
  return [...byName.values()].toSorted(byPath);
}

/** One page while it is short enough, else pages of equal length. */
function cut(entries: readonly FileEntry[]): FileEntry[][] {
  if (entries.length === 0) return [];
  if (entries.length <= pageEntriesMax) return [[...entries]];
  const count = Math.ceil(entries.length / pageEntriesCut);
  const at = (n: number): number => Math.round((n * entries.length) / count);
  return Array.from({ length: count }, (_, n) => entries.slice(at(n), at(n + 1)));
}

function bytesOf({ hash, size }: FileEntry): { hash: string; size: number } {
  return { hash, size };
}
