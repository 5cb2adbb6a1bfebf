/** One of two processes on one ledger: edits and discards files of its own and files that both want. */
import type { ActAnswer, DecisionAnswer } from '../../../src/index.js';
import { file, openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface Contending {
  readonly base: string;
  readonly order: SwapOrder;
  readonly name: string;
  readonly rounds: number;
}

/** What was tried and what came of it, for the test to check against the ledger and the disk. */
export interface Tried {
  readonly path: string;
  readonly verb: 'edit' | 'discard';
  readonly answer:
    | ActAnswer
    | DecisionAnswer
    | { readonly outcome: 'fault'; readonly code: string; readonly message: string };
}

export const shared = ['shared/one.md', 'shared/two.md', 'shared/new.md'] as const;

export async function contend({ base, order, name, rounds }: Contending): Promise<void> {
  const w = await openWorkspace({ base, order });
  const ready = new Promise((go) => process.once('message', go));
  process.send?.('ready');
  await ready;
  const tried: Tried[] = [];
  for (let n = 1; n <= rounds; n++) {
    const path = n % 3 === 0 ? `${name}.md` : (shared[n % shared.length] as string);
    const verb = Math.random() < 0.35 ? 'discard' : 'edit';
    try {
      const answer =
        verb === 'edit'
          ? await w.review.act('edit', [put(path, `${name} ${n}`)])
          : await w.review.discard([file(path)]);
      tried.push({ path, verb, answer });
    } catch (error) {
      const { code = 'none', message } = error as { code?: string; message: string };
      tried.push({ path, verb, answer: { outcome: 'fault', code, message } });
    }
  }
  w.review.close();
  await w.ledger.close();
  process.send?.(tried, () => process.exit());
}
