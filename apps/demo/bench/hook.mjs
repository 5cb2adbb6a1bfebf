// What a hook costs an agent: each kind of call beside Node doing nothing, interleaved in one run. Prints medians and ratios.
// `node bench/hook.mjs [ROUNDS] [BIN]`: BIN is another verbatim.js, that of an installed tarball say.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = process.argv[3] ?? fileURLToPath(new URL('../bin/verbatim.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'verbatim-hook-'));
const root = join(folder, 'work');
const file = join(root, 'notes.md');
const rounds = Number(process.argv[2] ?? 15);
const text = 'A line of notes that is long enough to be one.\n'.repeat(400);

const event = (hook_event_name, tool_name, tool_use_id) =>
  JSON.stringify({
    session_id: 'bench',
    cwd: root,
    hook_event_name,
    tool_name,
    tool_use_id,
    tool_input: { file_path: file },
  });
const hook = (input) =>
  execFileSync(process.execPath, [bin, 'hook', 'claude-code', '--root', root, '--home', join(folder, 'home')], {
    input,
  });
const steps = {
  'node -e 0': () => execFileSync(process.execPath, ['-e', '0']),
  'a tool that writes nothing': (round) => hook(event('PreToolUse', 'Bash', `t${round}`)),
  'before a write': (round) => hook(event('PreToolUse', 'Edit', `t${round}`)),
  'after a write': (round) => {
    hook(event('PostToolUse', 'Edit', `t${round}`));
  },
};
const times = Object.fromEntries(Object.keys(steps).map((name) => [name, []]));
try {
  execFileSync('mkdir', [root]);
  writeFileSync(file, text);
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(steps)) {
      if (name === 'after a write') writeFileSync(file, `${text}${round}\n`);
      const start = process.hrtime.bigint();
      run(round);
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const bare = median(times['node -e 0']);
for (const [name, values] of Object.entries(times)) {
  const ms = median(values);
  console.log(
    `${name.padEnd(27)} ${ms.toFixed(0)} ms (+${(ms - bare).toFixed(0)} ms, ${(ms / bare).toFixed(2)}x bare Node)`,
  );
}
