/**
 * Every system call of every operation fails, once or from then on, and every commit does, with nothing durable or with
 * everything durable and the answer lost: a snapshot and its draft are there together or not at all.
 */
import type { CommitPlan } from '@verbatim/testkit';
import { beforeEach, describe, it } from 'vitest';
import { operations } from './operations.js';
import { openScene, tell } from './scene.js';
import { openStage, type Stage } from './strike.js';
import { type Point, sweep } from './sweep.js';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});

describe('snapshot and draft move together', () => {
  it.each(operations)('whichever system call of $name fails', async (operation) => {
    const { calls } = await stage.rehearse(operation);
    const points = calls.flatMap((call, index): Point[] => {
      const at = index + 1;
      const failing = ['EIO', 'ENOSPC'].flatMap((code) =>
        [false, true].map((lasting) => ({
          name: `call ${at} (${call}) ${lasting ? 'and all after it fail' : 'fails'} with ${code}`,
          fault: { kind: 'error', code, lasting } as const,
        })),
      );
      const short = { name: `call ${at} writes half`, fault: { kind: 'short-write' } as const };
      return [...failing, ...(call === 'write' ? [short] : [])].map(({ name, fault }) => ({
        name,
        run: () =>
          stage.strike(operation, async (dir) => {
            const { drafts, app, faults } = await openScene(dir);
            faults.arm({ at, fault });
            const told = await tell(() => operation.run(app));
            faults.disarm();
            await drafts.close();
            return told;
          }),
      }));
    });
    await sweep(`${operation.name}, failing calls`, points, 4);
  });

  it.each(operations)('whichever commit of $name fails', async (operation) => {
    const { records } = await stage.rehearse(operation);
    const points = records.flatMap((written, index): Point[] => {
      const at = index + 1;
      const commits = (['lost', 'durable'] as const).flatMap((outcome) =>
        [false, true].map((lasting): CommitPlan => ({ at, outcome, lasting })),
      );
      const single = Array.from(
        { length: written },
        (_, n): CommitPlan => ({ at, outcome: 'record-fails', record: n + 1 }),
      );
      return [...commits, ...single].map((plan) => ({
        name: `commit ${at}: ${plan.outcome}${plan.lasting ? ', as all after it' : ''} ${plan.record ?? ''}`,
        run: () =>
          stage.strike(operation, async (dir) => {
            const { drafts, app, commits: failing } = await openScene(dir);
            failing.arm(plan);
            const told = await tell(() => operation.run(app));
            failing.arm();
            await drafts.close();
            return told;
          }),
      }));
    });
    await sweep(`${operation.name}, failing commits`, points, 4);
  });
});
