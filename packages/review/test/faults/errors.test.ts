/**
 * Every system call of every operation fails: once, or from then on until the disk is healthy again. Then pairs of failures:
 * the second one mostly meets what the operation does about the first.
 */
import { faulty } from '@verbatim/testkit';
import { describe, it } from 'vitest';
import { pick, random } from '../chance.js';
import { callsFor, type SwapOrder, swapOrders } from '../workspace.js';
import { operationsIn } from './operations.js';
import { inScene, strike, tell } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const codes = ['EIO', 'ENOSPC', 'EACCES', 'EXDEV', 'EMFILE'] as const;
const sample = 16;
const pairs = isLong ? 500 : 16;
/** How many calls after the first failure the second one comes at most: as many as the longest rollback makes. */
const apart = 120;

describe.each(swapOrders)('in the %s order, whichever system call fails,', (order) => {
  it.each(operationsIn(order))('$name leaves every file on one side', async (operation) => {
    const { calls } = await strike(operation, order, () => {});
    const points = calls.flatMap((name, index): Point[] => {
      const at = index + 1;
      const failing = codes.flatMap((code) =>
        [false, true].map((lasting) => ({
          name: `call ${at} (${name}) ${lasting ? 'and all after it fail' : 'fails'} with ${code}`,
          fault: { kind: 'error', code, lasting } as const,
        })),
      );
      const short = { name: `call ${at} writes half`, fault: { kind: 'short-write' } as const };
      const bug = { name: `call ${at} (${name}) throws what no system throws`, fault: { kind: 'bug' } as const };
      return [...failing, bug, ...(name === 'write' ? [short] : [])].map((point) => ({
        name: point.name,
        run: () => strike(operation, order, ({ faults }) => faults.arm({ at, fault: point.fault })),
      }));
    });
    await sweep(`${order}, ${operation.name}, failing calls`, points, sample);
  });

  it('and another one after it, every file is on one side', async () => {
    const points = Array.from({ length: pairs }, (_, index): Point => {
      const name = `${order}, pair ${index}`;
      return { name, run: () => failTwice(order, random(name)) };
    });
    await sweep(`${order}, pairs of failing calls`, points, pairs);
  });
});

async function failTwice(order: SwapOrder, next: () => number): Promise<void> {
  const operation = pick(operationsIn(order), next());
  const { calls } = await strike(operation, order, () => {});
  const first = 1 + Math.floor(next() * calls.length);
  const second = first + Math.floor(next() * apart);
  const fault = (): { kind: 'error'; code: string } => ({ kind: 'error', code: pick(codes, next()) });
  // The call that fails first does not get as far as these, so that the next one has its number here.
  const below = faulty(callsFor(order));
  await inScene(
    operation,
    order,
    async ({ workspace, faults }, { ids }) => {
      faults.arm({ at: first, fault: fault() });
      below.arm({ at: second, fault: fault() });
      const told = await tell(() => operation.run(workspace.review, ids));
      faults.disarm();
      below.disarm();
      return told;
    },
    { calls: below.calls },
  );
}
