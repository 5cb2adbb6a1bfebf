/** What durability costs: flushes of files and folders, those of the two commits not counted (LMDB makes them itself). */
import { expect, it } from 'vitest';
import { callsFor, file, put } from '../workspace.js';
import { workspaceForEach } from './each-workspace.js';

let flushes = 0;
const here = workspaceForEach(() => {
  const calls = callsFor('exchange');
  return {
    calls: {
      ...calls,
      flush(fd) {
        flushes++;
        calls.flush(fd);
      },
    },
  };
});

async function countOf(run: () => Promise<unknown>): Promise<number> {
  flushes = 0;
  await run();
  return flushes;
}

it('an edit makes seven, a Discard four, a Keep none, wherever the one before was', async () => {
  const { w } = here;
  const counts: number[] = [];
  for (const path of ['a.md', 'b/c.md', 'a.md', 'd/e.md']) {
    w.write(path, 'mine');
    counts.push(await countOf(() => w.review.act('edit', [put(path, 'agent')])));
    counts.push(await countOf(() => w.review.discard([file(path)])));
    await w.review.act('edit', [put(path, 'agent')]);
    counts.push(await countOf(() => w.review.keep([file(path)])));
  }
  expect(counts).toEqual([7, 4, 0, 7, 4, 0, 7, 4, 0, 7, 4, 0]);
});
