/** One transition at a time on a file: what another has not settled yet is nothing to build on. */
import type { JournalRecord, LedgerView } from '@verbatim/ledger';

/** Thrown under the lease and turned into a wait; never leaves `transition/`. */
export class UnderWay extends Error {}

/** Thrown where its process died meanwhile, and caught by `pastTheDead`. */
export class DiedUnderWay extends Error {}

/** True where a transition that is not settled touches one of the files. */
export function isUnderWay(view: LedgerView, files: readonly { readonly path: string }[]): boolean {
  return underWay(view, files).length > 0;
}

export function underWay(view: LedgerView, files: readonly { readonly path: string }[]): JournalRecord[] {
  const records = view.journal().filter(({ state }) => state === 'intended');
  if (records.length === 0) return [];
  const paths = new Set(files.map(({ path }) => path));
  return records.filter(({ steps }) => steps.some(({ path }) => paths.has(path)));
}
