// The rooms of the house and the files in them, read from disk (not from git: a copy without history is checked too).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('..', import.meta.url));

/** One workspace package: its folder from the root, its short name and its manifest. */
export interface Room {
  readonly dir: string;
  readonly kind: 'packages' | 'apps' | 'examples';
  readonly name: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.turbo', '.bench']);
const isCode = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const isFree = /\.(?:test|bench)\.[cm]?[jt]s$|\/(?:test|bench|scripts)\/|\/vitest\.config\.ts$/;

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/** Every file of the project below `dir`, as paths from the root with forward slashes. */
export function filesBelow(dir: string): string[] {
  if (!exists(dir)) return [];
  return readdirSync(join(root, dir), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = dir === '.' ? entry.name : `${dir}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    });
}

export const rooms: readonly Room[] = (['packages', 'apps', 'examples'] as const).flatMap((kind) =>
  (exists(kind) ? readdirSync(join(root, kind)).sort() : [])
    .filter((name) => exists(`${kind}/${name}/package.json`))
    .map((name) => ({
      dir: `${kind}/${name}`,
      kind,
      name,
      manifest: JSON.parse(readText(`${kind}/${name}/package.json`)) as Manifest,
    })),
);

/** The code that ships: bound by the layers and the owners. */
export function sourcesOf(room: Room): string[] {
  const dirs = room.kind === 'examples' ? [room.dir] : ['src', 'bin', 'page/src'].map((part) => `${room.dir}/${part}`);
  return dirs.flatMap(filesBelow).filter((path) => isCode.test(path) && !isFree.test(path));
}

/** What is built into one file with all that it uses, and so needs none of it later. */
export function isBundled(path: string): boolean {
  return path.includes('/page/src/');
}

/** Tests, benches and their set-up: free in what they import, but they declare it. */
export function testsOf(room: Room): string[] {
  return filesBelow(room.dir).filter((path) => isCode.test(path) && isFree.test(path));
}
