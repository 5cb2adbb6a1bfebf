/** A command that gets Ctrl-C in the middle: it holds signals back while files are changed, then ends as the app says. */
import { faulty } from '@verbatim/testkit';
import { holdSignals } from '../../../../node/src/hold-signals.js';
import type { ActAnswer, DecisionAnswer } from '../../../src/index.js';
import { action, callsFor, openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface Signalled {
  readonly base: string;
  readonly order: SwapOrder;
  /** The action to discard; without one, an edit is made. */
  readonly discard?: string;
  /** Before which system call of the operation the signal comes; 0 for none. */
  readonly at: number;
}

export interface Finished {
  readonly answer: ActAnswer | DecisionAnswer;
  readonly calls: number;
}

export async function beSignalled({ base, order, discard, at }: Signalled): Promise<void> {
  const faults = faulty(callsFor(order));
  let code = 0;
  const signals = holdSignals(() => {
    code = 130;
  });
  const w = await openWorkspace({ base, calls: faults.calls, review: { signals } });
  faults.arm({ at, fault: { kind: 'meanwhile', act: () => process.kill(process.pid, 'SIGINT') } });
  const answer =
    discard === undefined
      ? await w.review.act('edit', [put('a.md', 'agent a'), put('new/b.md', 'agent b')])
      : await w.review.discard([action(discard)]);
  const calls = faults.count;
  faults.disarm();
  await signals.settled();
  w.review.close();
  await w.ledger.close();
  process.send?.({ answer, calls } satisfies Finished, () => process.exit(code));
}
