import { join } from 'node:path';
import { RefusalError, refuse } from '@verbatim/core';
import { readNamedFile } from '@verbatim/node/open';
import type { Edit, Refused } from '@verbatim/review';
import {
  checkTurnedOn,
  ownSettingsPath,
  settingsPath,
  settingsText,
  withHooks,
} from '../hooks/claude-code-settings.js';
import type { Session } from './session.js';

export interface InstallInput {
  /** The command that the agent is to run, for a shell. */
  readonly command: string;
  readonly confirmed: boolean;
}

export type Installed =
  | {
      /** `shown`: what would be written; nothing has been. `unchanged`: the hooks are there. */
      readonly outcome: 'shown' | 'unchanged' | 'installed';
      /** The settings, relative to the root. */
      readonly path: string;
      /** The folder that they are for, absolute: sessions that are started in it have the hooks. */
      readonly root: string;
      /** Their whole text with the hooks. */
      readonly settings: string;
      /** Undoes it. */
      readonly decision?: string;
      readonly notes?: readonly string[];
    }
  | Refused;

/**
 * Adds the hooks to the project's settings of Claude Code, as a guarded edit that is kept at once: the person has confirmed it,
 * and can undo it. Without `confirmed` it tells what it would write. Refuses where the hooks would be there and not run.
 */
export async function installHook(session: Session, input: InstallInput): Promise<Installed> {
  const { verbatim, pathOf, root } = session;
  const path = pathOf(join(root, settingsPath));
  const before = textOf(session, settingsPath);
  const settings = withHooks(before, input.command);
  const own = verbatim.hasFile(ownSettingsPath) ? textOf(session, ownSettingsPath) : undefined;
  if (own !== undefined) checkTurnedOn(own, ownSettingsPath);
  const where = { path: settingsPath, root };
  if (settings === undefined) return { outcome: 'unchanged', ...where, settings: before ?? '' };
  if (!input.confirmed) return { outcome: 'shown', ...where, settings };
  // Merged again into what is there at that moment, so that a save in between is not lost.
  const edit: Edit =
    before !== undefined
      ? {
          op: 'change',
          path,
          about: `hook ${input.command}`,
          change: (bytes) => {
            const merged = withHooks(settingsText(bytes), input.command);
            return { bytes: merged === undefined ? bytes : new TextEncoder().encode(merged) };
          },
        }
      : { op: 'write', path, bytes: new TextEncoder().encode(settings) };
  const answer = await verbatim.review.act('hook', [edit], { agent: 'verbatim' });
  if (answer.outcome === 'refused') return answer;
  if (answer.outcome === 'unchanged') return { outcome: 'unchanged', ...where, settings };
  const kept = await verbatim.review.keep([{ kind: 'action', id: answer.action }]);
  const installed = { outcome: 'installed', ...where, settings } as const;
  if ('decision' in kept) return { ...installed, decision: kept.decision };
  const why = 'message' in kept ? ` ${kept.message}` : '';
  return { ...installed, notes: [`This edit of the settings waits for a decision, with others.${why}`] };
}

/** A file of the workspace, or undefined where there is none. What is refused is told by the name that it has from the root. */
function textOf({ verbatim, root }: Session, name: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readNamedFile(join(root, name), name);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code, message, next } = error.refusal;
    return code === 'FILE_ABSENT' ? undefined : refuse(code, message, [name], next);
  }
  return verbatim.hasFile(name)
    ? settingsText(bytes)
    : refuse('OUTSIDE_ROOT', 'This path leads out of the workspace.', [name]);
}
