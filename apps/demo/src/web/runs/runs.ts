/** The server's end of commands on drafts: starts a process for each run, follows it, ends it. Only it knows the commands. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { failed, type Reply } from '../answer.js';
import { gaveUpWaiting, runStopped } from '../exit-codes.js';
import { outputDrainMax, outputToldEvery, runStopWaitMax, runsAtOnceMax, runsKept } from '../limits.js';
import { openOutputTail } from './output-tail.js';
import type { Commands, Run, RunInput, RunStarted, RunStep, RunStopping, RunsTold } from './run.js';
import type { RunNews, RunOrder } from './runner-process.js';

export interface RunsOptions {
  readonly home: string;
  readonly commands: Commands;
  /** Called whenever there is something new of a run. */
  readonly moved: (run: Run) => void;
  /** Called when a run has ended: what it recorded is there. */
  readonly ended: () => void;
}

export interface Runs {
  /** Why a run cannot begin; undefined where it can, or where it has under this key. */
  cannot(input: RunInput, key: string | undefined): Reply | undefined;
  start(input: RunInput, key: string | undefined): Reply;
  /** Ends a run that is under way; told of one that has ended, it does nothing. */
  end(run: number): Reply;
  told(): RunsTold;
  /** Ends all of them. */
  close(): Promise<void>;
}

interface Kept {
  run: Run;
  readonly key: string | undefined;
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
  isEnding: boolean;
}

export function openRuns({ home, commands, moved, ended }: RunsOptions): Runs {
  /** By app, the one that began last at the end. */
  const kept = new Map<string, Kept>();
  let last = 0;
  let isClosed = false;

  const told = (): RunsTold => ({ commands, runs: [...kept.values()].map(({ run }) => run) });
  const running = (): readonly Kept[] => [...kept.values()].filter(({ run }) => run.state === 'running');
  const startedUnder = (app: string, key: string | undefined): Kept | undefined => {
    const found = kept.get(app);
    return key !== undefined && found?.key === key ? found : undefined;
  };

  const begin = ({ kind, app, revision }: RunInput, key: string | undefined): Run => {
    const child = startRunner({ home, commands, input: { kind, app, revision } });
    const tail = openOutputTail();
    last += 1;
    const run: Run = {
      run: last,
      app,
      kind,
      revision,
      state: 'running',
      step: null,
      startedAt: new Date().toISOString(),
      ...tail.now(),
    };
    let timer: NodeJS.Timeout | undefined;
    const tellSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        mine.run = { ...mine.run, ...tail.now() };
        moved(mine.run);
      }, outputToldEvery);
    };
    const mine: Kept = { run, key, child, gone: goneOf(child), isEnding: false };
    let reply: Reply | undefined;
    kept.delete(app);
    kept.set(app, mine);
    forgetOldest(kept);
    child.stderr?.on('data', (chunk: Buffer) => {
      tail.add(chunk);
      tellSoon();
    });
    child.on('message', (news: RunNews) => {
      if ('reply' in news) reply = news.reply;
      else mine.run = { ...mine.run, step: news.step };
      tellSoon();
    });
    void mine.gone.then(() => {
      child.stderr?.destroy();
      mine.run = { ...mine.run, ...tail.now(), ...outcomeOf(reply, mine.isEnding ? runStopped : child.exitCode) };
      clearTimeout(timer);
      moved(mine.run);
      ended();
    });
    moved(run);
    return run;
  };

  return {
    told,
    cannot(input, key) {
      if (startedUnder(input.app, key) !== undefined) return undefined;
      if (isClosed) return failed(503, 'BUSY', 'The server is being stopped.');
      const missing = missingFor(input.kind, commands);
      if (missing !== undefined) return notNamed(missing);
      const found = kept.get(input.app)?.run;
      if (found?.state === 'running') return alreadyRunning(found);
      return running().length < runsAtOnceMax ? undefined : tooMany();
    },
    start(input, key) {
      // Asked again: the head was looked at in between.
      const no = this.cannot(input, key);
      if (no !== undefined) return no;
      const { run } = startedUnder(input.app, key)?.run ?? begin(input, key);
      return { status: 200, body: { v: 1, outcome: 'started', run } satisfies RunStarted & { v: 1 } };
    },
    end(run) {
      for (const one of running()) if (one.run.run === run) stop(one);
      return { status: 200, body: { v: 1, outcome: 'stopping', run } satisfies RunStopping & { v: 1 } };
    },
    async close() {
      isClosed = true;
      await Promise.all(
        running().map(async (one) => {
          stop(one);
          const late = setTimeout(() => endGroup(one.child), 2 * runStopWaitMax);
          await one.gone;
          clearTimeout(late);
        }),
      );
    },
  };
}

