/**
 * The entry of a process that is going to be killed, stopped or starved: it opens the scene that its parent prepared, runs
 * one operation or a recovery, and prints what it was told if it lives to see it.
 */
import { isVerbatimError } from '@verbatim/core';
import type { SystemCalls } from '@verbatim/fs';
import type { CommitPlan, FaultPlan } from '@verbatim/testkit';
import { callsFor, type SwapOrder } from '../workspace.js';
import { operationNamed } from './operations.js';
import { openScene, withoutOthers } from './scene.js';

export interface Job {
  readonly base: string;
  readonly order: SwapOrder;
  /** An operation's name with what it is about, or a recovery. */
  readonly run: { readonly operation: string; readonly ids: readonly string[] } | 'recover';
  readonly fault?: FaultPlan | undefined;
  readonly commit?: CommitPlan | undefined;
  /** The number of the call before which the process stops itself. */
  readonly stopAt?: number | undefined;
  /** The PID namespace that the process takes itself to be in. */
  readonly namespace?: string;
  /** Takes every other process for dead. */
  readonly seesNobody?: boolean;
}

export type Printed =
  | { readonly answer: { readonly outcome: string } }
  | { readonly code: string; readonly message: string; readonly path?: string; readonly data: Record<string, unknown> };

async function run(job: Job): Promise<Printed> {
  const limits = job.run === 'recover' ? undefined : operationNamed(job.run.operation).limits;
  const { workspace, faults, commits } = await openScene(job.order, {
    base: job.base,
    calls: callsOf(job),
    ...(limits === undefined ? {} : { review: { limits } }),
  });
  const stop = { kind: 'meanwhile', act: () => process.kill(process.pid, 'SIGSTOP') } as const;
  faults.arm(job.stopAt === undefined ? job.fault : { at: job.stopAt, fault: stop });
  commits.arm(job.commit);
  const { review } = workspace;
  try {
    if (job.run === 'recover') return { answer: { outcome: (await review.recover()).join(' ') } };
    return { answer: await operationNamed(job.run.operation).run(review, job.run.ids) };
  } catch (error) {
    if (!isVerbatimError(error)) throw error;
    // Whatever failed, the process can still be asked what waits.
    await review.status();
    const { code, message, path, data } = error;
    return { code, message, data, ...(path === undefined ? {} : { path }) };
  }
}

function callsOf({ order, namespace, seesNobody }: Job): SystemCalls {
  const calls = seesNobody === true ? withoutOthers(callsFor(order), 'ENOENT') : callsFor(order);
  const readlink: typeof calls.readlink = (path) =>
    namespace !== undefined && path.endsWith('/ns/pid') ? namespace : calls.readlink(path);
  return { ...calls, readlink };
}

void run(JSON.parse(process.argv[2] as string) as Job).then((printed) => process.stdout.write(JSON.stringify(printed)));
