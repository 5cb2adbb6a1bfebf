// Packs the command as one installable tarball: `node scripts/pack.mjs [FOLDER]`, after a build. Prints the tarball's path.
//
// The app goes in as it was built. `@verbatim/core` and `@verbatim/node` go in as bundled dependencies, the latter with all
// packages below it in a few files, which also start faster than hundreds. Libraries of others stay dependencies, in the
// versions that the packages name. The sample documents of the demo stay out.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const to = resolve(process.argv[2] ?? '.');
const app = readPackage('apps/demo');
const bundled = ['fs', 'store', 'ledger', 'review', 'drafts', 'format-text', 'format-ooxml'];
const entries = {
  index: 'index.js',
  open: 'open.js',
  'end-process': 'end-process.js',
  'survey-child': 'survey/survey-child.js',
};

const stage = mkdtempSync(join(tmpdir(), 'verbatim-pack-'));
try {
  mkdirSync(to, { recursive: true });
  for (const part of ['bin', 'dist', 'README.md'])
    cpSync(join(root, 'apps/demo', part), join(stage, part), { recursive: true, filter: isShipped });
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  await stagePackage('core', {});
  await stagePackage('node', entries);
  writeJson(join(stage, 'package.json'), manifest());
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', to], { cwd: stage, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack ended with ${packed.status}: ${packed.stderr}`);
  console.log(join(to, `${app.publishedAs}-${app.version}.tgz`));
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** A package below `node_modules` of the tarball: as it was built, or bundled from these entries. */
async function stagePackage(name, from) {
  const { version, license, description } = readPackage(`packages/${name}`);
  const dist = join(root, 'packages', name, 'dist');
  if (!existsSync(dist)) throw new Error(`packages/${name} is not built; run npm run build first.`);
  const folder = join(stage, 'node_modules/@verbatim', name);
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(from);
  if (names.length === 0) {
    cpSync(dist, join(folder, 'dist'), { recursive: true, filter: isShipped });
  } else {
    const input = Object.fromEntries(names.map((entry) => [entry, join(dist, from[entry])]));
    await build({
      root: join(root, 'packages', name),
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['node', 'import', 'default'] },
      // All that is not ours stays a dependency; core is one for both the app and this package, so that its errors are too.
      ssr: { noExternal: bundled.map((one) => `@verbatim/${one}`), external: ['@verbatim/core'] },
      build: {
        ssr: true,
        target: 'node20',
        minify: false,
        outDir: join(folder, 'dist'),
        // Flat: a module that starts a process looks for the other's file beside its own.
        rollupOptions: {
          input,
          external: isOfOthers,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    });
  }
  const exported = names.filter((entry) => entry !== 'index').map((entry) => [`./${entry}`, `./dist/${entry}.js`]);
  const exports = { '.': './dist/index.js', ...Object.fromEntries(exported) };
  writeJson(join(folder, 'package.json'), {
    name: `@verbatim/${name}`,
    version,
    license,
    description,
    type: 'module',
    exports,
  });
}

function manifest() {
  const { version, description, license, type, engines, bin } = app;
  const ours = {
    '@verbatim/core': readPackage('packages/core').version,
    '@verbatim/node': readPackage('packages/node').version,
  };
  return {
    name: app.publishedAs,
    version,
    description,
    license,
    type,
    engines,
    bin,
    files: ['bin', 'dist'],
    dependencies: { ...libraries('dependencies'), ...ours },
    optionalDependencies: libraries('optionalDependencies'),
    bundleDependencies: Object.keys(ours),
  };
}

function isOfOthers(id) {
  const names = [
    '@verbatim/core',
    ...Object.keys({ ...libraries('dependencies'), ...libraries('optionalDependencies') }),
  ];
  return names.some((name) => id === name || id.startsWith(`${name}/`));
}

/** What the app and the packages in it need of others. */
function libraries(field) {
  const dirs = ['apps/demo', 'packages/core', 'packages/node', ...bundled.map((name) => `packages/${name}`)];
  const all = Object.assign({}, ...dirs.map((dir) => readPackage(dir)[field] ?? {}));
  const names = Object.keys(all).filter((name) => !name.startsWith('@verbatim/'));
  return Object.fromEntries(names.sort().map((name) => [name, all[name]]));
}

function isShipped(path) {
  return !path.endsWith('.d.ts') && !path.endsWith('.tsbuildinfo');
}

function readPackage(dir) {
  const read = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'));
  return { ...read, publishedAs: Object.keys(read.bin ?? {})[0] };
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
