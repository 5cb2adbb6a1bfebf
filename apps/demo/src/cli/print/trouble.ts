/** Refusals and faults in words: what, which file, which check, what to do next. */

import type { Refused } from '@verbatim/review';
import type { Fault } from '../../operations/thrown.js';
import { filesShownMax } from '../limits.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import { shownPath } from './words.js';

/** `suffix` are the options that a suggested command needs too. */
export function refusalText({ code, message, files, next }: Refused, colors: Colors, suffix: string): string {
  const lines = [`${colors.yellow('Refused.')} ${visible(message)}`];
  for (const { path } of files.slice(0, filesShownMax)) lines.push(field('file', shownPath(path)));
  if (files.length > filesShownMax) lines.push(field('', `and ${files.length - filesShownMax} more`));
  lines.push(field('check', code));
  if (next !== undefined) lines.push(field('next', visible(next)));
  if (next?.includes('verbatim ') === true && suffix !== '') lines.push(field('', `(with${suffix})`));
  return `${lines.join('\n')}\n`;
}

export function faultText({ code, message, hint, path }: Fault, colors: Colors): string {
  const title = code === 'USAGE' ? 'Not understood.' : 'Failed.';
  const lines = [`${colors.red(title)} ${visible(message)}`];
  if (path !== null) lines.push(field('path', visible(path)));
  if (code !== 'USAGE') lines.push(field('code', code));
  if (hint !== null) lines.push(field('next', visible(hint)));
  return `${lines.join('\n')}\n`;
}

function field(name: string, value: string): string {
  return `  ${name.padEnd(5)}  ${value}`;
}
