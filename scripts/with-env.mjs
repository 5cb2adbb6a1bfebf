// Runs a command with variables set, on every shell: `node scripts/with-env.mjs NAME=VALUE… command args…`.
import { spawnSync } from 'node:child_process';

const words = process.argv.slice(2);
const start = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
const pairs = words
  .slice(0, start)
  .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
const [command, ...args] = words.slice(start);
const env = { ...process.env, ...Object.fromEntries(pairs) };
const run = spawnSync(command, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
if (run.error) console.error(`${command} did not start: ${run.error.message}`);
process.exit(run.status ?? 1);
