import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { readLog, told } from '../log.js';
import { openWorkspace } from '../workspace.js';
import { checkWorkspace } from './check-workspace.js';
import { ended, processes } from './processes.js';

const { start } = processes();
const limits = { snapshotsPerFileMax: 1_000_000, pendingPairsPerFileMax: 1_000_000 };
it('x', async () => {
  for (let k = 0; k < Number(process.env['K'] ?? 6); k++) {
    const base = mkdtempSync(join(process.env['WHERE'] ?? '/dev/shm', 'verbatim-zz-'));
    if (process.env['PRE']) {
      const w = await openWorkspace({ base });
      w.review.close();
      await w.ledger.close();
    }
    const names = Array.from({ length: Number(process.env['P'] ?? 6) }, (_, i) => `p${i}`);
    const logs = names.map((n) => join(base, `${n}.log`));
    const children = names.map((name, i) =>
      start('mix', {
        base,
        order: 'exchange',
        name,
        seed: `zz ${k}`,
        log: logs[i],
        rounds: Number(process.env['R'] ?? 12),
        limits,
      }),
    );
    for (const c of children) await ended(c);
    const logged = logs.flatMap((l) => {
      try {
        return readLog(l);
      } catch {
        return [];
      }
    });
    const w = await openWorkspace({ base });
    w.isDamaged = true;
    try {
      const bad = logged.filter(({ answered }) => answered?.outcome === 'fault' || answered?.rescued);
      if (bad.length) appendFileSync('/tmp/zz-bad.txt', `${base}\n${JSON.stringify(bad.slice(0, 4))}\n`);
      const { problems } = await checkWorkspace(w, logged);
      if (problems.length) cpSync(base, `/tmp/zz-keep-${k}-${Date.now()}`, { recursive: true });
      appendFileSync(
        '/tmp/zz.txt',
        [k, logged.length, problems.length, problems.slice(0, 3).map((p) => p.slice(0, 160)), told(logged)]
          .map((v) => JSON.stringify(v))
          .join(' ') + '\n',
      );
    } catch (e) {
      appendFileSync('/tmp/zz.txt', k + ' threw ' + String(e) + '\n');
    }
    if (false && logged.some(({ answered }) => answered?.outcome === 'fault' || answered?.rescued))
      cpSync(base, `/tmp/zz-keep-${k}-${Date.now()}`, { recursive: true });
    await w.close();
  }
}, 3600000);
