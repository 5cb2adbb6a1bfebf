/** A person's command works in an export of a revision. Whatever it does there, clearing away takes nothing of theirs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RevisionFiles } from '@verbatim/drafts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Command, type CommandFault, type RunOptions, runOnRevision } from '../src/drafts/run-command.js';
import { makeScratch } from './scratch.js';

const files: RevisionFiles = {
  outcome: 'revision',
  app: 'shop',
  revision: 1,
  files: [
    { path: 'app.js', hash: '', size: 4 },
    { path: 'css/style.css', hash: '', size: 4 },
    { path: 'build.sh', hash: '', size: 4 },
  ],
  read: async (path) => Buffer.from(`of ${path}\n`),
};

interface Desk {
  readonly path: string;
  /** The person's own site, with one file in it. */
  readonly site: string;
  run(command: Command | string, options?: RunOptions): Promise<CommandFault>;
  /** What is left of exports. */
  exports(): string[];
}

function openDesk(): Desk {
  const { path } = makeScratch();
  const temporary = join(path, 'tmp');
  const site = join(path, 'site');
  for (const folder of [temporary, site]) mkdirSync(folder);
  writeFileSync(join(site, 'old.html'), 'years of work');
  for (const [name, value] of Object.entries({ TMPDIR: temporary, SITE: site, DESK: path })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    path,
    site,
    run: (command, options) => runOnRevision(files, typeof command === 'string' ? { line: command } : command, options),
    exports: () => readdirSync(temporary),
  };
}

const oldSite = (folder: string): string => readFileSync(join(folder, 'old.html'), 'utf8');

test('a command that moves the export to where it is live has it there', async () => {
  const { path, run, exports } = openDesk();
  expect(await run('mv "$PWD" "$DESK/live"')).toBeUndefined();
  expect(readFileSync(join(path, 'live/css/style.css'), 'utf8')).toBe('of css/style.css\n');
  expect(exports()).toEqual([]);
});

test('so does one that moves a part of it, or all that is around it', async () => {
  const { path, run } = openDesk();
  expect(await run('mv css "$DESK/css"')).toBeUndefined();
  expect(readdirSync(join(path, 'css'))).toEqual(['style.css']);
  expect(await run('mv "$(dirname "$PWD")" "$DESK/around"')).toBeUndefined();
  expect(readdirSync(join(path, 'around/files')).sort()).toEqual(['app.js', 'build.sh', 'css']);
});

test('what was live before and was put aside, or in the place of the export, stays, and it is told where', async () => {
  for (const aside of ['"$PWD/../before"', '"$PWD.before"']) {
    const { path, run, exports } = openDesk();
    const left: string[] = [];
    const command = `mv "$SITE" ${aside} && mv "$PWD" "$SITE"`;
    expect(await run(command, { left: (folder) => left.push(folder) })).toBeUndefined();
    expect(left).toEqual([join(path, 'tmp', exports()[0] ?? '')]);
    expect(oldSite(join(left[0] ?? '', readdirSync(left[0] ?? '')[0] ?? ''))).toBe('years of work');
  }
  const { site, run } = openDesk();
  const left: string[] = [];
  const swap = 'mv "$SITE" "$SITE.old"; mv "$PWD" "$SITE"; mv "$SITE.old" "$PWD"';
  expect(await run(swap, { left: (folder) => left.push(folder) })).toBeUndefined();
  expect(oldSite(join(left[0] ?? '', 'files'))).toBe('years of work');
  expect(existsSync(join(site, 'app.js'))).toBe(true);
});

test('what a link in the export leads to stays', async () => {
  const { site, run, exports } = openDesk();
  const inside = 'ln -s "$SITE" live; ln -s "$SITE" css/live; ln "$SITE/old.html" also';
  expect(await run(inside)).toBeUndefined();
  expect(await run('mv "$PWD" "$DESK/away"; ln -s "$SITE" "$PWD"')).toBeUndefined();
  expect(oldSite(site)).toBe('years of work');
  expect(exports()).toHaveLength(1);
});

const canMount = spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount --bind "$d" "$d" && umount "$d"']).status === 0;

test.skipIf(!canMount)('what is mounted in the export stays, also from the same disk', async () => {
  const { path, site, run } = openDesk();
  onTestFinished(() => {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split(/\s/);
    spawnSync(
      'umount',
      mounts.filter((one) => one.startsWith(`${path}/tmp/`)),
    );
  });
  let place = '';
  const left = (folder: string): void => {
    place = folder;
  };
  expect(await run('mkdir css/live && mount --bind "$SITE" css/live', { left })).toBeUndefined();
  expect(oldSite(site)).toBe('years of work');
  expect(oldSite(join(place, 'files/css/live'))).toBe('years of work');
  expect(readdirSync(join(place, 'files'))).toEqual(['css']);
});

test('whatever else came into the export goes with it', async () => {
  const { run, exports } = openDesk();
  const line =
    'mkdir -p a/b/c && echo x > a/b/c/d && chmod -R a-w a && mkfifo a-pipe && ln -s nowhere a-link && rm app.js; false';
  expect(await run(line)).toBe('The command ended with exit status 1.');
  expect(exports()).toEqual([]);
});

test('a command that is stopped ends with all that it started, and so does one that will not', async () => {
  for (const trap of ['', "trap '' TERM;"]) {
    const { path, run, exports } = openDesk();
    const stop = new AbortController();
    const line = `(${trap} echo x > "$DESK/started"; sleep 60; touch "$DESK/late") & wait; sleep 60`;
    const ended = run(line, { stop: stop.signal });
    await expect.poll(() => existsSync(join(path, 'started')), { timeout: 20_000 }).toBe(true);
    stop.abort();
    expect(await ended).toBe('The command was ended by SIGTERM.');
    expect(processesIn(realpathSync(join(path, 'tmp')))).toEqual([]);
    expect(exports()).toEqual([]);
  }
});

/** The processes whose current folder lies, or lay, in a folder. */
function processesIn(folder: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

test('one that is stopped before it begins does not', async () => {
  const { path, run } = openDesk();
  expect(await run('touch "$DESK/begun"', { stop: AbortSignal.abort() })).toBe('It was stopped before it began.');
  expect(existsSync(join(path, 'begun'))).toBe(false);
});

test('a script of the draft that cannot be run says why', async () => {
  const { run } = openDesk();
  const why = expect.stringContaining('exported without the right to be run');
  expect(await run({ program: './build.sh', args: [] })).toEqual(why);
  expect(await run('./build.sh')).toEqual(why);
  expect(await run({ program: '/etc/passwd', args: [] })).toBe('The command could not be started (EACCES).');
});

test('what cannot be started is told, whatever the reason', async () => {
  const { run, exports } = openDesk();
  expect(await run({ program: '', args: [] })).toContain('could not be started');
  expect(await run('')).toContain('could not be started');
  expect(await run({ program: 'true', args: ['x'.repeat(4_000_000)] })).toContain('could not be started');
  expect(exports()).toEqual([]);
});
