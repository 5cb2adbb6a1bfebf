/** Export: the retained copies of a file or an action as a zip archive that anybody can read without Verbatim. */
import { createHash } from 'node:crypto';
import { basename, dirname, extname, resolve } from 'node:path';
import { type Content, type Hash, refuse, VerbatimError } from '@verbatim/core';
import type { NewZipEntry } from '@verbatim/format-ooxml';
import type { Ledger } from '@verbatim/ledger';
import type { HistoryEntry, Refused, Review, Target } from '@verbatim/review';
import { findFolder } from './places.js';
import { systemWorld } from './world.js';

export interface ExportOptions {
  readonly target: Target;
  /** Where the archive goes; an existing file is never replaced. */
  readonly to: string;
  /** Told how many of the copies were packed, for a progress line. */
  readonly onCopy?: (done: number, all: number) => void;
}

export interface Exported {
  readonly outcome: 'exported';
  /** False where copies are missing. */
  readonly ok: boolean;
  /** The archive, absolute. */
  readonly to: string;
  readonly bytes: number;
  readonly sha256: Hash;
  /** Copies that the manifest lists. */
  readonly copies: number;
  /** Those of them whose bytes could not be read, and why. */
  readonly missing: readonly { readonly id: string; readonly why: string }[];
}

/**
 * Writes `copies/…` (each distinct content once), `manifest.json` (which copy is which file, with hash, time, label, agent)
 * and `SHA256SUMS`, which `sha256sum -c` checks. Durable when it resolves. Refuses `PATH_TAKEN`, `INPUT_INVALID` (no such
 * folder), `COPY_UNKNOWN` (nothing to export), and what `history` refuses.
 */
export async function exportCopies(
  { review, ledger }: { readonly review: Review; readonly ledger: Ledger },
  { target, to, onCopy }: ExportOptions,
): Promise<Exported | Refused> {
  const entries = await everyCopy(review, target);
  if ('outcome' in entries) return entries;
  if (entries.length === 0) {
    refuse('COPY_UNKNOWN', 'There are no copies to export.', [target.kind === 'file' ? target.path : target.id]);
  }
  const files = filesOf(entries);
  const { streamZip } = await import('@verbatim/format-ooxml');
  const newest = entries.reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0);
  let done = 0;
  // Poured twice: the length of what a new file will hold is said before it is made.
  const content = measured((sink) => {
    for (const piece of streamZip(
      packed(ledger, entries, files, () => onCopy?.(++done, 2 * files.size)),
      newest,
    ))
      sink(piece);
  });
  const absolute = resolve(to);
  writeNew(absolute, content);
  const missing = entries.flatMap(({ id, restorable, why = '' }) => (restorable ? [] : [{ id, why }]));
  return {
    outcome: 'exported',
    ok: missing.length === 0,
    to: absolute,
    bytes: content.size,
    sha256: content.hash,
    copies: entries.length,
    missing,
  };
}

async function everyCopy(review: Review, target: Target): Promise<HistoryEntry[] | Refused> {
  const copies: HistoryEntry[] = [];
  for (let below: number | undefined; ; ) {
    const page = await review.history(target, below === undefined ? {} : { below });
    if (page.outcome === 'refused') return page;
    copies.push(...page.copies);
    if (page.next === undefined) return copies;
    below = page.next;
  }
}

interface ExportedFile {
  readonly name: string;
  readonly size: number;
}

/** Each distinct content once, under the name of the oldest copy that has it, so that a folder of them sorts by time. */
function filesOf(entries: readonly HistoryEntry[]): Map<Hash, ExportedFile> {
  const files = new Map<Hash, ExportedFile>();
  for (const { hash, size, at, label, id, path, restorable } of entries.toReversed()) {
    if (hash === null || size === null || !restorable || files.has(hash)) continue;
    const when = at.slice(0, 19).replaceAll(':', '.');
    // Any name is fine inside a manifest; inside an archive only plain ones open everywhere.
    const stem = basename(path, extname(path))
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 60);
    const ending = /^\.[A-Za-z0-9]{1,10}$/.test(extname(path)) ? extname(path) : '';
    files.set(hash, { name: `copies/${when} ${label} ${stem} ${id}${ending}`, size });
  }
  return files;
}

function* packed(
  ledger: Ledger,
  entries: readonly HistoryEntry[],
  files: ReadonlyMap<Hash, ExportedFile>,
  onCopy: () => void,
): Iterable<NewZipEntry> {
  const copies = entries.map((entry) => ({ ...entry, file: files.get(entry.hash ?? '')?.name ?? null }));
  const sums = [...files].map(([hash, { name }]) => `${hash}  ${name}\n`).join('');
  yield { name: 'manifest.json', bytes: encoded(`${JSON.stringify({ v: 1, copies }, null, 2)}\n`) };
  yield { name: 'SHA256SUMS', bytes: encoded(sums) };
  for (const [hash, { name, size }] of files) {
    const chunks: Buffer[] = [];
    ledger.copies.content(hash, size).pour((chunk) => chunks.push(Buffer.from(chunk)));
    yield { name, bytes: Buffer.concat(chunks) };
    onCopy();
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function measured(pour: Content['pour']): Content {
  const hash = createHash('sha256');
  let size = 0;
  pour((chunk) => {
    hash.update(chunk);
    size += chunk.length;
  });
  return { hash: hash.digest('hex'), size, pour };
}

function writeNew(path: string, content: Content): void {
  const folder = findFolder(systemWorld().disk(undefined), dirname(path));
  if (folder === undefined) return refuse('INPUT_INVALID', 'There is no such folder.', [dirname(path)]);
  try {
    const name = basename(path);
    folder.tree.stage(name, content, folder.tree.newAttributes(name));
    folder.tree.flushFolder('');
  } catch (error) {
    if (!(error instanceof VerbatimError) || error.data['system'] !== 'EEXIST') throw error;
    refuse('PATH_TAKEN', 'There is a file at that place already.', [path], 'Choose another name with --to FILE.zip.');
  } finally {
    folder.tree.close();
  }
}
