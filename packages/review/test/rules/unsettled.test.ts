/** An operation that could neither be finished nor put back: its files are put back before anything else is done to them. */
import type { SystemCalls } from '@verbatim/fs';
import { systemError } from '@verbatim/testkit';
import { expect, it } from 'vitest';
import { callsFor, put } from '../workspace.js';
import { workspaceForEach } from './each-workspace.js';

const disk = { fails: false };
const here = workspaceForEach(() => ({ calls: failsAfterTheSwap() }));

const stuck = async (): Promise<void> => {
  here.w.write('a.md', 'original');
  disk.fails = true;
  await expect(here.w.review.act('edit', [put('a.md', 'never recorded')])).rejects.toMatchObject({
    code: 'VERBATIM_PUT_BACK_FAILED',
    path: 'a.md',
  });
};

it('the original comes back by recovery', async () => {
  const { w } = here;
  await stuck();
  disk.fails = false;
  expect(await w.review.recover()).toEqual([expect.stringContaining('put back: a.md')]);
  expect(w.files()).toEqual({ 'a.md': 'original' });
  expect((await w.review.status()).actions).toEqual([]);
});

it('the original comes back although the same handle goes on to edit the file', async () => {
  const { w } = here;
  await stuck();
  await expect(w.review.act('edit', [put('a.md', 'agent')])).rejects.toThrow();
  disk.fails = false;
  // Whether this one settles the other first, or is told to wait for that: it must not build on what was never recorded.
  await w.review.act('edit', [put('a.md', 'agent')]).catch(() => {});
  await w.review.recover();
  await w.review.discardAll();
  expect(w.files()).toEqual({ 'a.md': 'original' });
});

/** The first exchange goes through, then the disk answers EIO to what would flush it or exchange it back. */
function failsAfterTheSwap(): SystemCalls {
  const real = callsFor('exchange');
  let isSwapped = false;
  const check = (call: string): void => {
    if (!disk.fails) isSwapped = false;
    if (disk.fails && isSwapped) throw systemError('EIO', call);
  };
  return {
    ...real,
    exchange(a, b) {
      check('exchange');
      real.exchange(a, b);
      isSwapped = true;
    },
    flush(fd) {
      check('flush');
      real.flush(fd);
    },
  };
}
