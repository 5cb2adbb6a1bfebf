/**
 * Three and eight processes do at random all that can be done to one workspace and ledger, which they open at once and for
 * the first time; what each was told is checked against a model of one page. Many such histories, each of a ledger of its
 * own: the long form goes on after the last whole one where it was ended before. This is about order, not about crashes, so
 * it runs in memory where there is a folder for it. A history that cannot be stays there, to be looked at.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { seed } from '../chance.js';
import { sweep } from '../faults/sweep.js';
import { readLog, told } from '../log.js';
import { openWorkspace, type SwapOrder, swapOrders } from '../workspace.js';
import { checkWorkspace } from './check-workspace.js';
import { isLong } from './form.js';
import { ended, processes } from './processes.js';

/** Operations of one history in the short form, and in the long one, of which each order has 25,000 with each crowd. */
const crowds = [
  { count: 3, short: 300 },
  { count: 8, short: 160 },
] as const;
const long = 2_500;
const histories = 10;
const memory = '/dev/shm';
const { start } = processes();

interface Figures {
  operations: number;
  effects: number;
  violations: number;
  seconds: number;
}

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(crowds)('what $count processes were told is a history that can be', async ({ count, short }) => {
    const title = `${order} order, ${count} processes`;
    const sum: Figures = { operations: 0, effects: 0, violations: 0, seconds: 0 };
    const points = Array.from({ length: histories }, (_, index) => ({
      name: `history ${index + 1}`,
      run: () => oneHistory(`${title}, history ${index + 1} of ${histories}`, order, count, isLong ? long : short, sum),
    }));
    await sweep(title, points, 1);
    const { operations, effects, violations, seconds } = sum;
    if (operations === 0) return;
    const rate = Math.round(operations / seconds);
    console.log(
      `${title}, in this run: ${operations} operations, ${effects} effects, ${violations} violations; ${Math.round(seconds)} s, ${rate} operations a second`,
    );
  });
});

async function oneHistory(
  title: string,
  order: SwapOrder,
  count: number,
  operations: number,
  sum: Figures,
): Promise<void> {
  const began = Date.now();
  const base = folderFor(title);
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const logs = names.map((name) => join(base, `${name}.log`));
  const rounds = Math.ceil(operations / count);
  const children = names.map((name, index) =>
    start('mix', { base, order, name, seed: title, log: logs[index], rounds }),
  );
  const ends = await Promise.all(children.map((child) => ended(child)));

  const w = await openWorkspace({ base, order });
  try {
    const logged = logs.flatMap((log) => readLog(log));
    const { effects, problems } = await checkWorkspace(w, logged);
    const wrong = [
      ...ends.flatMap(({ code, signal }) => (code === 0 ? [] : [`a process ended with ${code ?? signal}`])),
      ...(logged.length === rounds * count ? [] : [`${logged.length} operations in place of ${rounds * count}`]),
      ...problems,
    ];
    sum.operations += logged.length;
    sum.effects += effects;
    sum.violations += wrong.length;
    sum.seconds += (Date.now() - began) / 1_000;
    console.log(
      `${title}: ${logged.length} operations, ${effects} effects, ${wrong.length} violations; ${told(logged)}`,
    );
    w.isKept = wrong.length > 0;
    if (wrong.length > 0) throw new Error(`${wrong.slice(0, 5).join('\n')}\nIt is kept: ${base}-kept`);
  } finally {
    await w.close();
    if (w.isKept === true) renameSync(base, `${base}-kept`);
  }
}

/** In the long form the same one again, so that what was cut off is cleared. */
function folderFor(title: string): string {
  const start = join(existsSync(memory) ? memory : tmpdir(), 'verbatim-history-');
  if (!isLong) return mkdtempSync(start);
  const folder = `${start}${seed} ${title}`.replaceAll(' ', '-');
  for (const name of [folder, `${folder}-kept`]) rmSync(name, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}
