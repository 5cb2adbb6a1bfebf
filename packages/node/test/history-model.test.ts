/**
 * Everything that History and decisions can do to a few files, in any order, against a plain model in memory of what must be
 * on disk, in history and among the copies. After each step the ledger is whole, no copy is there that nobody needs, and
 * none is missing that somebody does.
 */
import { rmSync } from 'node:fs';
import { openDisk, systemCalls } from '@verbatim/fs';
import { faulty } from '@verbatim/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './history-model/check.js';
import { personal } from './history-model/edits.js';
import { foresee } from './history-model/foresee.js';
import { copiesMax, Model } from './history-model/model.js';
import { type Foreseen, step } from './history-model/steps.js';
import { makeScratch, open } from './scratch.js';

/** Nothing here sends signals, and every opened workspace would listen for them. */
const signals = { hold: () => () => {} };

const isLong = process.env['VERBATIM_LONG'] !== undefined;
const runs = isLong ? 2_000 : 8;
const seed = 11;
const stepCounts = isLong ? { minLength: 20, maxLength: 45 } : { minLength: 15, maxLength: 25 };

test('whatever order edits, decisions, restores, undo, pins and purges come in, disk, history and copies are as they must be', {
  timeout: 3_600_000,
}, async () => {
  const told = new Map<string, number>();
  const tell = (what: string): void => void told.set(what, (told.get(what) ?? 0) + 1);
  const budget = fc.constantFrom(null, null, 150);
  await fc.assert(
    fc.asyncProperty(fc.array(step, stepCounts), budget, async (steps, bytesMax) => {
      // No power is cut here, so nothing has to be flushed; a flush can fail all the same.
      const calls = faulty({ ...systemCalls(), flush() {} });
      const scratch = makeScratch({ disk: (trashFolder) => openDisk({ calls: calls.calls, trashFolder }) });
      const limits = { snapshotsPerFileMax: copiesMax, ledgerBytesMax: bytesMax };
      const model = new Model(bytesMax);
      for (const name of ['a.txt', 'b.txt']) personal(model, scratch.root, name, `${name}\ntwo\nthree\nfour\n`);
      let verbatim = await open(scratch, { limits, signals });
      const reopen = async (): Promise<void> => {
        await verbatim.close();
        verbatim = await open(scratch, { limits, signals });
        model.mayHaveLeftovers = false;
      };
      try {
        for (const one of [...steps, { kind: 'restart' } as const]) {
          const foreseen = foresee(model, scratch.root, one);
          if (foreseen === undefined) {
            await reopen();
            tell('reopened');
          } else {
            const { fault: plan, kind } = one;
            if (plan !== undefined && kind !== 'bracket' && kind !== 'purge') {
              const code = plan.at % 2 === 0 ? 'ENOSPC' : 'EIO';
              calls.arm({ at: plan.at, fault: { kind: 'error', code, lasting: plan.lasting } });
            }
            let answer: Awaited<ReturnType<Foreseen['run']>> | undefined;
            try {
              answer = await foreseen.run(verbatim);
            } catch (error) {
              if (!calls.struck) throw error;
            }
            const hasStruck = calls.struck;
            calls.arm();
            calls.disarm();
            if (hasStruck) model.hadFaults = model.mayHaveLeftovers = true;
            const isDone = answer !== undefined && !['refused', 'unchanged', 'cancelled'].includes(answer.outcome);
            if (answer === undefined) {
              await reopen();
              tell('crashed');
            } else if (hasStruck && !isDone) {
              tell('stopped by a fault');
            } else if (foreseen.settle === undefined) {
              if (isDone && !isReplay(model, answer)) expect([kind, answer]).toEqual([kind, 'nothing must come of it']);
              tell(`${kind}: ${answer.outcome}`);
            } else if (!isDone && foreseen.either === true) {
              tell(`${kind}: gone`);
            } else {
              if (!isDone) expect([kind, answer]).toEqual([kind, 'this must be done']);
              foreseen.settle({ action: answer.action ?? '', decision: answer.decision ?? '' });
              tell(`${kind}: done`);
            }
          }
          await check(verbatim, scratch.root, model);
        }
      } finally {
        calls.disarm();
        await verbatim.close();
        rmSync(scratch.path, { recursive: true, force: true });
      }
    }),
    { numRuns: runs, seed, endOnFailure: isLong },
  );
  if (!isLong) return;
  console.log(Object.fromEntries([...told].sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const what of ['undo: done', 'restore: done', 'discard: done', 'reject: done', 'purge: done', 'move: done']) {
    expect([what, told.get(what) ?? 0]).not.toEqual([what, 0]);
  }
});

/** Deciding twice answers as it did the first time. */
function isReplay(model: Model, { decision }: { decision?: string }): boolean {
  return model.decisions.some(({ id }) => id === decision);
}