function startRunner(order: RunOrder): ChildProcess {
  const module = fileURLToPath(new URL('./runner-process.js', import.meta.url));
  const child = fork(module, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], detached: true });
  // A process that is gone says so with its exit.
  child.on('error', () => child.kill('SIGKILL'));
  child.send(order, () => {});
  return child;
}

/** The process does the rest, as it does when its server dies: it ends the command, and records nothing false. */
function stop(one: Kept): void {
  one.isEnding = true;
  if (one.child.connected) one.child.disconnect();
}

/** Resolves when the process has ended and what it printed was read; what it left running may hold the line for longer. */
function goneOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('exit', () => setTimeout(resolve, outputDrainMax));
    // One that could not be started has no exit.
    if (child.pid === undefined) child.once('error', () => resolve());
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just gone by itself.
  }
}

function outcomeOf(reply: Reply | undefined, exit: number | null): Pick<Run, 'state' | 'message' | 'code'> {
  if (reply === undefined) return withoutReply(exit);
  const { ok, message, code, error } = reply.body as {
    readonly ok?: boolean;
    readonly message?: string;
    readonly code?: string;
    readonly error?: { readonly code: string; readonly message: string };
  };
  if (ok === true) return { state: 'done' };
  return {
    state: exit === runStopped ? 'stopped' : 'failed',
    message: error?.message ?? message ?? '',
    ...(error === undefined ? (code === undefined ? {} : { code }) : { code: error.code }),
  };
}

function withoutReply(exit: number | null): Pick<Run, 'state' | 'message' | 'code'> {
  if (exit === runStopped) return { state: 'stopped' };
  if (exit === gaveUpWaiting) {
    const message = 'Another Verbatim process has held the drafts too long, so how it came out is not recorded.';
    return { state: 'unknown', code: 'VERBATIM_LOCK_TIMEOUT', message };
  }
  const message = 'The process that ran it ended before it could tell how it came out.';
  return { state: 'unknown', code: 'VERBATIM_OUTCOME_UNKNOWN', message };
}

function missingFor(kind: RunInput['kind'], { check, publish }: Commands): RunStep | undefined {
  if (kind !== 'publish' && check === null) return 'check';
  return kind !== 'check' && publish === null ? 'publish' : undefined;
}

function notNamed(option: RunStep): Reply {
  const message = `The server was started without a command to ${option} with, and a page cannot name one.`;
  return failed(403, 'COMMAND_NOT_NAMED', message, `Start it again with verbatim serve --${option} CMD.`);
}

function alreadyRunning({ app, revision }: Run): Reply {
  const message = `A command is at work on r${revision} of ${app}; one of an app at a time.`;
  return failed(409, 'COMMAND_RUNNING', message, 'Wait until it is done, or stop it.');
}

function tooMany(): Reply {
  const message = `${runsAtOnceMax} commands run already, so this one was not started.`;
  return failed(503, 'BUSY', message, 'Try again when one of them is done.');
}

/** One that runs is never forgotten. */
function forgetOldest(kept: Map<string, Kept>): void {
  for (const [app, { run }] of kept) {
    if (kept.size <= runsKept) return;
    if (run.state !== 'running') kept.delete(app);
  }
}
