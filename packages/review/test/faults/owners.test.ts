/**
 * Whose record it is: recovery leaves the living alone, waits for those it cannot tell, and puts back what the dead left.
 * A process whose claim was taken over notices, and begins again.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isVerbatimError } from '@verbatim/core';
import { systemClock } from '@verbatim/fs';
import { failingCommits, manualClock } from '@verbatim/testkit';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { callsFor, type SwapOrder, swapOrders, type WorkspaceOptions } from '../workspace.js';
import type { Job } from './child.js';
import { children } from './children.js';
import { operationNamed } from './operations.js';
import { listing, type Scene, withoutOthers } from './scene.js';
import type { Told } from './settled.js';
import { inScene, strike, tell } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const { run, stopped } = children();
const operation = operationNamed('edit of one file');
const minute = 60_000;

describe.runIf(process.platform === 'linux').each(swapOrders)('in the %s order', (order) => {
  it('recovery leaves a process alone that is stopped in the middle of staging', async () => {
    const stopAt = await amidStaging(order);
    await stage(order, {}, async ({ workspace }, job) => {
      const process = await stopped({ ...job, stopAt });
      const lying = listing(workspace.root);
      expect(Object.keys(lying).filter((path) => path.includes('.verbatim-'))).not.toEqual([]);
      expect(await workspace.review.recover()).toEqual([]);
      expect(listing(workspace.root)).toEqual(lying);
      expect(workspace.ledger.read((view) => view.journal())).toMatchObject([{ state: 'intended' }]);
      return process.goOn();
    });
  });

  it.each(isLong ? ['EIO', 'EACCES', 'EMFILE'] : ['EACCES'])(
    'recovery leaves a process alone that it cannot look at, until its record is a minute old (%s)',
    async (code) => {
      const stopAt = await amidStaging(order);
      const clock = manualClock();
      const calls = withoutOthers(callsFor(order), code);
      await stage(order, { calls, ledger: { clock } }, async ({ workspace }, job) => {
        const process = await stopped({ ...job, stopAt });
        clock.move(minute);
        expect(await workspace.review.recover()).toEqual([]);
        expect(workspace.ledger.read((view) => view.journal())).toMatchObject([{ state: 'intended' }]);
        const told = await process.goOn();
        clock.move(1);
        return told;
      });
    },
  );

  it('what an owner in another container left is put back when it is older than a minute', async () => {
    const clock = manualClock();
    await stage(order, { ledger: { clock } }, async ({ workspace }, job) => {
      const told = run({ ...job, namespace: 'pid:[1]', commit: { at: 2, outcome: 'kill-before' } });
      const lying = listing(workspace.root);
      clock.move(minute);
      expect(await workspace.review.recover()).toEqual([]);
      expect(listing(workspace.root)).toEqual(lying);
      clock.move(1);
      expect(await workspace.review.recover()).toEqual([
        'An operation (apply) was cut short; its files were put back: paper.md.',
      ]);
      return told;
    });
  });

  it('what a dead owner left is put back at once', async () => {
    await stage(order, {}, async ({ workspace }, job) => {
      const told = run({ ...job, commit: { at: 2, outcome: 'kill-before' } });
      expect(await workspace.review.recover()).toHaveLength(1);
      return told;
    });
  });

  it('an edit that waits for one whose process dies meanwhile puts that back and is made', async () => {
    const stopAt = await amidStaging(order);
    await stage(order, { ledger: { clock: systemClock } }, async ({ workspace }, job) => {
      const process = await stopped({ ...job, stopAt });
      const waiting = operation.run(workspace.review, []);
      // It has seen by now that another one is under way.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await process.kill();
      const { notes, ...answer } = (await waiting) as { outcome: string; notes?: unknown };
      expect([answer.outcome, notes]).toEqual(['pending', [expect.stringContaining('cut short')]]);
      return { kind: 'answer', answer };
    });
  });

  it('an edit whose record somebody removes while it stages is made all the same', async () => {
    const points = (await stagingCalls(order)).map(
      (at): Point => ({
        name: `before call ${at}`,
        run: async () => {
          const { told, records } = await strike(operation, order, ({ faults, workspace: { ledger } }) => {
            const act = (): void =>
              ledger.lease('thief', (transaction) => {
                for (const { token } of transaction.journal()) transaction.removeJournal(token);
              });
            faults.arm({ at, fault: { kind: 'meanwhile', act } });
          });
          expect(told).toMatchObject({ kind: 'answer', answer: { outcome: 'pending' } });
          expect(records, 'intended, robbed, given up, intended again, recorded').toHaveLength(5);
        },
      }),
    );
    await sweep(`${order}, claims removed`, points, 6);
  });

  it('an edit that another process recovers while it stages is made all the same', async () => {
    const points = (await stagingCalls(order)).map(
      (at): Point => ({
        name: `before call ${at}`,
        run: async () => {
          const { told, records } = await strike(operation, order, ({ faults, workspace: { base } }) => {
            const act = (): void => takeOver(base, order);
            faults.arm({ at, fault: { kind: 'meanwhile', act } });
          });
          expect(told).toMatchObject({ kind: 'answer', answer: { outcome: 'pending' } });
          expect(records, 'intended, given up, intended again, recorded').toHaveLength(4);
        },
      }),
    );
    await sweep(`${order}, claims taken over`, points, 2);
  });

  it('an edit whose commit was lost, and that another process recovers before it looks again, is made all the same', async () => {
    const commits = failingCommits(open);
    let robbed: string | undefined;
    const openIndex: typeof open = (options) => {
      if (robbed !== undefined) takeOver(robbed, order);
      robbed = undefined;
      return commits.open(options as never) as never;
    };
    await stage(order, { ledger: { openIndex } }, async ({ workspace }) => {
      robbed = workspace.base;
      commits.arm({ at: 2, outcome: 'lost' });
      return tell(() => operation.run(workspace.review, []));
    });
  });

  it('an edit that is taken over again and again is given up, and nothing is changed', async () => {
    let thefts = 0;
    const calls = callsFor(order);
    let base: string | undefined;
    const robbed: typeof calls = {
      ...calls,
      chmod(fd, mode) {
        if (base !== undefined) {
          takeOver(base, order);
          thefts++;
        }
        calls.chmod(fd, mode);
      },
    };
    await stage(order, { calls: robbed }, async ({ workspace }) => {
      base = workspace.base;
      const error: unknown = await operation.run(workspace.review, []).catch((thrown: unknown) => thrown);
      base = undefined;
      expect(isVerbatimError(error) && error.code).toBe('VERBATIM_WRITE_FAILED');
      expect(thefts).toBe(3);
      return { kind: 'fault', error };
    });
  });
});

/** Prepares the edit of one file; answers when everything was recovered and checked. `job` runs it in another process. */
async function stage(
  order: SwapOrder,
  options: WorkspaceOptions,
  use: (scene: Scene, job: Job) => Promise<Told>,
): Promise<void> {
  await inScene(
    operation,
    order,
    (scene, { ids }) => use(scene, { base: scene.workspace.base, order, run: { operation: operation.name, ids } }),
    options,
  );
}

/** Another process recovers what this one is at. A file that this one writes into is kept, which is told, and not missed. */
function takeOver(base: string, order: SwapOrder): void {
  const told = run({ base, order, run: 'recover', seesNobody: true });
  const sentences = told.kind === 'answer' ? told.answer.outcome : '';
  expect(sentences).toContain('An operation (apply) was cut short');
  for (const [, path] of sentences.matchAll(/rescued: (.* \(recovered .*?\)\.md)/g))
    rmSync(join(base, 'work', path ?? ''));
}

/** The numbers of the calls from the work folder's making to the last flush before the swap. */
async function stagingCalls(order: SwapOrder): Promise<number[]> {
  const { calls } = await strike(operation, order, () => {});
  const first = calls.indexOf('mkdir') + 1;
  const last = calls.lastIndexOf('flush', calls.indexOf('exchange')) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function amidStaging(order: SwapOrder): Promise<number | undefined> {
  const calls = await stagingCalls(order);
  return calls[calls.length >> 1];
}
