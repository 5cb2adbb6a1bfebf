/** The entry of a process that does one thing to a large file, and tells how much memory it took at most. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { action, openWorkspace, sha256 } from '../workspace.js';

export type SizeStep = 'nothing' | 'capture' | 'commit' | 'discard' | 'capture again' | 'delete';

export interface SizeTold {
  readonly told: string;
  /** Of an action that was begun. */
  readonly action?: string;
  readonly peakBytes: number;
}

async function run(base: string, path: string, step: SizeStep, id: string): Promise<Omit<SizeTold, 'peakBytes'>> {
  // Loads all that the other steps load.
  if (step === 'nothing') return { told: sha256('').slice(0, 1) === 'e' ? 'done' : '' };
  const w = await openWorkspace({ base });
  try {
    switch (step) {
      case 'capture':
      case 'capture again': {
        const answer = await w.review.begin([path]);
        return 'action' in answer ? { told: answer.outcome, action: answer.action } : { told: codeOf(answer) };
      }
      case 'commit': {
        const fd = openSync(w.at(path), 'r+');
        writeSync(fd, 'the agent was here', 1_000_000);
        closeSync(fd);
        return { told: codeOf(await w.review.commit(id)) };
      }
      case 'discard':
        return { told: codeOf(await w.review.discard([action(id)])) };
      case 'delete': {
        const answer = await w.review.act('delete', [{ op: 'delete', path: path }]);
        return 'action' in answer ? { told: answer.outcome, action: answer.action } : { told: codeOf(answer) };
      }
    }
  } finally {
    w.review.close();
    await w.ledger.close();
  }
}

function codeOf(answer: { readonly outcome: string; readonly code?: string }): string {
  return answer.code ?? answer.outcome;
}

const [base, file, step, id] = process.argv.slice(2) as [string, string, SizeStep, string];
void run(base, file, step, id).then((told) => {
  // Not `resourceUsage`, which counts what the process was forked from.
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const peakBytes = Number(peak) * 1_024;
  process.stdout.write(JSON.stringify({ ...told, peakBytes } satisfies SizeTold));
});
