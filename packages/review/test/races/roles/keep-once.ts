/** Keep of one action by another process, which opens the ledger for it and ends. */
import { action, openWorkspace } from '../../workspace.js';

export interface KeepOnce {
  readonly base: string;
  readonly id: string;
}

export async function keepOnce({ base, id }: KeepOnce): Promise<void> {
  const w = await openWorkspace({ base });
  const { outcome } = await w.review.keep([action(id)]);
  w.review.close();
  await w.ledger.close();
  process.exit(outcome === 'kept' ? 0 : 1);
}
