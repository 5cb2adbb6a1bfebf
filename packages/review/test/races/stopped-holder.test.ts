/** A process that stops while it holds the writer lock: others wait and are told, and nothing is taken from it. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openLedger } from '@verbatim/ledger';
import { describe, expect, it } from 'vitest';
import type { ActAnswer } from '../../src/index.js';
import { openWorkspace, sha256, swapOrders } from '../workspace.js';
import { isLong } from './form.js';
import { ended, next, processes } from './processes.js';

const { start } = processes();

describe.runIf(process.platform === 'linux').each(swapOrders)('in the %s order', (order) => {
  it.each(['opens the ledger', 'writes'])(
    'a stopped holder of the writer lock is waited for by one who %s, and that is told',
    async (where) => {
      const base = mkdtempSync(join(tmpdir(), 'verbatim-stopped-'));
      const prepared = await openWorkspace({ base, order });
      for (const name of ['a.md', 'b.md']) prepared.write(name, 'before');
      prepared.review.close();
      await prepared.ledger.close();

      const tellings = join(base, 'tellings');
      const module = join(base, 'lock-watch.mjs');
      writeFileSync(
        module,
        `import { appendFileSync } from 'node:fs';
       const tell = (what) => (told) => appendFileSync(${JSON.stringify(tellings)}, JSON.stringify({ what, ...told }) + '\\n');
       export const waiting = tell('waiting');
       export const timedOut = tell('timedOut');`,
      );
      const options = { base, order, module: pathToFileURL(module).href };
      const early = where === 'writes' ? start('waitForLock', options) : undefined;
      if (early !== undefined) await next(early);
      const holder = start('holdLock', options);
      await next(holder);
      await until(() => stateOf(holder.pid) === 'T');

      const waiter = early ?? start('waitForLock', options);
      waiter.send('go');
      const answers = early === undefined ? second<ActAnswer[]>(waiter) : next<ActAnswer[]>(waiter);
      await until(() => existsSync(tellings));
      if (isLong) await until(() => readFileSync(tellings, 'utf8').includes('timedOut'));

      // Who only reads does not wait, and sees that the holder is alive.
      const dir = join(base, 'ledger');
      const reader = await openLedger({ dir, disk: prepared.disk, mode: 'read' });
      expect(reader.needsRecovery(prepared.disk.liveness, () => true)).toBe(false);
      const journal = reader.read((view) => view.journal()).filter(({ state }) => state === 'intended');
      expect(journal.map(({ owner }) => owner.pid)).toContain(holder.pid);
      await reader.close();

      const held = next<ActAnswer>(holder);
      holder.kill('SIGCONT');
      expect(await held).toMatchObject({ outcome: 'pending', files: [{ path: 'a.md' }] });
      expect(await answers).toMatchObject([
        // Who had looked at the file before is refused; who opens only now builds on what the holder made.
        early === undefined
          ? { outcome: 'pending', files: [{ path: 'a.md', sha256: { before: sha256('the holder') } }] }
          : { outcome: 'refused', code: 'FILE_CHANGED', files: [{ path: 'a.md' }] },
        { outcome: 'pending', files: [{ path: 'b.md' }] },
      ]);
      await Promise.all([ended(holder), ended(waiter)]);

      const tellingsFound = readFileSync(tellings, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(tellingsFound[0]).toMatchObject({ what: 'waiting', pid: holder.pid, verb: 'a long edit' });
      if (isLong) expect(tellingsFound[1]).toMatchObject({ what: 'timedOut', pid: holder.pid, verb: 'a long edit' });
      const w = await openWorkspace({ base, order });
      try {
        expect(await w.review.recover()).toEqual([]);
        expect(w.files()).toEqual({
          'a.md': early === undefined ? 'the waiter' : 'the holder',
          'b.md': 'the waiter',
        });
      } finally {
        await w.close();
      }
    },
  );
});

async function second<T>(child: ChildProcess): Promise<T> {
  await next(child);
  return next<T>(child);
}

/** `T` for a stopped process. */
function stateOf(pid: number | undefined): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
