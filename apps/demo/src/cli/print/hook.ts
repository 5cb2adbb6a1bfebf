/** The settings that a hook needs. A hook that ran says nothing: what it prints would go to the agent. */
import type { Refused } from '@verbatim/review';
import type { Installed } from '../../operations/install-hook.js';
import type { Page } from './suggestion.js';
import { remarks, shownPath } from './words.js';

export function printInstalled(answer: Exclude<Installed, Refused>, { colors, suggest }: Page): string {
  const { outcome, path, settings } = answer;
  const where = shownPath(path);
  if (outcome === 'unchanged') return `The hooks are in ${where} already.\n`;
  const lines = [`${colors.bold(where)}${outcome === 'shown' ? ' would be' : ' is now'}:`, '', settings.trimEnd(), ''];
  lines.push(...remarks(answer, colors));
  lines.push(
    'These hooks see what Claude’s edit tools write. What a shell command (Bash) writes they do not see: nothing tells which',
    'files before it runs, so there would be no copy to put back.',
    '',
  );
  if (outcome === 'shown') lines.push(`Write it  ${suggest.command('hook', ['claude-code'], ['--install', '--yes'])}`);
  else {
    lines.push(
      `${colors.green('Installed.')} The next session of Claude Code in this folder runs its edits through Verbatim.`,
    );
    if (answer.decision !== undefined) lines.push(`Undo it   ${suggest.command('undo', [answer.decision])}`);
  }
  return `${lines.join('\n')}\n`;
}
