import type { StatusAnswer } from '@verbatim/review';
import type { Session } from './session.js';

export type WorkspaceStatus = StatusAnswer & {
  /** The workspace, absolute. */
  readonly root: string;
  /** False where no agent has worked in it through Verbatim yet. */
  readonly isKnown: boolean;
};

/** What waits in the workspace. Writes nothing, also where nobody knows the workspace yet. */
export async function status({ verbatim, root, isKnown }: Session): Promise<WorkspaceStatus> {
  return { root, isKnown, ...(await verbatim.review.status()) };
}
