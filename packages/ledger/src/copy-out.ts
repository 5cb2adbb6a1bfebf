/** Every intact copy of a ledger as plain files, without its index. */
import { type Hash, RefusalError, refuse, type SnapshotLabel, type Tree } from '@verbatim/core';
import { copyState, openCopies, openDisk, randomIds } from '@verbatim/store';
import { type AnyManifest, readManifests } from './read-manifests.js';
import { corrupt, isHash, problemsOf, type SalvageOptions, type SalvageProblem, statesOf } from './salvage-facts.js';

export interface CopiedOut {
  readonly problems: readonly SalvageProblem[];
  /** Files written, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** How many of them no manifest names. */
  readonly unnamed: number;
  readonly missing: number;
}

/**
 * Copies every intact copy into a folder, without the index and without touching the ledger: `files/PATH/TIME LABEL …` where a
 * manifest says what it is, else `by-hash/HASH`, and a list in `copies.json`. Refuses `PATH_TAKEN` where the folder holds
 * anything.
 */
export function copyOut(options: SalvageOptions & { readonly to: string }): CopiedOut {
  const { dir, to, onCopy, disk = openDisk() } = options;
  const tree = disk.openTree(dir);
  const target = disk.openTree(to, { create: true });
  try {
    if (target.path === tree.path || target.path.startsWith(`${tree.path}/`)) {
      refuse('INPUT_INVALID', 'That folder is the ledger’s own, which is left as it is.', [to]);
    }
    if (target.list('').length > 0) {
      refuse(
        'PATH_TAKEN',
        'That folder is not empty, and nothing in it is to be replaced.',
        [to],
        'Name a new folder.',
      );
    }
    const { manifests, damaged } = readManifests(tree);
    const names = namesOf(manifests);
    const here = openCopies(tree, randomIds).list().filter(isHash);
    const problems = problemsOf(damaged);
    const listed: ListedCopy[] = [];
    let [done, bytes] = [0, 0];
    for (const hash of here) {
      const size = sizeOf(tree, hash);
      for (const name of names.get(hash) ?? [{ file: `by-hash/${hash}` }]) {
        if (!pourOut(tree, target, name.file, hash, size)) {
          problems.push(corrupt(hash, 'path' in name ? name.path : undefined));
          break;
        }
        listed.push({ ...name, sha256: hash, size });
        bytes += size;
      }
      onCopy?.(++done, bytes);
    }
    target.writeDurably('copies.json', Buffer.from(`${JSON.stringify({ v: 1, copies: listed }, null, 2)}\n`));
    const there = new Set(here);
    return {
      problems,
      files: listed.length,
      bytes,
      unnamed: listed.filter((copy) => !('path' in copy)).length,
      missing: [...names.keys()].filter((hash) => !there.has(hash)).length,
    };
  } finally {
    target.close();
    tree.close();
  }
}

interface NamedCopy {
  /** Relative to the folder that is filled. */
  readonly file: string;
  /** Where it lay in the workspace. */
  readonly path: string;
  readonly at: string;
  readonly label: SnapshotLabel;
  /** Null for a copy on its own: a restore point, or what a restore saved. */
  readonly action: string | null;
  readonly note?: string;
}

type ListedCopy = (NamedCopy | { readonly file: string }) & { readonly sha256: Hash; readonly size: number };

/** What manifests say of each copy: once for each path that had those bytes, with the first time that it had them. */
function namesOf(manifests: readonly AnyManifest[]): Map<Hash, NamedCopy[]> {
  const names = new Map<Hash, NamedCopy[]>();
  for (const { manifest, path, label, state } of statesOf(manifests)) {
    if (state?.kind !== 'present') continue;
    const known = names.get(state.hash) ?? [];
    if (known.some((one) => one.path === path)) continue;
    const { at } = manifest;
    const about =
      'copy' in manifest
        ? { action: null, ...(manifest.note === null ? {} : { note: manifest.note }) }
        : { action: manifest.action };
    const ending = /(?<=[^/])\.[A-Za-z0-9]{1,10}$/.exec(path)?.[0] ?? '';
    const when = at.slice(0, 19).replaceAll(':', '.');
    const file = `files/${path}/${when} ${label} ${state.hash.slice(0, 8)}${ending}`;
    names.set(state.hash, [...known, { file, path, at, label, ...about }]);
  }
  return names;
}

/** False where the copy fails its hash; then nothing of it is left in the folder. */
function pourOut(tree: Tree, target: Tree, file: string, hash: Hash, size: number): boolean {
  target.makeFolders(file.slice(0, file.lastIndexOf('/')));
  try {
    target.stage(file, openCopies(tree, randomIds).content(hash, size), {
      ...target.newAttributes(file),
      extended: {},
    });
    return true;
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'COPY_CORRUPT') return false;
    if (copyState(openCopies(tree, randomIds), hash, size) !== 'sound') return false;
    throw error;
  }
}

/** Of what is no file nothing can be copied, whatever its size. */
function sizeOf(tree: Tree, hash: Hash): number {
  try {
    const glance = tree.glance(`copies/${hash}`);
    return glance.kind === 'present' ? glance.size : 0;
  } catch (error) {
    if (error instanceof RefusalError) return 0;
    throw error;
  }
}
