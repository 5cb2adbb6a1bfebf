/** Whose record it is: the living are left alone, what the dead left is for whoever comes next. */
import type { JournalRecord } from '@verbatim/ledger';
import { unknownOwnerAge } from '../limits.js';
import type { Room } from '../room.js';

export function isAbandoned({ ledger, disk, clock }: Room, record: JournalRecord): boolean {
  if (ledger.isOurs(record)) return false;
  const { pid, started } = disk.self();
  if (record.owner.pid === pid && record.owner.started === started && disk.liveness(record.owner) === 'alive')
    return true;
  const liveness = disk.liveness(record.owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  return clock.now() - Date.parse(record.at) > unknownOwnerAge;
}
