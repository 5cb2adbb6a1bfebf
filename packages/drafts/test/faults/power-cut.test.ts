/**
 * Power cuts: the drafts lie on a disk of their own while a process writes to them, and at a random moment only what had
 * reached the device is left. Every revision that was told of is there with its files, and no half of another.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type LoopDisk, openLoopDisk, whyNoDisk } from '@verbatim/testkit';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDrafts } from '../../src/index.js';
import type { Told, Write } from '../child.js';
import { textsOf } from '../open.js';
import { isLong } from './sweep.js';

const cuts = isLong ? 100 : 5;
/** Milliseconds that the writer runs at most after its first write. */
const lifeMax = 150;

const why = whyNoDisk('ext4');
if (why !== undefined) console.log(`no power cuts on ext4: ${why}`);

let child: Bundle;
beforeAll(async () => {
  child = await bundle(new URL('../child.ts', import.meta.url));
});
afterAll(() => child.remove());

it.runIf(why === undefined)(
  'a power cut leaves every revision that was told of, with its files',
  async () => {
    const disk = openLoopDisk('ext4');
    const count = { acknowledged: 0, found: 0 };
    try {
      for (let cut = 1; cut <= cuts; cut++) {
        const dir = join(disk.mount, `drafts-${cut}`);
        const { acknowledged, told } = await cutWhileWriting(disk, {
          kind: 'write',
          dir,
          name: 'w',
          apps: 1,
          writes: 10_000,
        });
        const drafts = await openDrafts({ dir });
        const app = drafts.app('app 0');
        const { head, files } = await app.standing();
        expect(head, `cut ${cut}`).toBeGreaterThanOrEqual(acknowledged);
        // The writer went on until the image was copied, and perhaps a little longer.
        expect(head, `cut ${cut}`).toBeLessThanOrEqual(told + 1);
        expect(files).toBe(head);
        // Read and checked against their hashes, one by one.
        expect(Object.keys(await textsOf(app))).toHaveLength(head);
        expect(await app.write('next', Buffer.from('next'))).toMatchObject({ outcome: 'saved', revision: head + 1 });
        expect((await drafts.verify()).problems, `cut ${cut}`).toEqual([]);
        await drafts.close();
        count.acknowledged += acknowledged;
        count.found += head;
      }
    } finally {
      disk.close();
    }
    console.log(
      `${cuts} power cuts: ${count.acknowledged} revisions acknowledged before, ${count.found} found, none lost`,
    );
  },
  isLong ? 900_000 : 120_000,
);

/** How many writes were told of before the image was copied, and in all. */
async function cutWhileWriting(disk: LoopDisk, job: Write): Promise<{ acknowledged: number; told: number }> {
  const writer = fork(child.path, [JSON.stringify(job)], { execArgv: [] });
  let told = 0;
  const first = new Promise<void>((resolve) => {
    writer.on('message', (message: Told | 'ready') => {
      if (message === 'ready') return void writer.send('go');
      told += 1;
      return resolve();
    });
  });
  await first;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * lifeMax));
  const acknowledged = told;
  disk.snapshot(() => {
    writer.kill('SIGSTOP');
    return () => void writer.kill('SIGCONT');
  });
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  disk.comeBack();
  return { acknowledged, told };
}
