/** What was checked, exported, removed. */
import type { Checked, Exported } from '@verbatim/node';
import type { PurgeAnswer, Refused } from '@verbatim/review';
import { problemsShownMax } from '../limits.js';
import { visible } from '../visible.js';
import { optionsLine, type Page } from './suggestion.js';
import { counted, remarks, shownPath, sizeOf } from './words.js';

export function printChecked(answer: Checked, { colors, suggest, session }: Page): string {
  if (!session.isKnown)
    return `No agent has worked in ${visible(session.root)} through Verbatim yet, so there is nothing to check.\n`;
  const { problems, actions, copies, bytes, orphans, opened, unopened = 0 } = answer;
  const told = problems.map(({ code, message, ...about }) => {
    const which = [about.snapshot, 'action' in about ? about.action : undefined].flatMap((id) => id ?? []);
    const where = about.path === undefined ? '' : shownPath(about.path);
    return { code, message: which.length > 0 ? `${message} (${which.join(', ')})` : message, where };
  });
  const what = [`${counted(actions, 'action')}, ${counted(copies, 'copy', 'copies')}, ${sizeOf(bytes)} checked.`];
  if (opened !== undefined)
    what.push(
      `${counted(opened, 'Office copy', 'Office copies')} opened${unopened > 0 ? `, ${unopened} too large to open` : ''}.`,
    );
  return checkText(
    told,
    { what, orphans, disabled: 'only what needs a bad copy cannot be discarded or restored' },
    { colors, suggest },
  );
}

interface ToldProblem {
  readonly code: string;
  readonly message: string;
  /** Ready to be printed; empty where it is about nothing in particular. */
  readonly where: string;
}

/** What a check found: each problem, what was looked at, and what does not work meanwhile. */
export function checkText(
  problems: readonly ToldProblem[],
  { what, orphans, disabled }: { what: readonly string[]; orphans: number; disabled: string },
  { colors, suggest }: Pick<Page, 'colors' | 'suggest'>,
): string {
  const lines = problems
    .slice(0, problemsShownMax)
    .map(({ code, message, where }) => `${colors.red(code)}  ${where === '' ? '' : `${where}: `}${visible(message)}`);
  if (problems.length > problemsShownMax) lines.push(`… ${problems.length - problemsShownMax} more (all with --json)`);
  lines.push(...optionsLine(problems.map(({ message }) => message).join(' '), suggest.repeated), ...what);
  if (orphans > 0)
    lines.push(
      `${counted(orphans, 'copy', 'copies')} on disk that no record names: harmless, left by something cut short.`,
    );
  lines.push(
    problems.length === 0
      ? colors.green('All is well.')
      : `${colors.yellow(counted(problems.length, 'problem'))}. Nothing was changed; ${disabled}.`,
  );
  return `${lines.join('\n')}\n`;
}

export function printExported({ to, bytes, sha256, copies, missing }: Exported, { colors }: Page): string {
  const lines = [
    `${colors.green('Exported.')} ${counted(copies, 'copy', 'copies')} in ${visible(to)}, ${sizeOf(bytes)}.`,
    `sha-256  ${sha256}`,
  ];
  for (const { id, why } of missing) lines.push(`${colors.yellow('missing')}  ${id}: ${visible(why)}`);
  return `${lines.join('\n')}\n`;
}

/** `named` are the copies that were named; none means all. */
export function printPurged(
  answer: Exclude<PurgeAnswer, Refused>,
  named: readonly string[],
  { colors, suggest }: Page,
): string {
  const { outcome, path, copies, bytes } = answer;
  const what = `${counted(copies.length, 'copy', 'copies')} of ${shownPath(path)}, ${sizeOf(bytes)}`;
  const notes = remarks(answer, colors);
  if (outcome === 'unchanged') return `${[...notes, `There are no copies of ${shownPath(path)}.`].join('\n')}\n`;
  const done = `${colors.green('Purged.')} ${what}, for good. The file itself is as it was.`;
  if (outcome === 'purged') return `${[...notes, done].join('\n')}\n`;
  return `${[
    ...notes,
    `This would remove ${what}, for good:`,
    `  ${copies.join(' ')}`,
    'What they hold cannot be restored, discarded or undone any more. The file itself stays as it is.',
    `Do it    ${suggest.command('purge', [suggest.path(path), ...named], ['--yes'])}`,
  ].join('\n')}\n`;
}
