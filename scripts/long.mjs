// Runs the long tests, one test file at a time: `node scripts/long.mjs faults|soak [--only NAME] [--seed N] [--minutes M] [--fresh]`.
// Both go on where an earlier run with the same seed was ended. `faults` stops after M minutes; `soak` lasts M minutes in all.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const [kind] = positionals;
const folders = { faults: ['faults', 'races'], soak: ['soak'] }[kind];
if (folders === undefined) throw new Error(`there are no long tests called ${kind}: faults or soak`);

process.chdir(new URL('..', import.meta.url).pathname);
const files = readdirSync('packages')
  .flatMap((name) => folders.map((folder) => `packages/${name}/test/${folder}`))
  .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : []))
  .filter((file) => file.endsWith('.test.ts') && file.includes(values.only))
  .sort();
if (files.length === 0) throw new Error(`no test file's name has ${values.only} in it`);

// What passed, a line each: whole files here, single points by the sweeps themselves.
const cache = 'node_modules/.cache/verbatim';
const progress = `${cache}/${kind}-${values.seed}`;
mkdirSync(cache, { recursive: true });
if (values.fresh || kind === 'soak') rmSync(progress, { force: true });
const passed = new Set(existsSync(progress) ? readFileSync(progress, 'utf8').split('\n') : []);

const end = values.minutes === undefined ? undefined : Date.now() + Number(values.minutes) * 60_000;
const env = {
  ...process.env,
  VERBATIM_SEED: values.seed,
  ...(kind === 'soak'
    ? { VERBATIM_SOAK: '1', ...(values.fresh ? { VERBATIM_FRESH: '1' } : {}) }
    : { VERBATIM_LONG: '1', VERBATIM_PROGRESS: `${process.cwd()}/${progress}` }),
  ...(values.minutes === undefined
    ? {}
    : kind === 'soak'
      ? { VERBATIM_MINUTES: values.minutes }
      : { VERBATIM_UNTIL: String(end) }),
};
const isTimeUp = () => kind === 'faults' && end !== undefined && Date.now() > end;

let failed = 0;
const left = files.filter((file) => !passed.has(file));
for (const file of left) {
  if (isTimeUp()) break;
  console.log(`\n${file}`);
  const args = ['run', file, '--disable-console-intercept', '--reporter=dot'];
  const run = spawnSync('vitest', args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (run.error) throw run.error;
  if (run.status !== 0) failed++;
  else if (!isTimeUp()) appendFileSync(progress, `${file}\n`);
}
if (isTimeUp()) console.log(`The ${values.minutes} minutes are over; run it again to go on.`);
else if (failed === 0) rmSync(progress, { force: true });
process.exit(failed === 0 ? 0 : 1);
