/**
 * Every commit of every operation fails, so that nothing of it is durable, or so that all of it is and the answer was
 * lost: once, or from then on. And every single record of it cannot be written (transition.md, "When something fails").
 */
import { isVerbatimError } from '@verbatim/core';
import type { CommitPlan } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { swapOrders } from '../workspace.js';
import { operationsIn } from './operations.js';
import type { Side, Told } from './settled.js';
import { strike } from './strike.js';
import { type Point, sweep } from './sweep.js';

const sample = 6;

describe.each(swapOrders)('in the %s order, whichever commit fails,', (order) => {
  it.each(operationsIn(order))('$name is recorded truthfully', async (operation) => {
    const { records } = await strike(operation, order, () => {});
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
        run: async () => {
          const { told, side } = await strike(operation, order, (scene) => scene.commits.arm(plan));
          expect([word(told), side]).toEqual(expected(plan, records.length));
        },
      }));
    });
    await sweep(`${order}, ${operation.name}, failing commits`, points, sample);
  });
});

/**
 * What is told, and where everything is in the end. Transitions have two commits: the intention, then the outcome; those that
 * made or emptied a folder have a third one, of their clean-up, and whatever becomes of that the operation is done.
 */
function expected({ at, outcome, lasting }: CommitPlan, commits: number): [string, Side] {
  const isTransition = commits > 1;
  if (at > 2) return ['an answer', 'after'];
  if (outcome === 'record-fails' || (isTransition && at === 1)) return ['VERBATIM_LEDGER_WRITE_FAILED', 'before'];
  const side = outcome === 'durable' ? 'after' : 'before';
  if (isTransition && lasting === true) return ['VERBATIM_OUTCOME_UNKNOWN', side];
  return [isTransition && outcome === 'durable' ? 'an answer' : 'VERBATIM_LEDGER_WRITE_FAILED', side];
}

function word(told: Told): string {
  if (told.kind === 'answer') return 'an answer';
  return told.kind === 'fault' && isVerbatimError(told.error) ? told.error.code : told.kind;
}
