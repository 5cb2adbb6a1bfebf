/** A process of which the first thread is gone has its files open until the last one is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDisk } from '../src/index.js';

const koffi = createRequire(import.meta.url).resolve('koffi');
/** The number of the system call that ends a thread and nothing else. */
const exitCall = { x64: 60, arm64: 93 }[process.arch as string];

/** Ends its first thread when it is told to; the other goes on. */
const script = `
  require('node:fs').openSync(process.argv[1], 'w');
  new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true }).on('online', () => {
    const exit = require(process.argv[2]).load('libc.so.6').func('long syscall(long, int)');
    process.stdout.write('ready');
    process.stdin.once('data', () => exit(Number(process.argv[3]), 0));
  });`;

function stateOf({ pid }: ChildProcess): string | undefined {
  return /State:\s+(\w)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

it.runIf(process.platform === 'linux' && exitCall !== undefined)(
  'is alive until then, and dead afterwards',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verbatim-fs-'));
    const disk = openDisk();
    const tree = disk.openTree(folder);
    const child = spawn(process.execPath, ['-e', script, join(folder, 'a.md'), koffi, String(exitCall)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      const owner = disk.process(child.pid ?? 0);
      if (owner === undefined) throw new Error('the child is not there');
      const remove = (): string => tree.removeSettled('a.md', () => true, true);
      expect([disk.liveness(owner), remove()]).toEqual(['alive', 'busy']);

      child.stdin.write('now');
      while (stateOf(child) !== 'Z') await new Promise((resolve) => setImmediate(resolve));
      expect([disk.liveness(owner), remove()]).toEqual(['alive', 'busy']);

      child.kill('SIGKILL');
      await once(child, 'exit');
      expect([disk.liveness(owner), remove()]).toEqual(['dead', 'removed']);
    } finally {
      child.kill('SIGKILL');
      tree.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
