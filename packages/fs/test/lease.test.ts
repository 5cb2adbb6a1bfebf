/** The read lease that tells whether somebody can still write into a file (Linux). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk, systemCalls } from '../src/index.js';

const calls = systemCalls();

describe.runIf(process.platform === 'linux')('a read lease', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'verbatim-lease-'));
    path = join(folder, 'a.md');
    writeFileSync(path, 'before');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Its open waits until nobody holds a lease any more. */
  const writer = (): ChildProcess => spawn('sh', ['-c', 'printf " and mine" >> "$0"', path], { stdio: 'ignore' });
  /** Until then another lease can be had. */
  const untilItWaits = (): void => {
    const fd = openSync(path, 'r');
    try {
      for (;;) {
        calls.readLease(fd);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    } finally {
      closeSync(fd);
    }
  };

  it('that a writer breaks does not end the process that holds it', async () => {
    const fd = openSync(path, 'r');
    calls.readLease(fd);
    const child = writer();
    untilItWaits();
    // The signal is delivered when the thread is back from the system.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(child.exitCode).toBeNull();
    closeSync(fd);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readFileSync(path, 'utf8')).toBe('before and mine');
  });

  it('is not had while somebody has the file open for writing', () => {
    const held = openSync(path, 'r+');
    const fd = openSync(path, 'r');
    expect(() => calls.readLease(fd)).toThrow(/EAGAIN/);
    closeSync(held);
    calls.readLease(fd);
    closeSync(fd);
  });

  it('keeps a file for a writer that comes while its bytes are compared', async () => {
    const tree = openDisk().openTree(folder);
    let child: ChildProcess | undefined;
    const result = tree.removeSettled(
      'a.md',
      () => {
        child = writer();
        untilItWaits();
        return true;
      },
      false,
    );
    tree.close();
    expect(result).toBe('busy');
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null]);
    expect(readFileSync(path, 'utf8')).toBe('before and mine');
  });

  it('bears that another process removes the file while its bytes are compared', () => {
    const tree = openDisk().openTree(folder);
    const stored = (): boolean => {
      unlinkSync(path);
      return true;
    };
    expect(tree.removeSettled('a.md', stored, false)).toBe('removed');
    tree.close();
  });
});
