/** Writes of the ledger, inside one store transaction. Keeps the indexes in step with the records. */
import type { ActionId } from '@verbatim/core';
import type { StoreTransaction } from '@verbatim/store';
import { keys } from './keys.js';
import type { Action, Decision, JournalRecord, KeyRecord, Pair, Snapshot } from './records.js';
import { LedgerView } from './view.js';

const waits = (action: Action): boolean => ['open', 'pending', 'interrupted'].includes(action.status);

export class LedgerTransaction extends LedgerView {
  readonly #store: StoreTransaction;

  constructor(store: StoreTransaction) {
    super(store);
    this.#store = store;
  }

  /** The next number in the ledger's order; never given twice (P12). */
  nextSequence(): number {
    const next = (this.#store.get<number>(keys.sequence) ?? 0) + 1;
    this.#store.put(keys.sequence, next);
    return next;
  }

  putAction(action: Action): void {
    const previous = this.action(action.id);
    this.#store.put(keys.action(action.id), action);
    if (previous === undefined) this.#store.put(keys.actionAt(action.seq), action.id);
    if (waits(action)) this.#store.put(keys.waitingAt(action.seq), action.id);
    else this.#store.remove(keys.waitingAt(action.seq));

    for (const path of previous?.paths ?? []) {
      if (this.openActionOn(path) === action.id) this.#store.remove(keys.open(path));
    }
    if (action.status === 'open') {
      this.#store.put(keys.opened(action.id), action.id);
      for (const path of action.paths) this.#store.put(keys.open(path), action.id);
    } else {
      this.#store.remove(keys.opened(action.id));
    }

    if (action.status === 'pending') {
      action.paths.forEach((path, index) => {
        this.#store.put(keys.pendingOf(path, action.seq), { action: action.id, index });
      });
      if (previous?.status !== 'pending') this.#store.put(keys.manifestDue(action.id), action.id);
    } else if (previous?.status === 'pending') {
      for (const path of previous.paths) this.#store.remove(keys.pendingOf(path, action.seq));
    }
    if (action.status === 'kept') {
      action.paths.forEach((path, index) => {
        this.#store.put(keys.keptOf(path, action.seq), { action: action.id, index });
      });
    } else if (previous?.status === 'kept') {
      for (const path of previous.paths) this.#store.remove(keys.keptOf(path, action.seq));
    }
  }

  putPair(pair: Pair): void {
    this.#store.put(keys.pair(pair.action, pair.index), pair);
    this.#store.put(keys.pairOf(pair.path, pair.seq), { action: pair.action, index: pair.index });
  }

  removePairs(action: ActionId): void {
    for (const pair of this.pairs(action)) {
      this.#store.remove(keys.pair(action, pair.index));
      this.#store.remove(keys.pairOf(pair.path, pair.seq));
    }
  }

  putSnapshot(snapshot: Snapshot): void {
    this.#store.put(keys.snapshot(snapshot.id), snapshot);
    this.#store.put(keys.snapshotOf(snapshot.path, snapshot.seq), snapshot.id);
  }

  removeSnapshot(id: string): void {
    const snapshot = this.snapshot(id);
    if (snapshot === undefined) return;
    this.#store.remove(keys.snapshot(id));
    this.#store.remove(keys.snapshotOf(snapshot.path, snapshot.seq));
  }

  putDecision(decision: Decision): void {
    this.#store.put(keys.decision(decision.id), decision);
  }

  putKey(scope: string, record: KeyRecord): void {
    this.#store.put(keys.key(scope), record);
  }

  removeKey(scope: string): void {
    this.#store.remove(keys.key(scope));
  }

  putJournal(record: JournalRecord): void {
    this.#store.put(keys.journal(record.token), record);
  }

  removeJournal(token: string): void {
    this.#store.remove(keys.journal(token));
  }

  removeManifestDue(action: ActionId): void {
    this.#store.remove(keys.manifestDue(action));
  }
}
