/** Every system call of every operation fails: once, or from then on until the disk is healthy again. */
import { describe, it } from 'vitest';
import { swapOrders } from '../workspace.js';
import { operationsIn } from './operations.js';
import { strike } from './strike.js';
import { type Point, sweep } from './sweep.js';

const codes = ['EIO', 'ENOSPC', 'EACCES', 'EXDEV'] as const;
const sample = 28;

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
      return [...failing, ...(name === 'write' ? [short] : [])].map((point) => ({
        name: point.name,
        run: () => strike(operation, order, ({ faults }) => faults.arm({ at, fault: point.fault })),
      }));
    });
    await sweep(`${order}, ${operation.name}, failing calls`, points, sample);
  });
});
