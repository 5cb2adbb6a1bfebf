// Runs the benchmarks, each in a process of its own: `node scripts/bench.mjs [NAME…]`, all of them without a name.
// They print medians and ratios beside what a user would use instead. Quick forms; each file takes larger figures itself.
import { spawnSync } from 'node:child_process';

/** Name, what it measures, file, arguments of its quick form. */
const benches = [
  ['edit', 'an edit and a discard, beside plain durable writes and git', 'packages/review/bench/guarded-edit.mjs'],
  ['start', 'what a command costs before it does anything', 'apps/demo/bench/start.mjs'],
  ['text', 'changes of text files, beside git diff and diff', 'packages/format-text/bench/find-changes.mjs', '3'],
  ['office', 'Office files checked, compared, edited', 'packages/format-ooxml/bench/office.mjs', '3'],
  ['history', 'a ledger of many actions beside a small one', 'packages/review/bench/history-scale.mjs', '10000', '15'],
  ['drafts', 'revisions, beside git and rows of SQLite', 'packages/drafts/bench/drafts.mjs', '7', '50'],
  ['hook', 'a call of an agent’s hook, beside bare Node', 'apps/demo/bench/hook.mjs', '7'],
  ['page', 'the review page in a browser', 'apps/demo/bench/page.mjs'],
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${benches.map(([name]) => name).join(', ')}.`);
  process.exit(64);
}
let failed = 0;
for (const [name, about, ...command] of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n=== ${name}: ${about}\n`);
  if (spawnSync(process.execPath, ['--expose-gc', ...command], { stdio: 'inherit' }).status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
