/** How things are with the machine, the home and the ledger. */
import type { Examined, ExaminedDisk } from '@verbatim/node';
import { visible } from '../visible.js';
import type { Page } from './suggestion.js';
import { field, nextFields } from './trouble.js';
import { counted, sizeOf } from './words.js';

export function printExamined(answer: Examined, { colors, suggest }: Pick<Page, 'colors' | 'suggest'>): string {
  const { problems, node, native, root, home, ledger } = answer;
  const lines = [
    row('node', `${node.version} on ${node.platform} (${node.needed} or newer is needed)`),
    row('native', native ? 'loaded' : 'not there: slower and more careful ways are taken'),
    ...(root === null ? [] : diskRows('workspace', root)),
    ...(home === null ? [] : diskRows('home', home, home.exists ? '' : ' (not made yet)')),
    ...(ledger === null ? [row('ledger', 'none yet: no agent has worked here through Verbatim')] : ledgerRows(ledger)),
    '',
    ...problems.flatMap((problem) => told(problem, { colors, suggest })),
    problems.length === 0 ? colors.green('All is well.') : colors.yellow(`${counted(problems.length, 'problem')}.`),
  ];
  return `${lines.join('\n')}\n`;
}

function diskRows(
  name: string,
  { path, fileSystem, freeBytes, exchange, link, lease }: ExaminedDisk,
  more = '',
): string[] {
  return [
    row(name, `${visible(path)}${more}`),
    row(
      '',
      `${fileSystem ?? 'unknown file system'}, ${sizeOf(freeBytes)} free; exchange ${exchange}, link ${link}, lease ${lease}`,
    ),
  ];
}

function ledgerRows(ledger: NonNullable<Examined['ledger']>): string[] {
  const { path, index, bytes, copies, actions, manifests, waiting, journal } = ledger;
  const { pending, open, interrupted } = waiting;
  return [
    row('ledger', visible(path)),
    row(
      '',
      `index ${index}, ${counted(copies, 'copy', 'copies')}, ${counted(manifests, 'manifest')}, ${sizeOf(bytes)} in all`,
    ),
    row(
      '',
      `${counted(actions, 'action')}: ${pending} pending, ${open} open, ${interrupted} interrupted; ${counted(journal, 'operation')} under way`,
    ),
  ];
}

function told(
  { code, message, path, next }: Examined['problems'][number],
  { colors, suggest }: Pick<Page, 'colors' | 'suggest'>,
): string[] {
  const lines = [`${colors.red(code)}  ${visible(message)}`];
  if (path !== undefined) lines.push(field('path', visible(path)));
  if (next !== undefined) lines.push(...nextFields(next, suggest.repeated));
  return lines;
}

function row(name: string, text: string): string {
  return `${name.padEnd(9)}  ${text}`;
}
