/**
 * Whatever is done to drafts, in whatever order, with faults and new openings in between, they are what a model says that
 * keeps everything for good. 2,000 runs in the long form.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scratch } from '../open.js';
import { allCommands } from './commands.js';
import { Real, World } from './world.js';

const numRuns = process.env['VERBATIM_LONG'] === undefined ? 40 : 2_000;

it('drafts do what the model does', async () => {
  const base = scratch();
  let runs = 0;
  let commands = 0;
  await fc.assert(
    fc.asyncProperty(allCommands, async (chosen) => {
      const world = new World();
      const dir = join(base, `${runs++}`);
      const real = new Real(world, dir);
      try {
        await real.reopen();
        await fc.asyncModelRun(() => ({ model: world, real }), chosen);
        await world.agreeWholly(real);
        commands += [...chosen].length;
      } finally {
        await real.close();
        rmSync(dir, { recursive: true, force: true });
      }
    }),
    { numRuns },
  );
  console.log(`model: ${runs} runs, ${commands} commands`);
  expect(runs).toBeGreaterThanOrEqual(numRuns);
});
