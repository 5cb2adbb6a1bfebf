/** One transition at a time on a file: what another has not settled yet is nothing to build on. */
import type { LedgerView } from '@verbatim/ledger';

/** Thrown under the lease and turned into a wait; never leaves `transition/`. */
export class UnderWay extends Error {}

/** True where a transition that is not settled touches one of the files. */
export function isUnderWay(view: LedgerView, files: readonly { readonly path: string }[]): boolean {
  const records = view.journal().filter(({ state }) => state === 'intended');
  if (records.length === 0) return false;
  const paths = new Set(files.map(({ path }) => path));
  return records.some(({ steps }) => steps.some(({ path }) => paths.has(path)));
}
