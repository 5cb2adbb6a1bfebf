/** Runs operations and recoveries in processes of their own, which are killed, stopped or starved where the job says so. */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type FaultCode, VerbatimError } from '@verbatim/core';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Job, Printed } from './child.js';
import type { Told } from './settled.js';

export interface Children {
  /** What the process told before it ended; nothing where it was killed. `bytes` is the size that no file may grow over. */
  run(job: Job, bytes?: number): Told;
  /** Answers when the process has stopped itself; `goOn` lets it finish and answers what it told. */
  stopped(job: Job): Promise<{ goOn(): Promise<Told>; kill(): Promise<void> }>;
}

/** For a test file: bundles the entry once. */
export function children(): Children {
  let made: Bundle;
  let last: ChildProcess | undefined;
  afterEach(() => void last?.kill('SIGKILL'));
  beforeAll(async () => {
    made = await bundle(new URL('./child.ts', import.meta.url));
  });
  afterAll(() => made.remove());
  return {
    run(job, bytes) {
      const args = [process.execPath, made.path, JSON.stringify(job)];
      // `ulimit` counts in blocks of 512 bytes.
      const limited = ['-c', `ulimit -f ${Math.floor((bytes ?? 0) / 512)}; exec "$@"`, 'sh', ...args];
      const [command, given] = bytes === undefined ? [process.execPath, args.slice(1)] : ['sh', limited];
      const { signal, status, stdout, stderr } = spawnSync(command, given, { encoding: 'utf8' });
      // Told of a failed write, lmdb 3.5.6 may write past the end of its own message and be aborted for it: a crash, too.
      const isAborted = bytes !== undefined && signal === 'SIGABRT';
      if (signal === 'SIGKILL' || isAborted) return { kind: 'nothing' };
      if (status !== 0) throw new Error(`the process ended with ${status ?? signal}: ${stderr}`);
      return toldBy(stdout);
    },
    async stopped(job) {
      const child: ChildProcessByStdio<null, Readable, null> = spawn(
        process.execPath,
        [made.path, JSON.stringify(job)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      last = child;
      while (stateOf(child.pid) !== 'T') await new Promise((resolve) => setTimeout(resolve, 10));
      return {
        async goOn() {
          child.kill('SIGCONT');
          const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
          // See `run`.
          return signal === 'SIGABRT' ? { kind: 'nothing' } : toldBy(printed);
        },
        async kill() {
          child.kill('SIGKILL');
          await once(child, 'close');
        },
      };
    },
  };
}

function toldBy(printed: string): Told {
  const told = JSON.parse(printed) as Printed;
  if ('answer' in told) return { kind: 'answer', answer: told.answer };
  const { code, message, ...details } = told;
  return { kind: 'fault', error: new VerbatimError(code as FaultCode, message, details) };
}

/** `T` for a stopped process. */
function stateOf(pid: number | undefined): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2];
}
