import { join } from 'node:path';
import { readNamedFile } from '@verbatim/node/open';
import type { Edit, Refused } from '@verbatim/review';
import { settingsPath, settingsText, withHooks } from '../hooks/claude-code-settings.js';
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
      /** Their whole text with the hooks. */
      readonly settings: string;
      /** Undoes it. */
      readonly decision?: string;
      readonly notes?: readonly string[];
    }
  | Refused;

/**
 * Adds the hooks to the project's settings of Claude Code, as a guarded edit that is kept at once: the person has confirmed it,
 * and can undo it. Without `confirmed` it tells what it would write.
 */
export async function installHook({ verbatim, pathOf, root }: Session, input: InstallInput): Promise<Installed> {
  const path = pathOf(join(root, settingsPath));
  const isThere = verbatim.hasFile(path);
  const before = isThere ? settingsText(readNamedFile(join(root, settingsPath), settingsPath)) : undefined;
  const settings = withHooks(before, input.command);
  if (settings === undefined) return { outcome: 'unchanged', path: settingsPath, settings: before ?? '' };
  if (!input.confirmed) return { outcome: 'shown', path: settingsPath, settings };
  // Merged again into what is there at that moment, so that a save in between is not lost.
  const edit: Edit = isThere
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
  if (answer.outcome === 'unchanged') return { outcome: 'unchanged', path: settingsPath, settings };
  const kept = await verbatim.review.keep([{ kind: 'action', id: answer.action }]);
  const installed = { outcome: 'installed', path: settingsPath, settings } as const;
  if ('decision' in kept) return { ...installed, decision: kept.decision };
  const why = 'message' in kept ? ` ${kept.message}` : '';
  return { ...installed, notes: [`This edit of the settings waits for a decision, with others.${why}`] };
}
