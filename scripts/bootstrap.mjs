// Installs the workspace when it is not installed as its manifests say, so that `npm start` and `npm test` are one command.
// Costs a tenth of a second when nothing is to do. Contents are hashed, not dates: a touched lockfile installs nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const at = (path) => new URL(path, root);
const wanted = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  .packageManager.split('@')
  .pop();

const stamp = at('node_modules/.bootstrap');
const id = manifestsHash();
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === id) process.exit(0);

// pnpm on PATH serves only in the pinned version; otherwise npx fetches that version.
const shell = process.platform === 'win32';
const found = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8', shell });
const isPinned = found.status === 0 && found.stdout.trim() === wanted;
const [command, before] = isPinned ? ['pnpm', []] : ['npx', ['--yes', `pnpm@${wanted}`]];
const args = [...before, 'install', '--frozen-lockfile'];
console.error(`bootstrap: ${command} ${args.join(' ')}`);
const run = spawnSync(command, args, { cwd: root, shell, stdio: ['ignore', 2, 2] });
if (run.status !== 0) process.exit(run.status ?? 1);
writeFileSync(stamp, id);

function manifestsHash() {
  const files = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'fixtures/package.json'];
  for (const dir of ['packages', 'apps', 'examples']) {
    for (const name of existsSync(at(dir)) ? readdirSync(at(dir)).sort() : [])
      files.push(`${dir}/${name}/package.json`);
  }
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of files) if (existsSync(at(file))) hash.update(file).update(readFileSync(at(file)));
  return hash.digest('hex');
}
