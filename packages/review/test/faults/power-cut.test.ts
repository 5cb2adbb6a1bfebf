/**
 * Power cuts: workspace and ledger lie on a disk of their own, a mixed load runs on it and acknowledges what it finishes,
 * and at a random moment only what had reached the device is left. Whatever was acknowledged is there, nothing is half done.
 * Each cut goes on from what the one before left.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileSystem, fileSystems, openLoopDisk, whyNoDisk } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { random } from '../chance.js';
import { readLog, told, withoutAnswersAfter } from '../log.js';
import { checkWorkspace } from '../races/check-workspace.js';
import { isLong, isTimeUp } from '../races/form.js';
import { ended, next, processes } from '../races/processes.js';
import { openWorkspace, swapOrders } from '../workspace.js';

/** In each order. */
const cuts: Readonly<Record<FileSystem, number>> = isLong
  ? { ext4: 120, xfs: 40, btrfs: 40 }
  : { ext4: 10, xfs: 0, btrfs: 0 };
/** Milliseconds that the load runs at most before a cut. */
const lifeMax = 700;
/** Nothing is pruned, so that every place in the order can be asked for. */
const limits = { snapshotsPerFileMax: 1_000_000, pendingPairsPerFileMax: 1_000_000 };
const { start } = processes();

const wanted = fileSystems.filter((kind) => cuts[kind] > 0);
const reasons = new Map(wanted.map((kind) => [kind, whyNoDisk(kind)]));
for (const [kind, why] of reasons) if (why !== undefined) console.log(`no power cuts on ${kind}: ${why}`);

describe.each(wanted)('on %s', (kind) => {
  it.runIf(reasons.get(kind) === undefined).each(swapOrders)(
    'a power cut leaves all that was acknowledged, and nothing half done (%s order)',
    async (order) => {
      const disk = openLoopDisk(kind);
      const outside = mkdtempSync(join(tmpdir(), 'verbatim-log-'));
      const log = join(outside, 'log');
      const chance = random(`power cuts, ${kind}, ${order}`);
      const base = join(disk.mount, 'base');
      mkdirSync(base);
      const count = { cuts: 0, underWay: 0, untold: 0, unflushed: 0 };
      let untoldBefore = 0;
      const broken: string[] = [];
      try {
        for (let cut = 1; cut <= cuts[kind] && broken.length === 0 && !isTimeUp(); cut++) {
          count.cuts++;
          const load = start('mix', { base, order, name: 'p', seed: `${kind} ${order}`, log, limits });
          await next(load);
          await new Promise((resolve) => setTimeout(resolve, chance() * lifeMax));
          const control = join(base, `unflushed-${cut}`);
          writeFileSync(control, 'never flushed');
          const acknowledged = readLog(log);
          disk.snapshot(() => {
            load.kill('SIGSTOP');
            return () => void load.kill('SIGCONT');
          });
          load.kill('SIGKILL');
          await ended(load);
          disk.comeBack();
          withoutAnswersAfter(log, acknowledged);
          if (lengthOf(control) === 0) count.unflushed++;

          const w = await openWorkspace({ base, order });
          w.isKept = true;
          try {
            count.underWay += w.ledger.read((view) => view.journal()).some(({ state }) => state === 'intended') ? 1 : 0;
            const { problems, unacknowledged } = await checkWorkspace(w, readLog(log));
            // What was done and not told stays so for the checks after later cuts, unless it is repeated.
            count.untold += Math.max(0, unacknowledged - untoldBefore);
            untoldBefore = unacknowledged;
            broken.push(...problems.map((problem) => `cut ${cut}: ${problem}`));
          } finally {
            await w.close();
          }
        }
        const logged = readLog(log);
        console.log(
          `${kind}, ${order} order: ${count.cuts} power cuts, ${logged.filter(({ answered }) => answered !== undefined).length} operations acknowledged, ${broken.length} violations; ` +
            `${count.underWay} cuts found an operation under way, ${count.untold} operations were done and not told, ${count.unflushed} cuts lost the file that nobody flushed; ${told(logged)}`,
        );
        expect(broken.slice(0, 5).join('\n')).toBe('');
        expect(count.unflushed, 'a cut takes away what was not flushed').toBeGreaterThan(0);
      } finally {
        disk.close();
        rmSync(outside, { recursive: true, force: true });
      }
    },
  );
});

function lengthOf(path: string): number {
  try {
    return readFileSync(path).length;
  } catch {
    return 0;
  }
}
