/**
 * Three and eight processes do at random all that can be done to one workspace and ledger, which they open at once and for
 * the first time; what each was told is checked against a model of one page. This is about order, not about crashes, so it
 * runs in memory where there is a folder for it.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog, told } from '../log.js';
import { openWorkspace, swapOrders } from '../workspace.js';
import { checkWorkspace } from './check-workspace.js';
import { isLong, isTimeUp } from './form.js';
import { ended, processes } from './processes.js';

/** Operations in all, in each order. */
const crowds = [
  { count: 3, operations: isLong ? 50_000 : 300 },
  { count: 8, operations: isLong ? 10_000 : 160 },
] as const;
const memory = '/dev/shm';
const { start } = processes();

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(crowds)('what $count processes were told is a history that can be', async ({ count, operations }) => {
    const base = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'verbatim-history-'));
    const names = Array.from({ length: count }, (_, index) => `p${index}`);
    const logs = names.map((name) => join(base, `${name}.log`));
    const rounds = Math.ceil(operations / count);
    const children = names.map((name, index) =>
      start('mix', { base, order, name, seed: `${order} ${count}`, log: logs[index], rounds }),
    );
    for (const child of children) expect(await ended(child)).toEqual({ code: 0, signal: null });

    const w = await openWorkspace({ base, order });
    try {
      const logged = logs.flatMap((log) => readLog(log));
      if (!isTimeUp()) expect(logged).toHaveLength(rounds * count);
      const { effects, problems, leftBehind } = await checkWorkspace(w, logged);
      expect(leftBehind).toBe(0);
      console.log(
        `${order} order, ${count} processes: ${logged.length} operations, ${effects} effects, ${problems.length} violations; ${told(logged)}`,
      );
      expect(problems.slice(0, 5).join('\n')).toBe('');
    } finally {
      await w.close();
    }
  });
});
