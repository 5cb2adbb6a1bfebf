/** What an agent did, in words, and what a person can do about it. */
import type { ActAnswer, BeginAnswer, CancelAnswer, FileReceipt, Refused } from '@verbatim/review';
import { filesShownMax } from '../limits.js';
import type { Page } from './suggestion.js';
import { counted, remarks, shownPath } from './words.js';

const deeds: Readonly<Record<FileReceipt['did'], string>> = {
  written: 'edited',
  created: 'created',
  removed: 'removed',
  restored: 'restored',
  nothing: 'unchanged',
};

export function printAct(answer: Exclude<ActAnswer, Refused>, page: Page): string {
  const { colors, suggest } = page;
  const lines = fileLines(answer.files);
  if (answer.outcome === 'unchanged') {
    lines.push(...remarks(answer, colors), 'Nothing changed: the bytes are the same. No decision waits for it.');
  } else {
    const only = answer.files.length === 1 ? answer.files[0]?.path : undefined;
    const target = only === undefined ? `action:${answer.action}` : suggest.path(only);
    const what = only === undefined ? `1 action on ${counted(answer.files.length, 'file')} waits.` : '1 edit waits.';
    lines.push(...remarks(answer, colors), `${colors.bold(what)} ${suggest.command('inspect', [target])}`);
  }
  return `${lines.join('\n')}\n`;
}

export function printBegin(answer: Exclude<BeginAnswer, Refused>, { colors, suggest }: Page): string {
  const lines = answer.files.map(({ path }) => `captured  ${shownPath(path)}`);
  lines.push(...remarks(answer, colors), `${colors.bold('The agent may write now.')} When it is done:`);
  lines.push(`  ${suggest.command('commit', [answer.action])}`);
  return `${lines.join('\n')}\n`;
}

export function printCancel(answer: Exclude<CancelAnswer, Refused>, { colors, suggest }: Page): string {
  const lines = remarks(answer, colors);
  const changed = answer.files.filter(({ sha256 }) => sha256.now !== sha256.before);
  const names = changed.map(({ path }) => `changed   ${shownPath(path)}`);
  if (answer.outcome === 'interrupted') {
    lines.push(
      ...names,
      'Interrupted: files had changed since begin. They stay as they are. To record them all the same:',
    );
    lines.push(`  ${suggest.command('commit', [answer.action])}`, 'Or to give the action up:');
    lines.push(`  ${suggest.command('cancel', [answer.action])}`);
  } else if (changed.length > 0) {
    lines.push(...names, 'Given up: the files stay as they are, and what was there before is in their history.');
  } else {
    lines.push('Cancelled. No file had changed.');
  }
  return `${lines.join('\n')}\n`;
}

function fileLines(files: readonly FileReceipt[]): string[] {
  const lines = files.slice(0, filesShownMax).map(({ path, did, sha256, notKept }) => {
    // An agent that writes by itself did it.
    const deed = did === 'nothing' && sha256.before !== sha256.now ? 'changed' : deeds[did];
    const lost = notKept === undefined || notKept.length === 0 ? '' : `  (not kept: ${notKept.join(', ')})`;
    return `${deed.padEnd(9)} ${shownPath(path)}${lost}`;
  });
  return files.length > filesShownMax ? [...lines, `and ${counted(files.length - filesShownMax, 'more file')}`] : lines;
}
