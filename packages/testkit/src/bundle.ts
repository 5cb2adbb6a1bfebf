/**
 * Makes one file of an entry and all that it imports, sources only, so that a process of its own starts fast and with
 * nothing built. CommonJS starts faster than modules do.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface Bundle {
  /** Absolute path, to be run by plain Node. */
  readonly path: string;
  remove(): void;
}

/** Native libraries stay outside, each with the package that owns it. */
const natives = { lmdb: 'store', koffi: 'fs' } as const;
const conditions = ['@verbatim/source', 'node', 'import', 'module', 'default'];

/** `entry` is the URL of a TypeScript file. */
export async function bundle(entry: URL): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-bundle-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, owner] of Object.entries(natives)) {
    const require = createRequire(new URL(`../../${owner}/package.json`, import.meta.url));
    symlinkSync(realpathSync(folderOf(name, require.resolve(name))), join(folder, 'node_modules', name));
  }
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('..', import.meta.url)),
    resolve: { conditions },
    ssr: { noExternal: true, external: Object.keys(natives), resolve: { conditions } },
    build: {
      ssr: fileURLToPath(entry),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'child.cjs' } },
    },
  });
  return { path: join(folder, 'child.cjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function folderOf(name: string, resolved: string): string {
  for (let folder = dirname(resolved); ; folder = dirname(folder)) if (folder.endsWith(`/${name}`)) return folder;
}
