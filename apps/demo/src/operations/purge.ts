import type { PurgeAnswer } from '@verbatim/review';
import type { Session } from './session.js';

export interface PurgeInput {
  readonly file: string;
  /** Only these copies, each with the other half of its pair; none named means all of the file. */
  readonly copies: readonly string[];
  /** False only tells what would go. */
  readonly confirmed: boolean;
}

/** Removes copies for good. The file itself stays as it is. */
export async function purge(session: Session, { file, copies, confirmed }: PurgeInput): Promise<PurgeAnswer> {
  return session.verbatim.review.purge(session.pathOf(file), { copies, confirmed });
}
