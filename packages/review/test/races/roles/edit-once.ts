/** An agent's edit of one file by another process, which opens the ledger for it and ends. */
import { openWorkspace, put, type SwapOrder } from '../../workspace.js';

export interface EditOnce {
  readonly base: string;
  readonly order: SwapOrder;
  readonly path: string;
  readonly text: string;
}

export async function editOnce({ base, order, path, text }: EditOnce): Promise<void> {
  const w = await openWorkspace({ base, order });
  const { outcome } = await w.review.act('edit', [put(path, text)]);
  w.review.close();
  await w.ledger.close();
  process.exit(outcome === 'pending' ? 0 : 1);
}
