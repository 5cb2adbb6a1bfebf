/** A person's verdict on single changes of a text file. */
import type { DecisionAnswer, VerdictOptions } from '@verbatim/review';
import type { Session } from './session.js';

export interface JudgeInput {
  readonly file: string;
  /** Ids as `inspect` tells them, or `kind:KIND` for all changes of a kind. */
  readonly changes: readonly string[];
  readonly seen?: string | undefined;
  readonly acceptReplaced?: boolean;
  /** Go on although a person edited the file since: only the bytes of these changes are replaced. */
  readonly aroundEdits?: boolean;
}

/** Says that changes stay. Writes nothing, unless they had been rejected. */
export async function accept(session: Session, input: JudgeInput): Promise<DecisionAnswer> {
  return session.verbatim.review.accept(session.pathOf(input.file), input.changes, optionsOf(session, input));
}

/** Puts the bytes from before each change back, and nothing else. */
export async function reject(session: Session, input: JudgeInput): Promise<DecisionAnswer> {
  return session.verbatim.review.reject(session.pathOf(input.file), input.changes, optionsOf(session, input));
}

function optionsOf({ context }: Session, { seen, acceptReplaced, aroundEdits }: JudgeInput): VerdictOptions {
  return {
    ...context,
    ...(seen === undefined ? {} : { seen }),
    ...(acceptReplaced === true ? { acceptReplaced } : {}),
    ...(aroundEdits === true ? { aroundEdits } : {}),
  };
}
