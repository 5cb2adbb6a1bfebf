/** Copies, newest first, and what became of them: saved, pinned, put back. */
import type {
  HistoryEntry,
  PinAnswer,
  PreviewAnswer,
  Refused,
  RestoreAnswer,
  SaveAnswer,
  UndoAnswer,
} from '@verbatim/review';
import type { ShownHistory } from '../../operations/history.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import { receipt } from './decisions.js';
import { printChange } from './inspect.js';
import type { Page } from './suggestion.js';
import { columns, counted, localTime, remarks, shortHash, shownPath, sizeOf } from './words.js';

export function printHistory(answer: ShownHistory, { colors, suggest, width }: Page): string {
  const { copies, of, next, decisions, action, pruneNext } = answer;
  const name = of.kind === 'action' ? `action:${of.name}` : of.name === '' ? '.' : suggest.path(of.name);
  const lines: string[] = [];
  if (copies.length === 0) lines.push('There are no copies of it.');
  else lines.push(...table(copies, colors, width));
  if (action !== undefined) {
    const state = action.revertible ? 'all its copies are retained' : 'no longer revertible: copies were removed';
    lines.push('', `Action ${action.id} is ${action.status}; ${state}.`);
  }
  if (next !== undefined) lines.push('', `Go on: ${suggest.command('history', [name], ['--below', String(next)])}`);
  if (decisions.length > 0) {
    lines.push('', 'Decisions that can be undone, newest first:');
    lines.push(
      ...columns(
        decisions.map(({ id, at, verdict }) => [`  ${id}`, localTime(at), verdict, suggest.command('undo', [id])]),
      ),
    );
  }
  if (pruneNext !== undefined) lines.push('', ...nextToGo(pruneNext));
  // The newest copy most often is the file as it is.
  const [newest, ...older] = copies.filter((copy) => copy.restorable);
  const restorable = older.find(({ hash }) => hash !== newest?.hash) ?? newest;
  if (restorable !== undefined) {
    const path = suggest.path(restorable.path);
    lines.push('', `Look     ${suggest.command('restore', [path, restorable.id], ['--preview'])}`);
    lines.push(`Restore  ${suggest.command('restore', [path, restorable.id])}`);
  }
  return `${lines.join('\n')}\n`;
}

function table(copies: readonly HistoryEntry[], colors: Colors, width: number): string[] {
  const head = ['COPY', 'AT', 'WHAT', 'SIZE', 'SHA-256', 'FILE', 'ABOUT'].map((title) => colors.dim(title));
  return columns([head, ...copies.map((copy) => row(copy, colors))], width);
}

function row(copy: HistoryEntry, colors: Colors): string[] {
  const { id, at, label, size, hash, path, pinned, restorable, why, note, action, status, agent, request } = copy;
  const who = [agent, request].flatMap((word) => (word === null || word === undefined ? [] : [visible(word)]));
  const about = [
    ...(action === undefined ? [] : [`${action} ${status ?? ''}`.trim()]),
    ...(who.length > 0 ? [`by ${who.join(' ')}`] : []),
    ...(note === undefined ? [] : [`“${visible(note)}”`]),
    ...(pinned ? [colors.cyan('pinned')] : []),
    ...(restorable ? [] : [colors.yellow(`not restorable: ${visible(why ?? '')}`)]),
  ];
  return [
    id,
    localTime(at),
    label,
    size === null ? '-' : sizeOf(size),
    shortHash(hash),
    shownPath(path),
    about.join(', '),
  ];
}

function nextToGo(units: NonNullable<ShownHistory['pruneNext']>): string[] {
  if (units.length === 0) return ['Nothing of it can be removed to make room.'];
  return [
    'Removed next to make room, first to go first:',
    ...units.map(({ copies, action, due }) => {
      const of = action === undefined ? '' : ` (both copies of ${action})`;
      return `  ${copies.join(' ')}${of}${due ? ', with the next copy of this file' : ''}`;
    }),
  ];
}

export function printSaved(answer: Exclude<SaveAnswer, Refused>, { colors }: Page): string {
  const { outcome, copy, files } = answer;
  const hash = shortHash(files[0]?.sha256.now ?? null);
  const line =
    outcome === 'saved'
      ? `${colors.green('Saved.')} Restore point ${copy}, SHA-256 ${hash}.`
      : `The newest restore point, ${copy}, already holds the file as it is.`;
  return `${[...remarks(answer, colors), line].join('\n')}\n`;
}

export function printPinned({ outcome, copy }: Exclude<PinAnswer, Refused>, { colors }: Page): string {
  if (outcome === 'unchanged') return 'That was so already.\n';
  if (outcome === 'pinned') return `${colors.green('Pinned.')} ${copy} is not removed to make room.\n`;
  return `${colors.green('Unpinned.')} ${copy} may be removed to make room.\n`;
}

export function printPreview(answer: PreviewAnswer, sheet: Page): string {
  const { colors, suggest } = sheet;
  const { path, copy, format, reason, changes, changeCount, page, sha256 } = answer;
  const lines = [
    `${colors.bold(shownPath(path))}  ${format}, ${counted(changeCount, 'change')} if ${copy} is restored`,
    colors.dim(`sha-256  now ${shortHash(sha256.now)}  restored ${shortHash(sha256.restored)}`),
    ...(reason === undefined ? [] : [visible(reason)]),
    ...changes.flatMap((change) => printChange(change, { kind: 'edited', decidedBy: 'whole-file' }, sheet)),
  ];
  if (page.from + page.count < changeCount) lines.push('', `Go on with --from ${page.from + page.count}`);
  if (changeCount === 0) lines.push('The file is the same as this copy.');
  else lines.push('', `Restore  ${suggest.command('restore', [suggest.path(path), copy])}`);
  return `${lines.join('\n')}\n`;
}

export function printRestored(answer: Exclude<RestoreAnswer, Refused>, { colors, suggest }: Page): string {
  const lines = [...receipt(answer.files, colors), ...remarks(answer, colors)];
  if (answer.outcome === 'unchanged') lines.push('Nothing to restore: the files are like that already.');
  else {
    const saved = answer.copies.map(({ beforeRestore }) => beforeRestore).join(', ');
    lines.push(`${colors.green('Restored.')} What was there is saved as ${saved}.`);
    lines.push(`Undo     ${suggest.command('undo', [answer.decision])}`);
  }
  return `${lines.join('\n')}\n`;
}

export function printUndone(answer: Exclude<UndoAnswer, Refused>, { colors, suggest }: Page): string {
  const lines = [...receipt(answer.files, colors), ...remarks(answer, colors)];
  lines.push(`${colors.green('Undone:')} ${answer.undid}.`, `Undo     ${suggest.command('undo', [answer.decision])}`);
  return `${lines.join('\n')}\n`;
}
