import { escapeXml } from '../xml/escape.js';
import type { Splice } from '../xml/splice.js';
import { setAttribute } from '../xml/start-tag.js';
import type { Stretch, TextRun } from '../xml/text-run.js';
import { linesOfNewText } from './new-text.js';
import { refuseEdit } from './refuse-edit.js';

export interface TextReplacement {
  /** Must occur exactly once. Within a line: no line ends, no tabs. */
  readonly replace: string;
  readonly with: string;
}

/** Refuses `INPUT_INVALID` for texts that cannot be in one line, or can be in no file. */
export function checkReplacement({ replace, with: text }: TextReplacement): void {
  if (replace === '') refuseEdit('INPUT_INVALID', 'The text to replace is empty.');
  for (const one of [replace, text]) {
    if (linesOfNewText(one).length > 1 || one.includes('\t')) {
      refuseEdit('INPUT_INVALID', 'A text that is replaced within a paragraph has no line ends and no tabs.');
    }
  }
}

/**
 * Replaces the one place where the text stands, across as many runs as it is cut into. Only what differs is rewritten, so the
 * formatting of what stays is kept; new text looks like the first character that it takes the place of, or like the one
 * before it. Refuses `MATCH_ABSENT` and `MATCH_AMBIGUOUS`; `where` stands in their sentences.
 */
export function replaceInRuns(
  text: string,
  stretches: readonly Stretch[],
  wanted: TextReplacement,
  where: string,
): readonly Splice[] {
  const found = stretches.flatMap((stretch) => placesIn(stretch, wanted.replace).map((at) => ({ stretch, at })));
  const [first] = found;
  if (first === undefined) {
    refuseEdit(
      'MATCH_ABSENT',
      `The text is not in ${where}.`,
      'Text before and behind a break, tab, picture or field is apart.',
    );
  }
  if (found.length > 1) {
    refuseEdit('MATCH_AMBIGUOUS', `The text is more than once in ${where}.`, 'Give more of the text around it.');
  }
  return splicesFor(text, first.stretch, first.at, wanted);
}

/** Whether the text stands within one of the stretches. */
export function isIn(stretches: readonly Stretch[], text: string): boolean {
  return stretches.some((stretch) => placesIn(stretch, text).length > 0);
}

/** The first two places: one is right, and two are one too many. */
function placesIn(stretch: Stretch, wanted: string): number[] {
  const whole = stretch.map((run) => run.text).join('');
  const first = whole.indexOf(wanted);
  return [first, first < 0 ? -1 : whole.indexOf(wanted, first + 1)].filter((at) => at >= 0);
}

function splicesFor(text: string, stretch: Stretch, at: number, { replace, with: wanted }: TextReplacement): Splice[] {
  if (replace === wanted) return [];
  const kept = sharedEnds(replace, wanted);
  const start = at + kept.start;
  const end = at + replace.length - kept.end;
  const inserted = wanted.slice(kept.start, wanted.length - kept.end);
  const splices: Splice[] = [];
  let runStart = 0;
  let isInserted = false;
  for (const run of stretch) {
    const runEnd = runStart + run.text.length;
    const from = Math.max(start, runStart);
    const to = Math.min(end, runEnd);
    // Text that only comes between goes to the run of the character before it, if that is one of the replaced text's own.
    const takesNew: boolean =
      !isInserted && run.text !== '' && (start < runEnd || (start === runEnd && start === end && start > at));
    if (from < to || takesNew) {
      if (run.obstacle !== undefined) refuseEdit('OFFICE_UNSUPPORTED', run.obstacle);
      const before = run.text.slice(0, Math.max(0, from - runStart));
      const after = run.text.slice(Math.max(0, to - runStart, from - runStart));
      splices.push(...rewrite(text, run, before + (takesNew ? inserted : '') + after));
      isInserted ||= takesNew;
    }
    runStart = runEnd;
  }
  return splices;
}

/** How much both texts share at their ends, never half of a surrogate pair. */
function sharedEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  if (/[\ud800-\udbff]/.test(one[start - 1] ?? '')) start--;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  if (/[\udc00-\udfff]/.test(one[one.length - end] ?? '')) end--;
  return { start, end };
}

function rewrite(text: string, { tag, contentEnd, losesSpaces }: TextRun, content: string): Splice[] {
  const splices: Splice[] = [{ start: tag.end, end: contentEnd, text: escapeXml(content) }];
  if (losesSpaces && content !== content.trim()) splices.unshift(setAttribute(text, tag, 'xml:space', 'preserve'));
  return splices;
}
