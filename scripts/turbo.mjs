// Runs turbo tasks with its telemetry and update notices off, printing only what fails: `node scripts/turbo.mjs build [flags]`.
import { spawnSync } from 'node:child_process';

const args = ['run', ...process.argv.slice(2), '--output-logs=errors-only'];
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
const run = spawnSync('turbo', args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
if (run.error) console.error(`turbo did not start: ${run.error.message}`);
process.exit(run.status ?? 1);
