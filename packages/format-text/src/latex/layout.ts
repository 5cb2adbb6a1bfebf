import type { ChangeKind } from '../change.js';
import type { FoundChange } from '../finder.js';
import type { Range } from '../range.js';
import type { Texts } from './texts.js';

/**
 * Takes back that a change is only layout where TeX reads it otherwise: an empty line ends a paragraph, a `%` swallows the
 * rest of its line, and `--` is not `-`.
 */
export function doubtLayout(change: FoundChange, { before, after }: Texts): FoundChange {
  if (change.kind !== 'reflow' && change.kind !== 'format-only') return change;
  const isLayout = change.parts.every((part) => readingOf(before, part.before) === readingOf(after, part.after));
  if (isLayout) return change;
  const label = change.label.replace(/ re-wrapped$| re-padded$|, white space only$/, '');
  return { ...change, label, kind: kindOf(change) };
}

function kindOf({ kind, label }: FoundChange): ChangeKind {
  if (kind === 'reflow') return 'paragraph';
  return label.endsWith(' re-padded') ? 'table-row' : 'lines';
}

/** What TeX reads of some lines and the two around them: words, comments with their line ends, ends of paragraphs. */
function readingOf(text: string, range: Range): string {
  const words: string[] = [];
  for (const line of linesAround(text, range)) {
    const { ink, comment } = cutComment(line);
    if (literal.test(ink)) words.push(ink);
    else words.push(...ink.split(/[\t ]+/).filter((word) => word !== ''));
    // A blank before the comment is a space between words, as the line end is not.
    if (comment !== '') words.push(`${/[\t ]$/.test(ink) ? ' ' : ''}${comment}\n`);
    else if (words.at(-1) !== paragraphEnd && /^[\t ]*$/.test(line)) words.push(paragraphEnd);
  }
  return words.join(' ');
}

const paragraphEnd = '\n\n';

/** Commands behind which spaces are printed as they are. */
const literal = /\\(?:verb|Verb|lstinline|mintinline)/;

function linesAround(text: string, { start, end }: Range): string[] {
  const from = lineStart(text, lineStart(text, start) - 1);
  const to = lineEnd(text, lineEnd(text, end) + 1);
  return text.slice(from, to).split(/\r\n|\n|\r/);
}

function lineStart(text: string, offset: number): number {
  let at = Math.max(0, offset);
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

function cutComment(line: string): { readonly ink: string; readonly comment: string } {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '%') return { ink: line.slice(0, at), comment: line.slice(at) };
  }
  return { ink: line, comment: '' };
}
