import type { UndoAnswer } from '@verbatim/review';
import type { Session } from './session.js';

export interface UndoInput {
  readonly decision: string;
  readonly seen?: string | undefined;
  readonly acceptReplaced?: boolean;
}

/** Undoes a decision, or an undo, if nothing was decided since and the files still are what it left. */
export async function undo(session: Session, { decision, seen, acceptReplaced }: UndoInput): Promise<UndoAnswer> {
  return session.verbatim.review.undo(decision, {
    ...session.context,
    ...(seen === undefined ? {} : { seen }),
    ...(acceptReplaced === true ? { acceptReplaced } : {}),
  });
}
