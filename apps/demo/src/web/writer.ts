/** The server's end of the process that writes: starts it when it is needed, again when it died, and hands it its orders. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { failed, type Reply } from './answer.js';
import { gaveUpWaiting } from './exit-codes.js';
import { queuedWritesMax, stopWaitMax } from './limits.js';
import type { Done, Order, Workplace } from './writer-process.js';

export interface Writer {
  /** Starts the process before anybody orders: its start is most of what a first decision would wait for. */
  prepare(): void;
  /** One after the other, in the order of the calls. Never rejects. */
  order(order: Omit<Order, 'id'>): Promise<Reply>;
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

export function openWriter(workplace: Workplace): Writer {
  const waiting = new Map<number, (reply: Reply) => void>();
  let child: ChildProcess | undefined;
  let last = 0;
  let isStopped = false;

  const start = (): ChildProcess => {
    const module = fileURLToPath(new URL('./writer-process.js', import.meta.url));
    const started = fork(module, [JSON.stringify(workplace)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    started.on('message', ({ id, reply }: Done) => {
      waiting.get(id)?.(reply);
      waiting.delete(id);
    });
    started.once('exit', (code) => {
      if (child === started) child = undefined;
      for (const answer of waiting.values()) answer(code === gaveUpWaiting ? gaveUp() : died());
      waiting.clear();
    });
    started.once('error', () => started.kill());
    return started;
  };

  return {
    prepare() {
      if (!isStopped) child ??= start();
    },
    order(order) {
      if (isStopped) return Promise.resolve(failed(503, 'BUSY', 'The server is being stopped.'));
      if (waiting.size >= queuedWritesMax) {
        const message = `${queuedWritesMax} operations wait already, so this one was not taken.`;
        return Promise.resolve(failed(503, 'BUSY', message, 'Try again in a moment.'));
      }
      child ??= start();
      const to = child;
      return new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        to.send({ id: last, ...order }, (error) => {
          // A process that is gone says so with its exit, which answers everything that waits.
          if (error !== null) to.kill();
        });
      });
    },
    async stop() {
      isStopped = true;
      const stopping = child;
      if (stopping === undefined) return;
      const gone = new Promise<void>((resolve) => {
        stopping.once('exit', () => resolve());
      });
      if (stopping.connected) stopping.disconnect();
      const timer = setTimeout(() => stopping.kill(), stopWaitMax);
      await gone;
      clearTimeout(timer);
    },
  };
}

function gaveUp(): Reply {
  const message = 'Another Verbatim process has held the ledger too long, so this was not done.';
  return failed(500, 'VERBATIM_LOCK_TIMEOUT', message, 'Wait until it is done, look at the page, then try again.');
}

function died(): Reply {
  const message = 'The process that was at work ended before it could tell how it came out.';
  const hint = 'What was half done is finished or put back with the next decision; look at the page, then try again.';
  return failed(500, 'VERBATIM_OUTCOME_UNKNOWN', message, hint);
}
