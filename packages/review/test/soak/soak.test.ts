/**
 * A long soak: three processes do at random all that can be done, two of them are killed at random moments and come back;
 * each minute everything is checked while they pause. What the process that is never killed has open and holds, and what the
 * copies take on disk, must not grow. `pnpm soak --minutes M`.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { random, seed } from '../chance.js';
import { type Logged, readLog, type Started, told } from '../log.js';
import { checkWorkspace } from '../races/check-workspace.js';
import { minutes as given } from '../races/form.js';
import { ended, next, processes } from '../races/processes.js';
import { answerTo } from '../races/roles/mixed.js';
import { action, openWorkspace, type Workspace } from '../workspace.js';

const minutes = given ?? 30;
const minute = 60_000;
/** Milliseconds between two kills at most. */
const killsApartMax = 4_000;
/** Few copies a file, so that retention has work. */
const limits = { snapshotsPerFileMax: 12 };
const names = ['steady', 'killed', 'killed-too'] as const;
const { start } = processes();

interface Footprint {
  readonly descriptors: number;
  readonly megabytes: number;
  readonly copies: number;
  readonly copiesMegabytes: number;
  readonly indexMegabytes: number;
}

it(`${minutes} minutes of everything at once, with kills`, { timeout: (minutes + 60) * minute }, async () => {
  const base = mkdtempSync(join(tmpdir(), 'verbatim-soak-'));
  const chance = random('soak');
  const logs = Object.fromEntries(names.map((name) => [name, join(base, `${name}.log`)]));
  const decided: Logged[] = [];
  const footprints: Footprint[] = [];
  let kills = 0;
  const begin = async (name: (typeof names)[number]): Promise<ChildProcess> => {
    const order = name === 'killed-too' ? 'aside' : 'exchange';
    const child = start('mix', { base, order, name, seed: `soak ${kills}`, log: logs[name], limits });
    await next(child);
    return child;
  };
  const running = new Map<string, ChildProcess>();
  for (const name of names) running.set(name, await begin(name));

  for (let passed = 1; passed <= minutes; passed++) {
    for (const end = Date.now() + minute; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(chance() * killsApartMax, end - Date.now())));
      const name = names[1 + Math.floor(chance() * 2)] as (typeof names)[number];
      const child = running.get(name) as ChildProcess;
      child.kill('SIGKILL');
      await ended(child);
      kills++;
      running.set(name, await begin(name));
    }
    for (const child of running.values()) await paused(child);
    const logged = [...decided, ...names.flatMap((name) => readLog(logs[name] as string))];
    const w = await openWorkspace({ base, review: { limits } });
    w.isKept = true;
    try {
      const { problems, effects, leftBehind } = await checkWorkspace(w, logged);
      expect(leftBehind).toBe(0);
      footprints.push(footprintOf(w, running.get('steady') as ChildProcess));
      console.log(
        `minute ${passed} of ${minutes}: ${logged.length} operations, ${effects} effects, ${kills} kills, ${problems.length} violations; ${JSON.stringify(footprints.at(-1))}`,
      );
      expect(problems.slice(0, 5).join('\n')).toBe('');
      decided.push(...(await keepEverything(w, decided.length)));
    } finally {
      await w.close();
    }
    for (const child of running.values()) child.send('go on');
  }
  const logged = names.flatMap((name) => readLog(logs[name] as string));
  console.log(
    `${minutes} minutes (seed ${seed}): ${logged.length} operations, ${kills} kills, 0 violations; ${told(logged)}`,
  );
  expectFlat(footprints);
  for (const child of running.values()) {
    child.send('stop');
    await ended(child);
  }
  rmSync(base, { recursive: true, force: true });
});

async function paused(child: ChildProcess): Promise<void> {
  const told = next(child);
  child.send('pause');
  await told;
}

/** What waits is kept, oldest first, so that its copies may go. */
async function keepEverything(w: Workspace, before: number): Promise<Logged[]> {
  const done: Logged[] = [];
  for (const { id } of w.ledger.read((view) => view.waiting())) {
    const n = before + done.length + 1;
    const target = action(id);
    const started: Started = {
      process: 'soak',
      n,
      started: String(process.hrtime.bigint()),
      given: { verb: 'keep', target },
    };
    done.push({ started, answered: await answerTo(w.review, w.ledger, started) });
  }
  w.ledger.freeReleased();
  return done;
}

function footprintOf(w: Workspace, { pid }: ChildProcess): Footprint {
  const copies = readdirSync(join(w.ledgerDir, 'copies'));
  const bytes = copies.reduce((sum, name) => sum + statSync(join(w.ledgerDir, 'copies', name)).size, 0);
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    megabytes: Math.round(Number(rss) / 1024),
    copies: copies.length,
    copiesMegabytes: Math.round(bytes / 1e5) / 10,
    indexMegabytes: Math.round(statSync(join(w.ledgerDir, 'data.mdb')).size / 1e5) / 10,
  };
}

/** Between the first third and the last; the index holds the history of every action, so it grows with their number. */
function expectFlat(footprints: readonly Footprint[]): void {
  const third = Math.max(1, Math.floor(footprints.length / 3));
  const most = (from: readonly Footprint[], what: keyof Footprint): number => Math.max(...from.map((one) => one[what]));
  const [first, last] = [footprints.slice(0, third), footprints.slice(-third)];
  expect(most(last, 'descriptors'), 'descriptors that the process has open').toBeLessThanOrEqual(
    most(first, 'descriptors') + 2,
  );
  if (footprints.length < 6) return;
  expect(most(last, 'megabytes'), 'memory of the process').toBeLessThan(most(first, 'megabytes') * 1.5);
  expect(most(last, 'copies'), 'copies').toBeLessThan(most(first, 'copies') * 2);
}
