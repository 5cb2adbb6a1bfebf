/** Settles what crashes left: transitions cut short, manifests that are due, open actions whose agent is gone. */
import { isInterrupted } from './act/interrupted.js';
import type { Room } from './room.js';
import { recoverTransitions } from './transition/recover.js';

export async function recover(room: Room): Promise<readonly string[]> {
  const { sentences } = await recoverTransitions(room);
  room.ledger.writeDueManifests();
  const stale = room.ledger.read((view) => view.opened()).filter((action) => isInterrupted(room, action));
  if (stale.length > 0) {
    room.ledger.lease('recover', (transaction) => {
      for (const { id } of stale) {
        const action = transaction.mustAction(id);
        if (action.status === 'open' && isInterrupted(room, action))
          transaction.putAction({ ...action, status: 'interrupted' });
      }
    });
  }
  return [
    ...sentences,
    ...stale.map(
      ({ id, paths }) => `The action ${id} was never committed; it is interrupted now: ${paths.join(', ')}.`,
    ),
  ];
}
