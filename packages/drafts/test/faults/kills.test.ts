/**
 * The process is killed before every system call of every operation, around every commit, and at random moments while it
 * writes; another process opens the drafts and finds the snapshot and the draft together, or neither.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommitPlan, FaultPlan } from '@verbatim/testkit';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDrafts } from '../../src/index.js';
import type { Job, Told, Write } from '../child.js';
import { scratch, textsOf } from '../open.js';
import { operations } from './operations.js';
import { openStage, type Stage } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

let child: Bundle;
let stage: Stage;
beforeAll(async () => {
  child = await bundle(new URL('../child.ts', import.meta.url));
});
afterAll(() => child.remove());
beforeEach(async () => {
  stage = await openStage();
});

describe('snapshot and draft move together', () => {
  it.each(operations)('wherever $name is killed', async (operation) => {
    const { calls, records } = await stage.rehearse(operation);
    const atCalls = calls.map((call, index): { name: string; fault: FaultPlan } => ({
      name: `killed before call ${index + 1} (${call})`,
      fault: { at: index + 1, fault: { kind: 'kill', when: 'before' } },
    }));
    const atCommits = records.flatMap((_, index) =>
      (['kill-before', 'kill-after'] as const).map((outcome): { name: string; commit: CommitPlan } => ({
        name: `${outcome} of commit ${index + 1}`,
        commit: { at: index + 1, outcome },
      })),
    );
    const points = [...atCalls, ...atCommits].map(
      ({ name, ...plan }): Point => ({
        name,
        run: () =>
          stage.strike(operation, async (dir) => {
            const { signal, stderr } = run({ kind: 'operate', dir, operation: operation.name, ...plan });
            expect(signal, stderr).toBe('SIGKILL');
            return undefined;
          }),
      }),
    );
    await sweep(`${operation.name}, kills`, points, 2);
  });

  it('whenever a process that writes is killed', async () => {
    const rounds = isLong ? 200 : 3;
    let seen = 0;
    for (let round = 0; round < rounds; round++) {
      const dir = join(scratch(), 'drafts');
      const told = await killedWhileWriting({ kind: 'write', dir, name: 'w', apps: 1, writes: 10_000 }, round % 7);
      const drafts = await openDrafts({ dir });
      const app = drafts.app('app 0');
      const { head, files } = await app.standing();
      // What was told is there; one more may be that nobody could be told of. Every write makes one file.
      expect(head - told.length).toBeGreaterThanOrEqual(0);
      expect(head - told.length).toBeLessThanOrEqual(1);
      expect(files).toBe(head);
      expect(Object.keys(await textsOf(app))).toHaveLength(head);
      expect(await app.write('next', Buffer.from('next'))).toMatchObject({ outcome: 'saved', revision: head + 1 });
      expect((await drafts.verify()).problems).toEqual([]);
      await drafts.close();
      seen += head;
    }
    console.log(`${rounds} processes killed after ${seen} revisions`);
  });
});

function run(job: Job): { signal: NodeJS.Signals | null; stderr: string } {
  return spawnSync(process.execPath, [child.path, JSON.stringify(job)], { encoding: 'utf8' });
}

/** Lets the writer begin, and kills it some milliseconds after it told of that many writes. */
async function killedWhileWriting(job: Write, writes: number): Promise<Told[]> {
  const writer = fork(child.path, [JSON.stringify(job)], { execArgv: [] });
  const told: Told[] = [];
  writer.on('message', (message: Told | 'ready') => {
    if (message === 'ready') return writer.send('go');
    told.push(message);
    if (told.length > writes) setTimeout(() => writer.kill('SIGKILL'), Math.random() * 8);
    return true;
  });
  await once(writer, 'exit');
  return told;
}
