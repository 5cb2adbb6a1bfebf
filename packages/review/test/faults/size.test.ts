/**
 * The largest file and the largest action: they work, in little memory, and one byte or one file more is refused by the
 * named limit, with nothing written.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../src/limits.js';
import { action, openWorkspace, put } from '../workspace.js';
import type { SizeStep, SizeTold } from './size-child.js';
import { isLong } from './sweep.js';

const { fileBytesMax, filesPerActionMax } = defaultLimits;
const largeFile = 'large.bin';
const mebibyte = 1_048_576;
/** Above what the same process takes that does nothing. */
const peakBytesMax = 300 * mebibyte;

describe.runIf(isLong && process.platform === 'linux')('a file of 512 MiB', () => {
  let made: Bundle;
  let base: string;
  beforeAll(async () => {
    made = await bundle(new URL('./size-child.ts', import.meta.url));
    base = mkdtempSync(join(tmpdir(), 'verbatim-size-'));
    mkdirSync(join(base, 'work'));
  }, 120_000);
  afterAll(() => {
    made.remove();
    rmSync(base, { recursive: true, force: true });
  });

  it('is captured, edited, discarded and deleted in little memory; one byte more is refused', async () => {
    const at = join(base, 'work', largeFile);
    writeFileSync(at, 'a large file');
    truncateSync(at, fileBytesMax);
    const before = await hashOf(at);
    const step = (name: SizeStep, id = ''): SizeTold =>
      JSON.parse(
        execFileSync(process.execPath, [made.path, base, largeFile, name, id], { encoding: 'utf8' }),
      ) as SizeTold;

    const empty = step('nothing').peakBytes;
    const figures: string[] = [];
    const measured = (name: SizeStep, told: string, id = ''): SizeTold => {
      const done = step(name, id);
      const above = done.peakBytes - empty;
      figures.push(`${name} ${Math.round(above / mebibyte)} MiB`);
      expect(done.told).toBe(told);
      expect(above, `peak memory of ${name} above a process that does nothing`).toBeLessThan(peakBytesMax);
      return done;
    };
    const { action: id = '' } = measured('capture', 'open');
    measured('commit', 'pending', id);
    measured('discard', 'discarded', id);
    expect(await hashOf(at)).toBe(before);
    const { action: deleted = '' } = measured('delete', 'pending');
    measured('discard', 'discarded', deleted);
    expect(await hashOf(at)).toBe(before);
    truncateSync(at, fileBytesMax + 1);
    measured('capture again', 'LIMIT');
    console.log(
      `512 MiB, peak memory above ${Math.round(empty / mebibyte)} MiB of a process that does nothing: ${figures.join(', ')}`,
    );
  });
});

describe('an action on as many files as may be', () => {
  it(`refuses one more than ${filesPerActionMax}, and nothing is written`, async () => {
    const w = await openWorkspace();
    try {
      const edits = Array.from({ length: filesPerActionMax + 1 }, (_, n) => put(`many/${n}.md`, `the agent's ${n}`));
      expect(await w.review.act('apply', edits)).toMatchObject({ outcome: 'refused', code: 'LIMIT' });
      const paths = edits.map(({ path }) => path);
      expect(await w.review.begin(paths)).toMatchObject({ outcome: 'refused', code: 'LIMIT' });
      expect(w.files()).toEqual({});
    } finally {
      await w.close();
    }
  });

  it.runIf(isLong)(`edits and discards ${filesPerActionMax}`, async () => {
    const w = await openWorkspace();
    try {
      const names = Array.from({ length: filesPerActionMax }, (_, n) => `many/${n}.md`);
      for (const [n, name] of names.entries()) if (n % 2 === 0) w.write(name, `the person's ${n}`);
      const before = w.files();
      const started = Date.now();
      const edit = await w.review.act(
        'apply',
        names.map((name, n) => put(name, `the agent's ${n}`)),
      );
      const edited = Date.now();
      expect(edit.outcome).toBe('pending');
      expect(w.read('many/999.md')).toBe("the agent's 999");
      const answer = await w.review.discard([action('action' in edit ? edit.action : '')]);
      console.log(
        `${filesPerActionMax} files: edited in ${edited - started} ms, discarded in ${Date.now() - edited} ms`,
      );
      expect(answer.outcome).toBe('discarded');
      expect(w.files()).toEqual(before);
    } finally {
      await w.close();
    }
  });
});

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
