// How long the command takes to start, beside Node doing nothing, interleaved in one run. Prints medians and ratios.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/verbatim.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'verbatim-start-'));
const rounds = Number(process.argv[2] ?? 15);
const commands = {
  'node -e 0': ['-e', '0'],
  'verbatim --help': [bin, '--help'],
  'verbatim status': [bin, 'status', '--root', folder, '--home', join(folder, '..', 'verbatim-start-none')],
};
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
try {
  for (let round = -1; round < rounds; round++) {
    for (const [name, args] of Object.entries(commands)) {
      const start = process.hrtime.bigint();
      execFileSync(process.execPath, args, { stdio: 'ignore' });
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const bare = median(times['node -e 0']);
for (const [name, values] of Object.entries(times)) {
  console.log(`${name.padEnd(16)} ${median(values).toFixed(0)} ms (${(median(values) / bare).toFixed(2)}x bare Node)`);
}
