/**
 * The process is killed before every system call of every operation, after every one that changes something, and around
 * every commit; what recovers it runs in another process. Then pairs of kills: in the operation, and in its recovery.
 */
import type { CommitPlan, FaultPlan } from '@verbatim/testkit';
import { describe, expect, it } from 'vitest';
import { pick, random } from '../chance.js';
import { type SwapOrder, swapOrders } from '../workspace.js';
import { children } from './children.js';
import { operationsIn } from './operations.js';
import type { Struck, Told } from './settled.js';
import { inScene, strike } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const { run } = children();
const sample = 2;
const pairs = isLong ? 150 : 3;
/** A kill after any other call, or after the last, leaves what a kill before the next one leaves. */
const changing = new Set(['write', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'exchange', 'chmod', 'setExtended']);

interface Kill {
  readonly name: string;
  readonly fault?: FaultPlan | undefined;
  readonly commit?: CommitPlan | undefined;
}

describe.each(swapOrders)('in the %s order, wherever the process is killed,', (order) => {
  it.each(operationsIn(order))('$name leaves every file on one side', async (operation) => {
    const { calls, records } = await strike(operation, order, () => {});
    const points = killsIn(calls, records.length).map(
      (kill): Point => ({
        name: kill.name,
        run: async () => {
          const { told } = await inScene(operation, order, async (_scene, struck) => killed(struck, order, kill));
          expect(told.kind, 'it was killed').toBe('nothing');
        },
      }),
    );
    await sweep(`${order}, ${operation.name}, kills`, points, sample);
  });

  it('and its recovery after that, every file is on one side', async () => {
    const points = Array.from({ length: pairs }, (_, index): Point => {
      const name = `${order}, pair ${index}`;
      return { name, run: () => killTwice(order, random(name)) };
    });
    await sweep(`${order}, pairs of kills`, points, pairs);
  });
});

/** First the operation alone is killed, to see what its recovery does; then both are. */
async function killTwice(order: SwapOrder, next: () => number): Promise<void> {
  for (;;) {
    const operation = pick(operationsIn(order), next());
    const { calls, records } = await strike(operation, order, () => {});
    const first = pick(killsIn(calls, records.length), next());
    let recovery: readonly Kill[] = [];
    await inScene(operation, order, async ({ faults, commits, workspace }, struck) => {
      const told = killed(struck, order, first);
      faults.arm();
      commits.arm();
      await workspace.review.recover();
      faults.disarm();
      recovery = killsIn(faults.trace, commits.count);
      return told;
    });
    // Where it was killed before it intended anything, or when everything was done, there is nothing to recover.
    if (recovery.length === 0) continue;

    const second = pick(recovery, next());
    await inScene(operation, order, async ({ workspace: { base } }, struck) => {
      const told = killed(struck, order, first);
      const { fault, commit } = second;
      const recovered = run({ base, order, run: 'recover', fault, commit });
      expect(recovered, `${operation.name} ${first.name}, its recovery ${second.name}`).toEqual({ kind: 'nothing' });
      return told;
    });
    return;
  }
}

function killed({ operation, workspace: { base }, ids }: Struck, order: SwapOrder, { fault, commit }: Kill): Told {
  return run({ base, order, run: { operation: operation.name, ids }, fault, commit });
}

function killsIn(calls: readonly string[], commits: number): Kill[] {
  const around = calls.flatMap((call, index) =>
    (['before', 'after'] as const)
      .filter((when) => when === 'before' || changing.has(call))
      .map(
        (when): Kill => ({
          name: `killed ${when} call ${index + 1} (${call})`,
          fault: { at: index + 1, fault: { kind: 'kill', when } },
        }),
      ),
  );
  const atCommits = Array.from({ length: commits }, (_, index) =>
    (['kill-before', 'kill-after'] as const).map(
      (outcome): Kill => ({ name: `${outcome} of commit ${index + 1}`, commit: { at: index + 1, outcome } }),
    ),
  );
  return [...around, ...atCommits.flat()];
}
