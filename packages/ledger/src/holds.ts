/**
 * Who needs which copy. A copy is freed only when no record holds it: losing a holder marks it as released, and a later
 * transaction, under the lock, deletes the released ones that nobody holds by then.
 */
import type { FileState, Hash } from '@verbatim/core';
import type { Copies, StoreReader, StoreTransaction } from '@verbatim/store';
import { keys } from './keys.js';
import type { JournalRecord } from './records.js';

/** Copies that one transaction frees at most, so that none is held up. */
const freedPerTransactionMax = 64;

export function hold(store: StoreTransaction, holder: string, states: readonly FileState[]): void {
  for (const { hash, size } of presentIn(states)) {
    if (!isHeld(store, hash)) addBytes(store, size);
    store.put(keys.held(hash, holder), size);
  }
}

export function letGo(store: StoreTransaction, holder: string, states: readonly FileState[]): void {
  for (const { hash, size } of presentIn(states)) {
    if (store.get(keys.held(hash, holder)) === undefined) continue;
    store.remove(keys.held(hash, holder));
    if (isHeld(store, hash)) continue;
    addBytes(store, -size);
    store.put(keys.released(hash), size);
  }
}

/** Copies that were stored for nothing. */
export function releaseUnheld(store: StoreTransaction, states: readonly FileState[]): void {
  for (const { hash, size } of presentIn(states)) if (!isHeld(store, hash)) store.put(keys.released(hash), size);
}

/** Deletes released copies that nobody holds, and that no transition under way names. Under the lock. */
export function freeReleased(store: StoreTransaction, copies: Copies): void {
  let underWay: ReadonlySet<Hash> | undefined;
  const done: string[] = [];
  // Those that have to wait do not stand in the way of the others.
  for (const { key } of store.entries(keys.allReleased)) {
    if (done.length >= freedPerTransactionMax) break;
    underWay ??= new Set(hashesUnderWay(store));
    const hash = key.slice(keys.allReleased.length);
    if (underWay.has(hash)) continue;
    if (isHeld(store, hash) || isFreed(copies, hash)) done.push(key);
  }
  for (const key of done) store.remove(key);
}

/** A copy that cannot be deleted now stays released, and stops nobody's work. */
function isFreed(copies: Copies, hash: Hash): boolean {
  try {
    copies.free(hash);
    return true;
  } catch {
    return false;
  }
}

export function isHeld(store: StoreReader, hash: Hash): boolean {
  for (const _ of store.keys(keys.holders(hash))) return true;
  return false;
}

function hashesUnderWay(store: StoreReader): Hash[] {
  const records = [...store.entries<JournalRecord>(keys.journals)].map(({ value }) => value);
  const states = records.flatMap(({ steps }) => steps.flatMap(({ from, to }) => [from, to]));
  return presentIn(states).map(({ hash }) => hash);
}

function addBytes(store: StoreTransaction, bytes: number): void {
  store.put(keys.heldBytes, (store.get<number>(keys.heldBytes) ?? 0) + bytes);
}

function presentIn(states: readonly FileState[]): { hash: Hash; size: number }[] {
  const found = new Map<Hash, number>();
  for (const state of states) if (state.kind === 'present') found.set(state.hash, state.size);
  return [...found].map(([hash, size]) => ({ hash, size }));
}
