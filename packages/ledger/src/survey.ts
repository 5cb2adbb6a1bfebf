/** Looks through a ledger's index without its copies and manifests. For a process of its own: a damaged index can crash the one that reads it. */
import type { Disk } from '@verbatim/core';
import { openStore } from '@verbatim/store';
import type { Action, JournalRecord } from './records.js';
import { upgrade } from './upgrade.js';
import { type LedgerProblem, verifyIndex } from './verify.js';
import { LedgerView } from './view.js';

export interface LedgerSurvey {
  /** False where there is no index. */
  readonly exists: boolean;
  /** What is wrong with the index itself: records that fail their checksum, or name what is not there. */
  readonly problems: readonly LedgerProblem[];
  readonly actions: number;
  readonly waiting: Readonly<Record<'pending' | 'open' | 'interrupted', number>>;
  /** Transitions under way, or cut short. */
  readonly journal: readonly JournalRecord[];
}

/**
 * Reads every record, writes nothing. Throws `VERBATIM_LEDGER_DAMAGED` where the index cannot be opened, or was there and is
 * gone; `VERBATIM_LEDGER_NEWER`; and whatever LMDB says of pages that it cannot read.
 */
export async function surveyLedger({ dir, disk }: { dir: string; disk?: Disk }): Promise<LedgerSurvey> {
  const store = await openStore({ dir, mode: 'read', ...(disk === undefined ? {} : { disk }) });
  try {
    upgrade(store, 'read');
    const { problems, actions } = verifyIndex(store, everyCopy, {});
    const ofIndex = problems.filter(({ code }) => code !== 'COPY_NOT_HELD');
    const counts = { exists: store.exists, problems: ofIndex, actions };
    if (ofIndex.length > 0) return { ...counts, waiting: { pending: 0, open: 0, interrupted: 0 }, journal: [] };
    const view = new LedgerView(store);
    const waiting = view.waiting();
    const count = (status: Action['status']): number => waiting.filter((action) => action.status === status).length;
    return {
      ...counts,
      waiting: { pending: count('pending'), open: count('open'), interrupted: count('interrupted') },
      journal: view.journal(),
    };
  } finally {
    await store.close();
  }
}

/** Copies are files of their own; here they count as sound. */
const everyCopy = { has: () => true, verify: () => true, list: () => [] };
