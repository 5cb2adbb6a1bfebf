/** Keys of requests (P13), and forgetting them: at least a week old, and their revision is no longer retained. */
import type { StoreTransaction } from '@verbatim/store';
import { keyAgeMin, keysSweptMax } from '../limits.js';
import { isRetained } from '../retention.js';
import type { AppState, KeyRecord } from '../words.js';
import { keys } from './keys.js';

export function putKey(transaction: StoreTransaction, app: string, record: KeyRecord, now: number): void {
  transaction.put(keys.key(app, record.key), record);
  putDue(transaction, app, record, now);
}

/** Looks at the few keys whose time has come; those whose revision is still there get another week. */
export function sweepKeys(transaction: StoreTransaction, app: string, state: AppState, now: number): void {
  const due = [...transaction.entries<string>(keys.keysDue(app), { limit: keysSweptMax })];
  for (const { key: place, value } of due) {
    if (place > keys.keyDue(app, now, '')) return;
    const record = transaction.get<KeyRecord>(keys.key(app, value));
    transaction.remove(place);
    if (record === undefined) continue;
    if (isRetained(state, record.revision)) putDue(transaction, app, record, now);
    else transaction.remove(keys.key(app, value));
  }
}

function putDue(transaction: StoreTransaction, app: string, { key }: KeyRecord, now: number): void {
  transaction.put(keys.keyDue(app, now + keyAgeMin, key), key);
}
