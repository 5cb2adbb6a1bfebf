/** The newest decisions of the whole workspace that can be undone, with their proof: what a reload brings back to the page. */
import type { Decision } from '@verbatim/ledger';
import type { FileReceipt } from '@verbatim/review';
import type { Session } from '../operations/session.js';
import { recentCopiesMax, recentDecisionsMax } from './limits.js';

export interface RecentDecision {
  readonly id: string;
  readonly at: string;
  readonly verdict: Decision['verdict'];
  readonly actions: readonly string[];
  readonly files: readonly FileReceipt[];
}

export interface RecentDecisions {
  readonly outcome: 'shown';
  /** Newest first. */
  readonly decisions: readonly RecentDecision[];
}

/** Looks through the newest copies for their files' decisions. Writes nothing. */
export async function recentDecisions({ verbatim }: Session): Promise<RecentDecisions> {
  const found = verbatim.ledger.read((view) => {
    const paths = new Set<string>();
    const decisions = new Map<string, Decision>();
    let left = recentCopiesMax;
    for (const { path, action } of view.allCopies('newest first')) {
      if (left-- === 0) break;
      // A Keep needed no copies, so it is known by the action that it closed.
      const closedBy = action === null ? null : (view.action(action)?.decision ?? null);
      const closing = closedBy === null ? undefined : view.decision(closedBy);
      const ofFile = paths.has(path) ? [] : view.decisionsOf(path);
      paths.add(path);
      for (const decision of closing === undefined ? ofFile : [closing, ...ofFile]) {
        decisions.set(decision.id, decision);
      }
    }
    return [...decisions.values()];
  });
  const newestFirst = found.toSorted((a, b) => b.seq - a.seq);
  return { outcome: 'shown', decisions: notOvertaken(newestFirst).slice(0, recentDecisionsMax).map(told) };
}

/** A decision can be undone as long as nothing was decided on its actions or its files since. */
function notOvertaken(newestFirst: readonly Decision[]): Decision[] {
  const later = new Set<string>();
  return newestFirst.filter(({ actions, files }) => {
    const touched = [...actions.map((id) => `action:${id}`), ...files.map(({ path }) => `./${path}`)];
    const isFree = touched.every((one) => !later.has(one));
    for (const one of touched) later.add(one);
    return isFree;
  });
}

function told({ id, at, verdict, actions, answer }: Decision): RecentDecision {
  return { id, at, verdict, actions, files: receiptsIn(answer) };
}

function receiptsIn(answer: unknown): readonly FileReceipt[] {
  const files = (answer as { readonly files?: readonly FileReceipt[] } | null)?.files;
  return Array.isArray(files) ? files : [];
}
