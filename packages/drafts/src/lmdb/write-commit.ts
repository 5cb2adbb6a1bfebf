/** One commit, written inside one transaction of the store. */
import { assert, type Hash } from '@verbatim/core';
import type { Store, StoreTransaction } from '@verbatim/store';
import type { Commit, NewRevision } from '../draft-store.js';
import { retainedOf } from '../retention.js';
import { type AppState, newApp, type RevisionNumber } from '../words.js';
import { countLeaving, countNewHead, noteLoose, sweepCopies, unnamedCopies } from './copy-counts.js';
import { keys } from './keys.js';
import { entriesNotIn, type Manifest, manifestOf, removeManifest, writeManifest } from './manifest.js';
import { putKey, sweepKeys } from './request-keys.js';

export interface AppRecord extends AppState {
  readonly app: string;
}

/** Thrown to leave the transaction with nothing written. */
export class NotWritten extends Error {
  readonly why: 'moved' | 'copy-gone';

  constructor(why: 'moved' | 'copy-gone') {
    super(why);
    this.why = why;
  }
}

/** The copies of its contents are durable already; `loose` are others that were stored for nothing. Throws `NotWritten`. */
export function writeCommit(
  transaction: StoreTransaction,
  store: Store,
  app: string,
  commit: Commit,
  loose: Iterable<Hash>,
): void {
  const before: AppState = transaction.get<AppRecord>(keys.app(app)) ?? newApp;
  const { state, revision, contents = new Map(), marks, key, now } = commit;
  if (before.version !== state.version - 1) throw new NotWritten('moved');
  const unnamed = unnamedCopies(transaction);

  for (const hash of contents.keys()) if (!store.copies.has(hash)) throw new NotWritten('copy-gone');
  if (revision !== undefined) writeRevision(transaction, app, { ...revision, state });
  if (marks !== undefined) transaction.put(keys.marks(app, marks.revision), marks.marks);
  for (const record of commit.turns ?? []) transaction.put(keys.turn(app, record.turn.id), record);
  if (key !== undefined) putKey(transaction, app, key, now);
  transaction.put(keys.app(app), { app, ...state } satisfies AppRecord);

  removeLeaving(transaction, app, { ...before, head: state.head }, state);
  sweepKeys(transaction, app, state, now);
  noteLoose(transaction, loose);
  sweepCopies(transaction, store, unnamed);
}

function writeRevision(
  transaction: StoreTransaction,
  app: string,
  { facts, changes, state }: NewRevision & { readonly state: AppState },
): void {
  const { number } = facts;
  assert(number === state.head && transaction.get(keys.revision(app, number)) === undefined, 'a revision is new');
  const head = manifestOf({ reader: transaction, app }, number - 1);
  assert(head !== undefined, 'the head has a manifest');
  transaction.put(keys.revision(app, number), facts);
  writeManifest(transaction, app, head, { number, token: state.token, changes });
  countNewHead(transaction, changes);
}

/** Removes what was retained and is no longer. */
function removeLeaving(transaction: StoreTransaction, app: string, before: AppState, after: AppState): void {
  const from = { reader: transaction, app };
  const staying = new Set(retainedOf(after));
  const chain = retainedOf(before);
  const must = (number: RevisionNumber | undefined): Manifest => {
    const manifest = number === undefined ? { token: '', pages: [] } : manifestOf(from, number);
    assert(manifest !== undefined, `revision ${number} is retained, but not there`);
    return manifest;
  };
  for (const number of chain.filter((one) => !staying.has(one))) {
    const at = chain.indexOf(number);
    const [older, own, newer] = [must(chain[at - 1]), must(number), must(chain[at + 1])];
    countLeaving(transaction, {
      own: entriesNotIn(from, own, older, newer),
      older: entriesNotIn(from, older, own),
      newer: entriesNotIn(from, newer, own),
    });
    removeManifest(transaction, app, number, own, [older, newer]);
    transaction.remove(keys.revision(app, number));
    transaction.remove(keys.marks(app, number));
    chain.splice(at, 1);
  }
}
