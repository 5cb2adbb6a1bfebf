/** Refusals and faults in words: what, which file, which check, what to do next. */

import type { Refused } from '@verbatim/review';
import type { Fault } from '../../operations/thrown.js';
import { filesShownMax } from '../limits.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import { type RepeatedOptions, sentenceLines } from './suggestion.js';
import { shownPath } from './words.js';

/** `repeated` are the options that a suggested command needs too. */
export function refusalText(
  { code, message, files, next }: Refused,
  colors: Colors,
  repeated: RepeatedOptions,
): string {
  const lines = [`${colors.yellow('Refused.')} ${visible(message)}`];
  for (const { path } of files.slice(0, filesShownMax)) lines.push(field('file', shownPath(path)));
  if (files.length > filesShownMax) lines.push(field('', `and ${files.length - filesShownMax} more`));
  lines.push(field('check', code));
  if (next !== undefined) lines.push(...nextFields(next, repeated));
  return `${lines.join('\n')}\n`;
}

export function faultText({ code, message, hint, path }: Fault, colors: Colors, repeated: RepeatedOptions): string {
  const title = code === 'USAGE' ? 'Not understood.' : 'Failed.';
  const lines = [`${colors.red(title)} ${visible(message)}`];
  if (path !== null) lines.push(field('path', visible(path)));
  if (code !== 'USAGE') lines.push(field('code', code));
  if (hint !== null) lines.push(...nextFields(hint, repeated));
  return `${lines.join('\n')}\n`;
}

export function nextFields(next: string, repeated: RepeatedOptions): string[] {
  return sentenceLines(next, repeated).map((line, at) => field(at === 0 ? 'next' : '', line));
}

export function field(name: string, value: string): string {
  return `  ${name.padEnd(5)}  ${value}`;
}
