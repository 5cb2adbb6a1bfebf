import type { HistoryAnswer, HistoryOptions, Refused } from '@verbatim/review';
import type { Session } from './session.js';
import { targetOf } from './targets.js';

export interface HistoryInput extends HistoryOptions {
  /** A file, a folder or an action. */
  readonly target: string;
}

export type ShownHistory = HistoryAnswer & {
  /** What was named: a path relative to the root (empty for the root itself), or an action's id. */
  readonly of: { readonly kind: 'file' | 'action'; readonly name: string };
};

/** Which copies there are, newest first, a page at a time. Writes nothing. */
export async function history(session: Session, { target, ...options }: HistoryInput): Promise<ShownHistory | Refused> {
  const named = session.isRoot(target) ? ({ kind: 'file', path: '' } as const) : await targetOf(session, target);
  const answer = await session.verbatim.review.history(named, options);
  if (answer.outcome === 'refused') return answer;
  return { ...answer, of: { kind: named.kind, name: named.kind === 'file' ? named.path : named.id } };
}
