/** A person's verdict on what agents did. */
import type { DecisionAnswer, DecisionOptions, DecisionsAnswer, Refused } from '@verbatim/review';
import type { Session } from './session.js';
import { targetsOf } from './targets.js';

/** What is decided: some targets together, or everything group by group. */
export type Decided = { readonly scope: 'targets'; readonly targets: readonly string[] } | { readonly scope: 'all' };

/** What can only be kept, as Discard refuses it: what a person or another program changed since. */
export type Kept = Decided | { readonly scope: 'changed' };

export interface DecideInput<D extends Kept = Decided> {
  readonly decided: D;
  readonly seen?: string | undefined;
  readonly acceptReplaced?: boolean;
}

type Answer = DecisionAnswer | DecisionsAnswer | Refused;

/** Leaves the files as they are. Never looks at the disk. */
export async function keep(session: Session, input: DecideInput<Kept>): Promise<Answer> {
  const { review } = session.verbatim;
  const options = optionsOf(session, input);
  if (input.decided.scope === 'targets') return review.keep(await targetsOf(session, input.decided.targets), options);
  return review.keepAll({ ...options, changedOnly: input.decided.scope === 'changed' });
}

/** Puts the exact bytes from before back, or refuses (P2). */
export async function discard(session: Session, input: DecideInput): Promise<Answer> {
  const { review } = session.verbatim;
  const options = optionsOf(session, input);
  if (input.decided.scope === 'all') return review.discardAll(options);
  return review.discard(await targetsOf(session, input.decided.targets), options);
}

function optionsOf({ context }: Session, { seen, acceptReplaced }: DecideInput<Kept>): DecisionOptions {
  return {
    ...context,
    ...(seen === undefined ? {} : { seen }),
    ...(acceptReplaced === true ? { acceptReplaced } : {}),
  };
}
