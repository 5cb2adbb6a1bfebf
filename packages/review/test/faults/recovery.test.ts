/**
 * Recovery as an operation of its own: a process was killed right before or right after its commit, and of what settles
 * it in the next one every system call fails. It may say so; on a healthy disk the next recovery settles everything.
 */

import type { CommitPlan, FaultPlan } from '@verbatim/testkit';
import { describe, it } from 'vitest';
import { type SwapOrder, swapOrders } from '../workspace.js';
import { children } from './children.js';
import { type Operation, operationNamed, operationsIn } from './operations.js';
import type { Told } from './settled.js';
import { inScene, tell } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const { run } = children();
const names = ['edit of four files', 'discard of edit of four files', 'restore', 'reject of one change'];
const operations = (isLong ? names : names.slice(0, 1)).map(operationNamed);
const codes = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'] as const;
/** Transitions have two commits: the intention, then the outcome. */
const kills: readonly [CommitPlan, CommitPlan] = [
  { at: 2, outcome: 'kill-before' },
  { at: 2, outcome: 'kill-after' },
];
const nothing: FaultPlan = { at: 0, fault: { kind: 'short-write' } };
const sample = 3;

describe.each(swapOrders)('in the %s order', (order) => {
  it.each(operations)(
    'a recovery of $name in which a call fails is followed by one that settles it',
    async (operation) => {
      for (const commit of kills) {
        const { calls } = await recovered(operation, order, commit, nothing);
        const points = calls.flatMap((name, index): Point[] =>
          [
            ...codes.flatMap((code) =>
              [false, true].map((lasting) => ({
                name: `${lasting ? 'all from it on fail' : 'fails'} with ${code}`,
                fault: { kind: 'error', code, lasting } as const,
              })),
            ),
            { name: 'throws what no system throws', fault: { kind: 'bug' } as const },
          ].map(({ name: how, fault }) => ({
            name: `call ${index + 1} (${name}) ${how}`,
            run: () => recovered(operation, order, commit, { at: index + 1, fault }),
          })),
        );
        await sweep(`${order}, recovery of ${operation.name} after ${commit.outcome}`, points, sample);
      }
    },
  );
});

/** A process that can exchange files was killed; the one that comes after it cannot, or the other way round. */
describe.each(swapOrders)('what a process left that worked in the other order than the %s order', (order) => {
  const other = order === 'exchange' ? 'aside' : 'exchange';
  it.each(operationsIn(order).filter(({ replaces }) => replaces))('$name is settled', async (operation) => {
    const [before] = kills;
    const points: Point[] = [{ name: 'recovered', run: () => recovered(operation, order, before, nothing, other) }];
    const { calls } = await recovered(operation, order, before, nothing, other);
    for (const [index, name] of calls.entries()) {
      const fault = { at: index + 1, fault: { kind: 'kill', when: 'before' } } as const;
      points.push({
        name: `its recovery killed before call ${index + 1} (${name})`,
        run: () => recovered(operation, order, before, nothing, other, fault),
      });
    }
    await sweep(`${order}, ${operation.name} left in the other order`, points, 2);
  });
});

/** The system calls that recovery made. `first` is thrown into a recovery before it, in a process of its own. */
async function recovered(
  operation: Operation,
  order: SwapOrder,
  commit: CommitPlan,
  plan: FaultPlan,
  orderBefore: SwapOrder = order,
  first?: FaultPlan,
): Promise<{ calls: readonly string[] }> {
  let calls: readonly string[] = [];
  await inScene(operation, order, async ({ workspace, faults }, { ids }): Promise<Told> => {
    const { base } = workspace;
    const told = run({ base, order: orderBefore, run: { operation: operation.name, ids }, commit });
    if (first !== undefined) run({ base, order, run: 'recover', fault: first });
    faults.arm(plan);
    await tell(async () => ({ outcome: (await workspace.review.recover()).join(' ') }));
    calls = [...faults.trace];
    faults.disarm();
    return told;
  });
  return { calls };
}
