/**
 * A long soak: three processes do at random all that can be done, two of them are killed at random moments and come back;
 * each minute everything is checked while they pause. What the process that is never killed has open and holds, and what the
 * copies take on disk, must not grow. `pnpm soak --minutes M`; ended before that, it goes on after the last whole minute.
 */
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { random, seed } from '../chance.js';
import { type Logged, readLog, type Started, told as toldOf } from '../log.js';
import { checkWorkspace } from '../races/check-workspace.js';
import { minutes as given } from '../races/form.js';
import { ended, next, processes } from '../races/processes.js';
import { answerTo } from '../races/roles/mixed.js';
import { action, openWorkspace, type Workspace } from '../workspace.js';
import { type Footprint, flatness, footprintOf, told } from './footprint.js';

const minutes = given ?? 30;
const minute = 60_000;
/** Milliseconds between two kills at most. */
const killsApartMax = 4_000;
/** Few copies a file, so that retention has work. */
const limits = { snapshotsPerFileMax: 12 };
const names = ['steady', 'killed', 'killed-too'] as const;
/** Who keeps, each minute, what waits. */
const keeper = 'soak';
const base = join(tmpdir(), `verbatim-soak-${seed}`);
const footprintsFile = join(base, 'footprints');
const { start } = processes();

const logOf = (name: string): string => join(base, `${name}.log`);
const logged = (): Logged[] => [...names, keeper].flatMap((name) => readLog(logOf(name)));
const appendLine = (path: string, line: object): void => appendFileSync(path, `${JSON.stringify(line)}\n`);

it(`${minutes} minutes of everything at once, with kills`, { timeout: (minutes + 60) * minute }, async () => {
  if (process.env['VERBATIM_FRESH'] !== undefined) rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  const footprints = footprintsBefore();
  const begun = (footprints.at(-1)?.start ?? 0) + 1;
  let kills = footprints.at(-1)?.kills ?? 0;
  const chance = random(`soak ${begun}`);
  if (begun > 1) console.log(`goes on after ${footprints.length} minutes: ${base}`);
  const begin = async (name: (typeof names)[number]): Promise<ChildProcess> => {
    const order = name === 'killed-too' ? 'aside' : 'exchange';
    const child = start('mix', { base, order, name, seed: `soak ${begun} ${kills}`, log: logOf(name), limits });
    await next(child);
    return child;
  };
  const running = new Map<string, ChildProcess>();
  for (const name of names) running.set(name, await begin(name));

  let before = logged().length;
  while (footprints.length < minutes) {
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
    const w = await openWorkspace({ base, review: { limits } });
    w.isKept = true;
    try {
      const all = logged();
      const { problems, effects } = await checkWorkspace(w, all);
      const footprint = footprintOf(w.ledgerDir, running.get('steady') as ChildProcess, { start: begun, kills });
      footprints.push(footprint);
      console.log(
        `minute ${footprints.length} of ${minutes}: ${all.length} operations (${all.length - before} in it), ${effects} effects, ${kills} kills, ${problems.length} violations; ${told(footprint)}`,
      );
      before = all.length;
      expect(problems.slice(0, 5).join('\n'), `kept in ${base}`).toBe('');
      await keepEverything(w);
      appendLine(footprintsFile, footprint);
    } finally {
      await w.close();
    }
    for (const child of running.values()) child.send('go on');
  }
  const all = logged();
  const { isFlat, lines } = flatness(footprints);
  console.log(
    `${minutes} minutes (seed ${seed}, started ${begun} times): ${all.length} operations, ${kills} kills, 0 violations; ${toldOf(all)}\n${lines.join('\n')}`,
  );
  for (const child of running.values()) {
    child.send('stop');
    await ended(child);
  }
  expect(isFlat, lines.join('\n')).toBe(true);
  rmSync(base, { recursive: true, force: true });
});

/** One for each whole minute. */
function footprintsBefore(): Footprint[] {
  if (!existsSync(footprintsFile)) return [];
  const lines = readFileSync(footprintsFile, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Footprint);
}

async function paused(child: ChildProcess): Promise<void> {
  const answer = next(child);
  child.send('pause');
  await answer;
}

/** What waits is kept, oldest first, so that its copies may go. */
async function keepEverything(w: Workspace): Promise<void> {
  let n = readLog(logOf(keeper)).at(-1)?.started.n ?? 0;
  for (const { id } of w.ledger.read((view) => view.waiting())) {
    const given = { verb: 'keep', target: action(id) } as const;
    const started: Started = { process: keeper, n: ++n, started: String(process.hrtime.bigint()), given };
    appendLine(logOf(keeper), started);
    appendLine(logOf(keeper), await answerTo(w.review, w.ledger, started));
  }
  w.ledger.freeReleased();
}
