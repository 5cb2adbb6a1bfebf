/** Which version the tables have; older ones are brought up to date by whoever opens them for writing. */
import { VerbatimError } from '@verbatim/core';
import type { Store } from '@verbatim/store';
import { hold } from './holds.js';
import { keys } from './keys.js';
import type { Snapshot } from './records.js';

/** 2: all snapshots in order, and who holds which copy. */
const formatVersion = 2;

/** Refuses a newer ledger with `VERBATIM_LEDGER_NEWER`. An upgrade is one transaction: all of it or nothing. */
export function upgrade(store: Store, mode: 'read' | 'write'): void {
  const found = store.get<number>(keys.format);
  if (found !== undefined && found > formatVersion) {
    throw new VerbatimError('VERBATIM_LEDGER_NEWER', 'The ledger was written by a newer version of Verbatim.', {
      path: store.tree.path,
      hint: 'Update Verbatim, then try again. Nothing was changed.',
    });
  }
  if (found === formatVersion || mode === 'read') return;
  store.transaction('open', (transaction) => {
    if (transaction.get<number>(keys.format) === formatVersion) return;
    for (const { value } of Array.from(transaction.entries<Snapshot>('snapshot/'))) {
      transaction.put(keys.snapshotAt(value.seq), value.id);
      hold(transaction, value.id, [value.state]);
    }
    transaction.put(keys.format, formatVersion);
  });
}
