/**
 * The process of a mixed load is killed at random moments; each time all that it had acknowledged is there, nothing is half
 * done, and the next process repeats under its key what was cut short.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { random } from '../chance.js';
import { readLog } from '../log.js';
import { checkWorkspace } from '../races/check-workspace.js';
import { isLong, isTimeUp } from '../races/form.js';
import { ended, next, processes } from '../races/processes.js';
import { openWorkspace, swapOrders } from '../workspace.js';

/** In each order. */
const kills = isLong ? 520 : 6;
/** After so many a new workspace is begun, so that checking all of it stays quick. */
const killsPerWorkspace = 40;
/** Milliseconds that a process lives at most. */
const lifeMax = 300;
/** Nothing is pruned, so that every place in the order can be asked for. */
const limits = { snapshotsPerFileMax: 1_000_000, pendingPairsPerFileMax: 1_000_000 };
const { start } = processes();

describe.each(swapOrders)('in the %s order', (order) => {
  it('a process that is killed at any moment leaves all that it acknowledged, and nothing half done', async () => {
    const chance = random(`random kills, ${order}`);
    const count = { kills: 0, acknowledged: 0, underWay: 0, done: 0 };
    const broken: string[] = [];
    while (count.kills < kills && broken.length === 0 && !isTimeUp()) {
      const base = mkdtempSync(join(tmpdir(), 'verbatim-kills-'));
      const log = join(base, 'log');
      for (let life = 1; life <= killsPerWorkspace && count.kills < kills && broken.length === 0; life++) {
        const load = start('mix', { base, order, name: 'p', seed: `kills ${order} ${count.kills}`, log, limits });
        await next(load);
        await new Promise((resolve) => setTimeout(resolve, chance() * lifeMax));
        load.kill('SIGKILL');
        await ended(load);
        count.kills++;
        const w = await openWorkspace({ base, order });
        w.isKept = true;
        try {
          count.underWay += w.ledger.read((view) => view.journal()).some(({ state }) => state === 'intended') ? 1 : 0;
          const { problems, unacknowledged } = await checkWorkspace(w, readLog(log));
          count.done += unacknowledged;
          broken.push(...problems.map((problem) => `kill ${count.kills}: ${problem}`));
        } finally {
          await w.close();
        }
      }
      count.acknowledged += readLog(log).filter(({ answered }) => answered !== undefined).length;
      rmSync(base, { recursive: true, force: true });
    }
    console.log(
      `${order} order: ${count.kills} kills at random moments, ${count.acknowledged} operations acknowledged, ${broken.length} violations; ` +
        `${count.underWay} found an operation under way, ${count.done} one that was done and not told`,
    );
    expect(broken.slice(0, 5).join('\n')).toBe('');
  });
});
