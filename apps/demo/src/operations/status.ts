import type { StatusAction, StatusAnswer } from '@verbatim/review';
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

/**
 * Ids of the interrupted actions of which a file was edited or decided on since: what lies there now is no longer theirs, so
 * they can be given up, and not recorded (FILE_BUSY).
 */
export function overtakenOf({ verbatim }: Session, actions: readonly StatusAction[]): ReadonlySet<string> {
  const interrupted = actions.filter(({ status: state }) => state === 'interrupted');
  if (interrupted.length === 0) return new Set();
  return verbatim.ledger.read((view) => {
    const isOvertaken = ({ id, files }: StatusAction): boolean => {
      const seq = view.action(id)?.seq ?? 0;
      return files.some(({ path }) => {
        const newest = view.newestPair(path);
        const decision = view.decisionsOf(path).find((one) => one.files.some((file) => file.path === path));
        return (newest !== undefined && newest.action !== id && newest.seq > seq) || (decision?.seq ?? 0) > seq;
      });
    };
    return new Set(interrupted.filter(isOvertaken).map(({ id }) => id));
  });
}
