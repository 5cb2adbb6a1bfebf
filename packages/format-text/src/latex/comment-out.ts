import type { FoundChange } from '../finder.js';
import type { Texts } from './texts.js';

/** Names a change by what it does, where all it does is to put a `%` before lines or to take it away. */
export function nameCommentOut(change: FoundChange, { before, after }: Texts): FoundChange {
  const isOut = (from: string, to: string, [one, other]: readonly ['before' | 'after', 'before' | 'after']): boolean =>
    change.parts.every((part) =>
      isCommentOut(from.slice(part[one].start, part[one].end), to.slice(part[other].start, part[other].end)),
    );
  if (isOut(before, after, ['before', 'after'])) return { ...change, kind: 'comment-out' };
  if (isOut(after, before, ['after', 'before'])) return { ...change, kind: 'uncomment' };
  return change;
}

/** Whether each line of `to` is the same line of `from` with a `%`, and maybe a space, before it; some may be equal. */
function isCommentOut(from: string, to: string): boolean {
  const [lines, commented] = [from, to].map((text) => text.split(/\r\n|\n|\r/));
  if (from === to || lines!.length !== commented!.length) return false;
  return lines!.every((line, at) => line === commented![at] || isCommentedLine(line, commented![at]!));
}

function isCommentedLine(line: string, commented: string): boolean {
  const [mark, indent] = /^([ \t]*)%+ ?/.exec(commented) ?? [];
  if (mark === undefined || indent === undefined) return false;
  const rest = commented.slice(mark.length);
  return line === indent + rest || line === `${indent} ${rest}`;
}
