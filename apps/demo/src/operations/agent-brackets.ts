/** Actions of agents that write by themselves: begin, then their own writes, then commit or cancel. */
import type { ActAnswer, BeginAnswer, CancelAnswer } from '@verbatim/review';
import type { Session } from './session.js';
import { actionIdOf } from './targets.js';

/** Captures files. The agent's first write may start when this answers `open`. `pid` is the process that will write. */
export function begin(
  { verbatim, context, pathOf }: Session,
  { files, pid }: { files: readonly string[]; pid?: number | undefined },
): Promise<BeginAnswer> {
  return verbatim.review.begin(files.map(pathOf), pid === undefined ? context : { ...context, pid });
}

/** Records what the agent left on disk. */
export function commit({ verbatim, context }: Session, { action }: { action: string }): Promise<ActAnswer> {
  return verbatim.review.commit(actionIdOf(action), context);
}

/** Ends an open action without recording it as an edit. */
export function cancel({ verbatim, context }: Session, { action }: { action: string }): Promise<CancelAnswer> {
  return verbatim.review.cancel(actionIdOf(action), context);
}
