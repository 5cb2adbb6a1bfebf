/**
 * Files too large to be hashed under the writer lock: there they are compared by identity, size and time, and hashed right
 * after the commit. What a person changed in the very moment is refused or told as rescued; nothing is lost.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCalls } from '@verbatim/fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { action, callsFor, openWorkspace, put, type SwapOrder, swapOrders, type Workspace } from '../workspace.js';
import { edited, inodeOf, saveByRename, statusOf } from './each-workspace.js';

const sizes = [
  ['a file of 9 MiB, over the limit of 8', 9 * 1_048_576, undefined],
  ['a file over a limit of 1 KiB', 3_000, 1_024],
] as const;

describe.each(swapOrders)('in the %s order', (order) => {
  describe.each(sizes)('%s', (_name, size, hashUnderLockBytesMax) => {
    const text = (letter: string): Buffer => Buffer.alloc(size, letter);
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const before = hash(text('b'));
    /** Runs once, right before the file is taken out of its place. */
    let atSwap: ((w: Workspace) => void) | undefined;
    let w: Workspace;
    let id: string;

    beforeEach(async () => {
      const calls = interrupted(order, () => {
        const run = atSwap;
        atSwap = undefined;
        run?.(w);
      });
      const limits = hashUnderLockBytesMax === undefined ? {} : { hashUnderLockBytesMax };
      w = await openWorkspace({ calls, review: { limits } });
      w.write('large.bin', text('b'));
      id = await edited(w, put('large.bin', text('a')));
    });
    afterEach(() => w.close());
    const now = (path = 'large.bin'): string => hash(readFileSync(w.at(path)));

    it('is edited and discarded byte for byte', async () => {
      expect(await w.review.discard([action(id)])).toMatchObject({
        outcome: 'discarded',
        files: [{ sha256: { before, after: hash(text('a')), now: before } }],
      });
      expect(now()).toBe(before);
    });

    it('that a person changed since is refused', async () => {
      writeAt(w.at('large.bin'), size - 1, 'm');
      expect(await w.review.discard([action(id)])).toMatchObject({ outcome: 'refused', code: 'FILE_CHANGED' });
      expect(await statusOf(w, id)).toBe('pending');
    });

    it('that a person saves in the very moment is refused, in place or by renaming', async () => {
      const mine = Buffer.concat([text('a').subarray(1), Buffer.from('m')]);
      for (const save of [
        () => writeAt(w.at('large.bin'), size - 1, 'm'),
        () => saveByRename(w, 'large.bin', mine),
        () => writeFileSync(w.at('large.bin'), mine),
      ]) {
        writeFileSync(w.at('large.bin'), text('a'));
        atSwap = save;
        expect(await w.review.discard([action(id)], { acceptReplaced: true })).toMatchObject({
          outcome: 'refused',
          code: 'FILE_CHANGED',
        });
        expect(readFileSync(w.at('large.bin')).equals(mine)).toBe(true);
        expect(Object.keys(w.files())).toEqual(['large.bin']);
      }
    });

    it('that a person changed with size and time kept is told as rescued, both versions kept', async () => {
      const mine = Buffer.concat([text('a').subarray(1), Buffer.from('m')]);
      atSwap = () => {
        const like = join(w.base, 'like');
        writeFileSync(like, '');
        execFileSync('touch', ['-r', w.at('large.bin'), like]);
        writeAt(w.at('large.bin'), size - 1, 'm');
        execFileSync('touch', ['-r', like, w.at('large.bin')]);
        rmSync(like);
      };
      const answer = await w.review.discard([action(id)]);
      expect(answer).toMatchObject({
        outcome: 'discarded',
        rescued: [expect.stringMatching(/^large \(recovered .*\)\.bin$/)],
      });
      expect(now()).toBe(before);
      const [rescued] = ('rescued' in answer && answer.rescued) || [];
      expect(now(rescued)).toBe(hash(mine));
      expect(Object.keys(w.files()).sort()).toEqual([rescued, 'large.bin']);
    });

    it.runIf(process.platform === 'linux')('that a person still has open for writing is kept beside', async () => {
      const fd = openSync(w.at('large.bin'), 'r+');
      const inode = inodeOf(w, 'large.bin');
      const answer = await w.review.discard([action(id)]);
      writeSync(fd, 'm', size - 1);
      closeSync(fd);
      const [rescued] = ('rescued' in answer && answer.rescued) || [];
      expect(statSync(w.at(rescued ?? '')).ino).toBe(inode);
      expect(
        readFileSync(w.at(rescued ?? ''))
          .subarray(-1)
          .toString(),
      ).toBe('m');
      expect(now()).toBe(before);
    });
  });
});

function writeAt(path: string, position: number, text: string): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, text, position);
  closeSync(fd);
}

/** The real calls; `meanwhile` runs before each that takes a file out of its place. */
function interrupted(order: SwapOrder, meanwhile: () => void): SystemCalls {
  const real = callsFor(order);
  return {
    ...real,
    exchange(a, b) {
      if (order === 'exchange') meanwhile();
      real.exchange(a, b);
    },
    rename(from, to) {
      if (to.endsWith('.old')) meanwhile();
      real.rename(from, to);
    },
  };
}
