import type { InspectAnswer, Refused } from '@verbatim/review';
import { type PageInput, pageOf } from './page-input.js';
import type { Session } from './session.js';
import { targetOf } from './targets.js';

export interface InspectInput extends PageInput {
  readonly target: string;
}

/** Every change of an action or of a file's waiting edits, a page at a time. Writes nothing. */
export async function inspect(session: Session, { target, ...page }: InspectInput): Promise<InspectAnswer | Refused> {
  return session.verbatim.review.inspect(await targetOf(session, target), pageOf(page));
}
