/**
 * Waiting for LMDB's writer lock is a native wait: no timer fires and no signal is seen in the thread that waits. So a
 * worker thread watches over it. What it says and whether it ends the process is the application's: a package never
 * ends a process that embeds it.
 */
import { Worker } from 'node:worker_threads';
import { lockGivenUpAfter, lockToldAfter } from './limits.js';

export interface LockWatch {
  /**
   * URL of a module of the application, loaded in the worker when a wait has lasted a second: `waiting({ pid, verb, seconds })`
   * is called then, `timedOut({ pid, verb, seconds })` after thirty; what that one answers is waited for.
   */
  readonly module: string;
  /** What this process is doing, for others that wait for it. */
  readonly verb: string;
}

export interface Watchdog {
  start(): void;
  stop(): void;
  close(): void;
}

const idle = 0;
const waiting = 1;
const ended = 2;

/** `writerFile` is the absolute path of `writer.json`, the only file that the worker reads. */
export function openWatchdog(watch: LockWatch | undefined, writerFile: string): Watchdog {
  if (watch === undefined) return { start() {}, stop() {}, close() {} };
  const state = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | undefined;
  const set = (value: number): void => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return {
    start() {
      set(waiting);
      worker ??= startWorker({ state, module: watch.module, writerFile, lockToldAfter, lockGivenUpAfter });
    },
    stop: () => set(idle),
    close() {
      set(ended);
      worker = undefined;
    },
  };
}

function startWorker(workerData: object): Worker {
  const worker = new Worker(workerText, { eval: true, workerData });
  worker.unref();
  worker.on('error', () => {
    // A watchdog that fails takes nothing else down with it; the wait goes on unwatched.
  });
  return worker;
}

const workerText = `
const { workerData } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { state, module, writerFile, lockToldAfter, lockGivenUpAfter } = workerData;
const holder = () => {
  try { return JSON.parse(readFileSync(writerFile, 'utf8')); } catch { return {}; }
};
const watch = async () => {
  for (;;) {
    Atomics.wait(state, 0, ${idle});
    if (Atomics.load(state, 0) === ${ended}) return;
    const since = Date.now();
    if (Atomics.wait(state, 0, ${waiting}, lockToldAfter) !== 'timed-out') continue;
    // Hardly any wait is long, so nearly always there is nothing to say and nothing to load.
    const app = await import(module);
    if (Atomics.load(state, 0) !== ${waiting}) continue;
    app.waiting({ ...holder(), seconds: Math.round((Date.now() - since) / 1000) });
    if (Atomics.wait(state, 0, ${waiting}, lockGivenUpAfter - lockToldAfter) !== 'timed-out') continue;
    await app.timedOut({ ...holder(), seconds: Math.round((Date.now() - since) / 1000) });
  }
};
watch();
`;
