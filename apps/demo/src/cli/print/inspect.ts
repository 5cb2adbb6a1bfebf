/** Every change with Before and After, one under the other. */
import type { InspectAnswer, InspectedFile, ShownBlock, ShownChange, ShownWords } from '@verbatim/review';
import { linesShownMax } from '../limits.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import type { Page } from './suggestion.js';
import { counted, folded, shortHash, shownPath } from './words.js';

export function printInspect(answer: InspectAnswer, page: Page): string {
  const { suggest } = page;
  const { files, changeCount, page: shownPage, actions } = answer;
  const lines = files.flatMap((file) => [...printFile(file, page), '']);
  if (shownPage.count < changeCount) {
    const shown = shownPage.count === 0 ? 'none' : `${shownPage.from + 1} to ${shownPage.from + shownPage.count}`;
    const next = shownPage.from + shownPage.count;
    const goOn = next < changeCount ? `; go on with --from ${next}` : '';
    lines.push(`Shown: ${shown} of ${counted(changeCount, 'change')}${goOn}`);
  }
  if (answer.isOpen === true) return `${lines.join('\n')}\n`;
  const only = files.length === 1 && answer.reachesOthers !== true ? files[0]?.path : undefined;
  const targets = only === undefined ? actions.map((id) => `action:${id}`) : [suggest.path(only)];
  const [file] = files;
  if (file !== undefined) lines.push(...singleVerdicts(file, suggest));
  lines.push(`Keep     ${suggest.command('keep', targets)}`, `Discard  ${suggest.command('discard', targets)}`);
  return `${lines.join('\n')}\n`;
}

/** The next verdicts on single changes; a reject only of a change that it would reach. */
function singleVerdicts(
  { path, decidedBy, changes, editedSince, chain }: InspectedFile,
  suggest: Page['suggest'],
): string[] {
  if (decidedBy !== 'per-change') return [];
  const file = suggest.path(path);
  if (chain !== undefined) return [`Single   ${suggest.command('inspect', [file])}`];
  const undecided = changes.filter(({ verdict }) => verdict === undefined);
  const [first, free] = [undecided[0], undecided.find(({ blocked }) => blocked === undefined)];
  const around = editedSince === true ? ['--around-edits'] : [];
  return [
    ...(first === undefined ? [] : [`Accept   ${suggest.command('accept', [file, first.id])}`]),
    ...(free === undefined ? [] : [`Reject   ${suggest.command('reject', [file, free.id], around)}`]),
  ];
}

type Sheet = Pick<Page, 'colors' | 'width'>;

function printFile(file: InspectedFile, page: Sheet): string[] {
  const { colors } = page;
  const { path, format, kind, changeCount, changes, reason, problem, sha256, editedSince, chain } = file;
  const { before, after, now } = sha256;
  const lines = [
    `${colors.bold(shownPath(path))}  ${format}, ${kind}, ${counted(changeCount, 'change')}`,
    colors.dim(`sha-256  before ${shortHash(before)}  after ${shortHash(after)}  now ${shortHash(now)}`),
  ];
  if (problem !== undefined) lines.push(colors.red(`Since this edit the file would not open: ${visible(problem)}`));
  if (reason !== undefined) lines.push(visible(reason));
  if (editedSince === true) lines.push(colors.yellow('Somebody edited the file since the agent did.'));
  if (chain !== undefined) {
    lines.push(
      `${counted(chain.length, 'edit')} of this file build on each other; single changes are decided on all of them.`,
    );
  }
  return [...lines, ...changes.flatMap((change) => printChange(change, file, page))];
}

export function printChange(
  change: ShownChange,
  { kind, decidedBy }: Pick<InspectedFile, 'kind' | 'decidedBy'>,
  { colors, width }: Sheet,
): string[] {
  const { id, label, parts, verdict, blocked } = change;
  // Of an empty paragraph that was added, say, the label tells all.
  const told = kind === 'edited' ? parts.filter(({ before, after }) => before !== '' || after !== '') : parts;
  return [
    '',
    `  ${decidedBy === 'per-change' ? `${colors.bold(id)}  ` : ''}${colors.cyan(visible(label))}${said(verdict, colors)}`,
    ...told.flatMap(({ before, after, words }) => [
      ...side('Before', marked(before, words?.before, colors), kind === 'created' ? '(no file)' : '(nothing)', {
        paint: colors.red,
        width,
      }),
      ...side('After', marked(after, words?.after, colors), kind === 'deleted' ? '(no file)' : '(nothing)', {
        paint: colors.green,
        width,
      }),
    ]),
    ...(blocked === undefined ? [] : printBlocked(blocked, { colors, width })),
  ];
}

/** Why the change cannot be put back, with the lines that were edited since. */
function printBlocked({ reason, edits }: ShownBlock, { colors, width }: Sheet): string[] {
  const paint = { paint: colors.yellow, width };
  return [
    `    ${colors.yellow(`Blocked: ${visible(reason)}`)}`,
    ...edits.flatMap(({ before, after }) => [
      ...side('Was', before, '(nothing)', paint),
      ...side('Is now', after, '(nothing)', paint),
    ]),
  ];
}

function said(verdict: ShownChange['verdict'], colors: Colors): string {
  if (verdict === undefined) return '';
  return verdict === 'accept' ? colors.green('  accepted') : colors.red('  rejected');
}

/** Where only some of a text differs, that is set off; each line by itself, as lines are painted one by one. */
function marked(text: string, words: readonly ShownWords[] | undefined, colors: Colors): string {
  if (words === undefined || words.every(({ changed }) => changed)) return text;
  const underlined = (part: string): string =>
    part
      .split('\n')
      .map((line) => (line === '' ? '' : colors.underline(line)))
      .join('\n');
  return words.map(({ text: part, changed }) => (changed ? underlined(part) : part)).join('');
}

/** The texts come ready to be shown: what would act on a terminal is spelled out in them. */
function side(
  title: string,
  text: string,
  nothing: string,
  { paint, width }: { readonly paint: (text: string) => string; readonly width: number },
): string[] {
  if (text === '') return [`    ${title.padEnd(6)}  ${nothing}`];
  const all = text.replace(/\n$/, '').split('\n');
  const lines = all.slice(0, linesShownMax).flatMap((line) => {
    const [first = '', ...more] = folded(line, width - 8);
    return [`      | ${paint(first)}`, ...more.map((rest) => `        ${paint(rest)}`)];
  });
  const left = Math.max(all.length - linesShownMax, 0);
  return [
    `    ${title}`,
    ...lines,
    ...(left > 0 ? [`      … ${counted(left, 'more line')} (all of it with --json)`] : []),
  ];
}
