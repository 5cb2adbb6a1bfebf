/**
 * The process that runs one command of a person on one revision of a draft, and records how it came out. A process of its own,
 * since a command may take hours; the first of a process group, so that all of it can be ended together. What the command
 * prints goes to standard error, which the server reads.
 */
import type { RevisionFiles } from '@verbatim/drafts';
import { type Command, type CommandFault, runOnRevision } from '@verbatim/node';
import { type DraftSession, withDrafts } from '../../operations/drafts/draft-session.js';
import { checkDraft, publishDraft, shipRevision } from '../../operations/drafts/ship-draft.js';
import { type Reply, replyOf } from '../answer.js';
import { runStopped } from '../exit-codes.js';
import { runStopWaitMax } from '../limits.js';
import type { Commands, RunInput, RunStep } from './run.js';

export interface RunOrder {
  readonly home: string;
  readonly input: Omit<RunInput, 'expected'>;
  readonly commands: Commands;
}

export type RunNews = { readonly step: RunStep } | { readonly reply: Reply };

/** The server ends a run by closing the line, which is also what its own end does. */
const isStopped = (): boolean => !process.connected;

// The group is told to end; this process has to see to it that nothing false is recorded, and to tidy up.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  process.kill(0, 'SIGTERM');
  setTimeout(() => process.kill(0, 'SIGKILL'), runStopWaitMax).unref();
});
process.once('message', (order: RunOrder) => void carryOut(order));

async function carryOut({ home, input, commands }: RunOrder): Promise<void> {
  const lockWatch = { module: new URL('../lock-watch.js', import.meta.url).href, verb: `draft ${input.kind}` };
  const reply = await replyOf(() =>
    withDrafts({ folder: home, home, mode: 'write', lockWatch }, (session) => run(session, input, commands)),
  );
  await tell({ reply });
  process.exit(isStopped() ? runStopped : 0);
}

function run(session: DraftSession, { kind, app, revision }: RunOrder['input'], commands: Commands): Promise<object> {
  const check = { line: commands.check ?? '' };
  const publish = { line: commands.publish ?? '' };
  const runStep = async (files: RevisionFiles, command: Command): Promise<CommandFault> => {
    const step = command === check ? 'check' : 'publish';
    await tell({ step });
    if (isStopped()) return unlessCheck(step);
    const fault = await runOnRevision(files, command);
    // It ended because it was told to: whether the revision passes, or is live, is not known by that.
    if (isStopped() && fault !== undefined) process.exit(runStopped);
    return fault;
  };
  if (kind === 'check') return checkDraft(session, { app, revision, command: check }, runStep);
  if (kind === 'publish') return publishDraft(session, { app, revision, command: publish }, runStep);
  return shipRevision(session, { app, revision, check, publish }, runStep);
}

/** Nothing was begun, so a publish did not happen; of a check there is nothing to record. */
function unlessCheck(step: RunStep): CommandFault {
  if (step === 'check') process.exit(runStopped);
  return 'The server was stopped before it began.';
}

function tell(news: RunNews): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(news, () => resolve());
    else resolve();
  });
}
