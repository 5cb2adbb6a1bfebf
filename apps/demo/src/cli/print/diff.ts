/** Unified diffs, coloured line by line. */
import type { DiffAnswer, DiffedFile } from '@verbatim/review';
import type { Colors } from '../output.js';
import type { Page } from './suggestion.js';
import { counted, shownPath } from './words.js';

export function printDiff({ files }: DiffAnswer, { colors, suggest }: Page): string {
  const lines = files.flatMap((file) => {
    const { path, added, removed, next } = file;
    const more =
      next === undefined
        ? []
        : [`Go on: ${suggest.command('diff', [suggest.path(path)], ['--from', `${next.hunk}:${next.line}`])}`];
    const head = `${colors.bold(shownPath(path))}  ${counted(added, 'line')} added, ${removed} removed`;
    return [head, ...painted(file, colors), ...more, ''];
  });
  return `${lines.join('\n')}`;
}

/** The text comes ready to be shown: what would act on a terminal is spelled out in it. */
export function painted({ text }: Pick<DiffedFile, 'text'>, colors: Colors): string[] {
  if (text === '') return ['No bytes differ.'];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      if (line.startsWith('@@')) return colors.cyan(line);
      if (line.startsWith('---') || line.startsWith('+++')) return colors.bold(line);
      if (line.startsWith('+')) return colors.green(line);
      return line.startsWith('-') ? colors.red(line) : line;
    });
}
