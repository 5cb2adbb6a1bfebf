import type { InspectAnswer, Refused } from '@verbatim/review';
import type { Session } from './session.js';
import { targetOf } from './targets.js';

export interface InspectInput {
  readonly target: string;
  /** Which change to start with, from 0, and how many to show. */
  readonly from?: number | undefined;
  readonly count?: number | undefined;
  /** Also tell which words differ inside each change. */
  readonly words?: boolean;
}

/** Every change of an action or of a file's waiting edits, a page at a time. Writes nothing. */
export async function inspect(
  session: Session,
  { target, from, count, words = false }: InspectInput,
): Promise<InspectAnswer | Refused> {
  const page = { words, ...(from === undefined ? {} : { from }), ...(count === undefined ? {} : { count }) };
  return session.verbatim.review.inspect(await targetOf(session, target), page);
}
