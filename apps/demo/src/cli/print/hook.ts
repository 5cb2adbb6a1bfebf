/** The settings that a hook needs. A hook that ran says nothing: what it prints would go to the agent. */
import { join } from 'node:path';
import type { Refused } from '@verbatim/review';
import type { Installed } from '../../operations/install-hook.js';
import { visible } from '../visible.js';
import type { Page } from './suggestion.js';
import { remarks } from './words.js';

/** `options` are what the hooks were asked to do, for the command that writes them. */
export function printInstalled(
  answer: Exclude<Installed, Refused>,
  options: readonly string[],
  { colors, suggest }: Page,
): string {
  const { outcome, path, root, settings } = answer;
  const where = visible(join(root, path));
  if (outcome === 'unchanged')
    return `The hooks are in ${where} already.\nThey are for sessions that are started in ${visible(root)}.\n`;
  const lines = [`${colors.bold(where)}${outcome === 'shown' ? ' would be' : ' is now'}:`, '', settings.trimEnd(), ''];
  lines.push(...remarks(answer, colors));
  lines.push(
    'These hooks see what Claude’s edit tools write. What a shell command (Bash) writes they do not see: nothing tells which',
    'files before it runs, so there would be no copy to put back.',
    '',
  );
  if (outcome === 'shown') {
    lines.push(`For sessions of Claude Code that are started in ${visible(root)}.`);
    lines.push(`Write it  ${suggest.command('hook', ['claude-code'], ['--install', '--yes', ...options])}`);
  } else {
    lines.push(
      `${colors.green('Installed.')} The next session of Claude Code that is started in ${visible(root)} runs its edits through Verbatim.`,
    );
    if (answer.decision !== undefined) lines.push(`Undo it   ${suggest.command('undo', [answer.decision])}`);
  }
  return `${lines.join('\n')}\n`;
}
