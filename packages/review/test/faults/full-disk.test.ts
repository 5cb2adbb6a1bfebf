/**
 * The index cannot grow, for real: the system refuses LMDB's own writes over a size, in a process of its own. Which of an
 * operation's commits meets the limit depends on how many bytes are left. The same process can still say what waits.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isVerbatimError } from '@verbatim/core';
import { describe, expect, it } from 'vitest';
import { children } from './children.js';
import { operations } from './operations.js';
import { inScene } from './strike.js';
import { isLong, type Point, sweep } from './sweep.js';

const { run } = children();
const pageBytes = 4096;
/** Pages that are left to grow by: from none to more than any operation needs. */
const pages = Array.from({ length: 9 }, (_, index) => index * 2);

describe.runIf(process.platform === 'linux')('where the index cannot grow,', () => {
  it('every operation is told truthfully', { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
    const words = new Set<string>();
    const points = operations.flatMap((operation) =>
      pages.map(
        (left): Point => ({
          name: `${operation.name}, ${left} pages left`,
          run: () =>
            inScene(operation, 'exchange', async ({ workspace: { base, ledgerDir } }, { ids }) => {
              const bytes = statSync(join(ledgerDir, 'data.mdb')).size + left * pageBytes;
              const job = { base, order: 'exchange', run: { operation: operation.name, ids } } as const;
              const told = run(job, bytes);
              if (told.kind === 'nothing') words.add('nothing, it crashed');
              if (told.kind === 'answer') words.add(told.answer.outcome);
              if (told.kind === 'fault' && isVerbatimError(told.error)) words.add(told.error.code);
              return told;
            }),
        }),
      ),
    );
    await sweep('an index that cannot grow', points, 12);
    console.log(`told: ${[...words].sort().join(', ')}`);
    // The long form may have gone on after the points that were told so.
    if (!isLong) expect(words).toContain('VERBATIM_LEDGER_WRITE_FAILED');
  });
});
