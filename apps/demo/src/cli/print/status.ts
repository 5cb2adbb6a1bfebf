/** What waits, as a table with the next commands under it. */
import type { StatusAction, StatusFile } from '@verbatim/review';
import type { WorkspaceStatus } from '../../operations/status.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import type { Page } from './suggestion.js';
import { columns, counted, localTime, remarks, shownPath } from './words.js';

export function printStatus(answer: WorkspaceStatus, page: Page): string {
  const { colors, suggest, width } = page;
  const { actions, root, isKnown } = answer;
  const lines: string[] = [];
  if (actions.length === 0) {
    lines.push(isKnown ? `Nothing waits in ${visible(root)}.` : nobodyYet(root, page));
    return `${[...lines, ...remarks(answer, colors)].join('\n')}\n`;
  }
  lines.push(
    `${counted(actions.length, 'action')} ${actions.length === 1 ? 'waits' : 'wait'} in ${visible(root)}.`,
    '',
  );
  lines.push(...statusTable(actions, colors, width), '', ...remarks(answer, colors));
  const first = actions.find(({ status }) => status === 'pending') ?? actions[0];
  const only = first?.files.length === 1 ? first.files[0]?.path : undefined;
  if (first !== undefined) {
    // A file of several would not be decided alone.
    const target = only === undefined ? `action:${first.id}` : suggest.path(only);
    lines.push(`Look     ${suggest.command('inspect', [target])}`);
    if (first.status === 'pending')
      lines.push(`Keep     ${suggest.command('keep', [target])}`, `Discard  ${suggest.command('discard', [target])}`);
  }
  for (const { id, status, overtaken } of actions) {
    if (status !== 'interrupted') continue;
    lines.push(
      overtaken === true
        ? `Give up  ${suggest.command('cancel', [id])}`
        : `Record   ${suggest.command('commit', [id])}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** One line for each file, an action's own columns only on its first. */
export function statusTable(actions: readonly StatusAction[], colors: Colors, width: number): string[] {
  const head = ['ACTION', 'AT', 'AGENT', 'FILE', 'WHAT'].map((title) => colors.dim(title));
  const rows = actions.flatMap((action) => action.files.map((file, at) => row(action, file, at === 0)));
  return columns([head, ...rows], width);
}

function row({ id, at, agent, request, status }: StatusAction, file: StatusFile, isFirst: boolean): string[] {
  const who = [agent, request].filter((word) => word !== null).map(visible);
  const about = isFirst ? [id, localTime(at), who.join(' ') || '-'] : ['', '', ''];
  const changes = status === 'pending' ? `, ${changesLeft(file)}` : '';
  const blocked = file.blocked === undefined ? '' : `; discard is blocked: ${visible(file.blocked)}`;
  const state = status === 'pending' ? '' : `${status}, `;
  const broken = file.problem === undefined ? '' : '; it would not open any more';
  return [...about, shownPath(file.path), `${state}${file.kind}${changes}${broken}${blocked}`];
}

function nobodyYet(root: string, { suggest }: Page): string {
  const command = suggest.command('edit', ['FILE'], ['--replace', 'OLD', '--with', 'NEW']);
  return `No agent has worked in ${visible(root)} through Verbatim yet, so nothing waits here.\nAn agent begins with, say:  ${command}`;
}

function changesLeft({ changeCount, changesInAll, decidedWith }: StatusFile): string {
  if (decidedWith !== undefined) return `decided with ${decidedWith}`;
  return changesInAll === undefined
    ? counted(changeCount, 'change')
    : `${changeCount} of ${counted(changesInAll, 'change')} left`;
}
