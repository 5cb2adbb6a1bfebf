import type { DiffAnswer, DiffPlace, Refused } from '@verbatim/review';
import type { Session } from './session.js';
import { targetOf } from './targets.js';

export interface DiffInput {
  readonly target: string;
  /** Where a long diff of one file left off. */
  readonly from?: DiffPlace | undefined;
}

/** What an action, or a file's waiting edits, changed: unified diffs for reading. Writes nothing. */
export async function diff(session: Session, { target, from }: DiffInput): Promise<DiffAnswer | Refused> {
  return session.verbatim.review.diff(await targetOf(session, target), from);
}
