/**
 * The entry of a process that works in a workspace while its index is rebuilt. It does what each line of its standard input
 * says, and answers with a line of JSON: `open`, `write PATH`, `close`, and `load PREFIX`, which opens, writes and closes again
 * and again until `stop`.
 */
import { createInterface } from 'node:readline';
import { isVerbatimError, RefusalError } from '@verbatim/core';
import { openWorkspace, put, type Workspace } from '../workspace.js';

export interface Told {
  readonly path?: string;
  /** `open`, `closed`, `stopped`, `pending` or the code of what was thrown or refused. */
  readonly outcome: string;
  readonly action?: string;
}

const [base = ''] = process.argv.slice(2);
let workspace: Workspace | undefined;
let isStopped = false;

const say = (told: Told): void => void process.stdout.write(`${JSON.stringify(told)}\n`);

async function open(): Promise<Workspace> {
  workspace = await openWorkspace({ base });
  workspace.isKept = true;
  return workspace;
}

async function close(): Promise<void> {
  workspace?.review.close();
  await workspace?.ledger.close();
  workspace = undefined;
}

async function write({ review }: Workspace, path: string): Promise<void> {
  const answer = await review.act('write', [put(path, path)]);
  if (answer.outcome === 'refused') return say({ path, outcome: answer.code });
  say({ path, outcome: answer.outcome, ...('action' in answer ? { action: answer.action } : {}) });
}

async function told(path: string | undefined, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const code = isVerbatimError(error)
      ? error.code
      : error instanceof RefusalError
        ? error.refusal.code
        : String(error);
    say({ outcome: code, ...(path === undefined ? {} : { path }) });
  }
}

async function load(prefix: string): Promise<void> {
  for (let n = 0; !isStopped; n++) {
    const path = `${prefix}-${n}.md`;
    await told(path, async () => write(await open(), path));
    await close();
    // Nobody has it open now and then.
    await new Promise((resolve) => setTimeout(resolve, (n * 37) % 200));
  }
  say({ outcome: 'stopped' });
}

const verbs: Readonly<Record<string, (argument: string) => Promise<void>>> = {
  open: () =>
    told(undefined, async () => {
      await open();
      say({ outcome: 'open' });
    }),
  write: (path) => told(path, async () => write(workspace as Workspace, path)),
  close: async () => {
    await close();
    say({ outcome: 'closed' });
  },
  load,
  stop: async () => {
    isStopped = true;
  },
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [verb = '', argument = ''] = line.split(' ');
  void verbs[verb]?.(argument);
});
lines.on('close', () => process.exit());
