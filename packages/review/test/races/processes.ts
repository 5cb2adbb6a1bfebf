/** Processes of the races: started from one bundle, talked to by messages, ended at the end of the test. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Bundle, bundle } from '@verbatim/testkit/bundle';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { Role } from './child.js';
import { isLong } from './form.js';

export interface Processes {
  start(role: Role, options: object, as?: { uid: number; gid: number }): ChildProcess;
  /** Runs one to its end, while this process stands still; throws where it fails. */
  runNow(role: Role, options: object): void;
}

/** For a test file: bundles once, and leaves no process behind. */
export function processes(): Processes {
  // Several processes share the machine with whatever else runs on it; nothing here is about speed.
  if (!isLong) vi.setConfig({ testTimeout: 180_000 });
  let made: Bundle;
  const running = new Set<ChildProcess>();
  beforeAll(async () => {
    made = await bundle(new URL('./child.ts', import.meta.url));
    // So that another user can run it, too.
    chmodSync(dirname(made.path), 0o755);
  });
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
  });
  afterAll(() => made.remove());
  return {
    start(role, options, as) {
      const child = fork(made.path, [role, JSON.stringify(options)], { execArgv: [], ...as });
      running.add(child);
      child.on('exit', () => running.delete(child));
      return child;
    },
    runNow: (role, options) => void execFileSync(process.execPath, [made.path, role, JSON.stringify(options)]),
  };
}

/** The next message of the child; throws where it ends first. */
export async function next<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const end = (code: number | null, signal: string | null): void =>
    ended.abort(new Error(`the process ended with ${code ?? signal}`));
  child.once('exit', end);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T];
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', end);
  }
}

export async function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}
