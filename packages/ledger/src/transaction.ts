/** Writes of the ledger, inside one store transaction. Keeps the indexes in step with the records. */
import { type ActionId, type FileState, hashOf, type SnapshotId } from '@verbatim/core';
import { type StoreTransaction, sha256 } from '@verbatim/store';
import { hold, letGo, releaseUnheld } from './holds.js';
import { keys } from './keys.js';
import type { Action, Decision, FileReview, JournalRecord, KeyRecord, Pair, Snapshot } from './records.js';
import { LedgerView } from './view.js';

const waits = (action: Action): boolean => ['open', 'pending', 'interrupted'].includes(action.status);

export class LedgerTransaction extends LedgerView {
  readonly #store: StoreTransaction;
  readonly #dueHere: (ActionId | SnapshotId)[] = [];

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

  /** Copies of this transaction that belong to no action, actions that it opened or cancelled: their manifests follow it. */
  get dueHere(): readonly (ActionId | SnapshotId)[] {
    return this.#dueHere;
  }

  /** Lets the order go on after `seq`, in an index that is made anew. */
  startSequenceAfter(seq: number): void {
    this.#store.put(keys.sequence, Math.max(seq, this.#store.get<number>(keys.sequence) ?? 0));
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

    const { status } = action;
    if (status !== previous?.status && (status === 'open' || status === 'cancelled')) this.#putDueHere(action.id);
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
    const { id, path, seq, state } = snapshot;
    if (snapshot.action === null && this.snapshot(id) === undefined) {
      this.#putDueHere(id);
    }
    this.#store.put(keys.snapshot(id), snapshot);
    this.#store.put(keys.snapshotOf(path, seq), id);
    this.#store.put(keys.snapshotAt(seq), id);
    hold(this.#store, id, [state]);
  }

  removeSnapshot(id: SnapshotId): void {
    const snapshot = this.snapshot(id);
    if (snapshot === undefined) return;
    const { path, seq, state } = snapshot;
    this.#store.remove(keys.snapshot(id));
    this.#store.remove(keys.snapshotOf(path, seq));
    this.#store.remove(keys.snapshotAt(seq));
    letGo(this.#store, id, [state]);
  }

  putReview(review: FileReview): void {
    const { path, seq } = review;
    const previous = this.#store.get<FileReview>(keys.review(path, seq));
    const holder = reviewHolder(review);
    this.#store.put(keys.review(path, seq), review);
    hold(this.#store, holder, statesOf(review));
    const kept = new Set(statesOf(review).map(hashOf));
    if (previous !== undefined) {
      letGo(
        this.#store,
        holder,
        statesOf(previous).filter((state) => !kept.has(hashOf(state))),
      );
    }
  }

  removeReview(review: FileReview): void {
    const { path, seq } = review;
    const found = this.#store.get<FileReview>(keys.review(path, seq));
    this.#store.remove(keys.review(path, seq));
    if (found !== undefined) letGo(this.#store, reviewHolder(found), statesOf(found));
  }

  putDecision(decision: Decision): void {
    this.#store.put(keys.decision(decision.id), decision);
    for (const path of pathsOf(decision)) this.#store.put(keys.decisionOf(path, decision.seq), decision.id);
    hold(this.#store, decision.id, statesNeededBy(decision));
  }

  /** Lets go of the copies that undoing a decision would need; the decision stays, to be told again. */
  releaseDecision(decision: Decision): void {
    for (const path of pathsOf(decision)) this.#store.remove(keys.decisionOf(path, decision.seq));
    letGo(this.#store, decision.id, statesNeededBy(decision));
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

  /** Copies that it named and nobody holds, as of a transition that was put back, are freed by a later transaction. */
  removeJournal(token: string): void {
    const record = this.journalRecord(token);
    if (record === undefined) return;
    this.#store.remove(keys.journal(token));
    this.release(record.steps.flatMap(({ from, to }) => [from, to]));
  }

  /** Copies that were stored for what did not come about are freed by a later transaction, where nobody holds them. */
  release(states: readonly FileState[]): void {
    releaseUnheld(this.#store, states);
  }

  #putDueHere(id: ActionId | SnapshotId): void {
    this.putManifestDue(id);
    this.#dueHere.push(id);
  }

  putManifestDue(id: ActionId | SnapshotId): void {
    this.#store.put(keys.manifestDue(id), id);
  }

  removeManifestDue(id: ActionId | SnapshotId): void {
    this.#store.remove(keys.manifestDue(id));
  }
}

function reviewHolder({ path, seq }: FileReview): string {
  return `review ${seq} ${sha256(path).slice(0, 16)}`;
}

function statesOf({ original, base, head, expected }: FileReview): FileState[] {
  return [original, base, head, expected].map(({ state }) => state);
}

function pathsOf({ before, after, files }: Decision): string[] {
  const reviews = [...before.reviews, ...after.reviews];
  return [...new Set([...reviews, ...files].map(({ path }) => path))];
}

function statesNeededBy({ before, after, files }: Decision): FileState[] {
  return [
    ...[...before.reviews, ...after.reviews].flatMap(statesOf),
    ...files.flatMap(({ from, to }) => [from.state, to.state]),
  ];
}
