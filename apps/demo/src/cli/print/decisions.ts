/** A verdict with its proof: each file's SHA-256 before the agent, after it, and now. */
import type { DecisionAnswer, DecisionsAnswer, FileReceipt, Refused } from '@verbatim/review';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';
import { type Page, sentenceLines } from './suggestion.js';
import { columns, counted, remarks, shortHash, shownPath } from './words.js';

type Decision = Exclude<DecisionAnswer, Refused>;

export function printDecision(answer: Decision | DecisionsAnswer, { colors, suggest }: Page): string {
  const lines =
    'decisions' in answer
      ? printAll(answer, { colors, suggest })
      : [
          ...receipt(answer.files, colors, between(answer, colors)),
          ...remarks(answer, colors),
          sentence(answer, colors),
        ];
  if ('decisions' in answer && (answer.outcome === 'refused' || answer.error !== undefined))
    lines.push(`What waits: ${suggest.command('status')}`);
  return `${lines.join('\n')}\n`;
}

function printAll({ decisions, error }: DecisionsAnswer, sheet: Pick<Page, 'colors' | 'suggest'>): string[] {
  const { colors } = sheet;
  if (decisions.length === 0) return ['Nothing waits.'];
  const decided = decisions.flatMap((decision) => {
    if (decision.outcome !== 'refused') {
      return [
        ...receipt(decision.files, colors, between(decision, colors)),
        ...remarks(decision, colors),
        sentence(decision, colors),
      ];
    }
    const names = decision.files.map(({ path }) => shownPath(path)).join(', ');
    const next = nextLines(decision.next, sheet);
    return [`${colors.yellow('Refused.')} ${names}: ${visible(decision.message)} (${decision.code})`, ...next];
  });
  return error === undefined ? decided : [...decided, ...stopped(error, sheet)];
}

function stopped(
  { code, message, path, hint }: NonNullable<DecisionsAnswer['error']>,
  sheet: Pick<Page, 'colors' | 'suggest'>,
): string[] {
  const where = path === null ? '' : `${shownPath(path)}: `;
  const sentence = `${sheet.colors.red('Stopped.')} ${where}${visible(message)} (${code})`;
  return [sentence, ...nextLines(hint ?? undefined, sheet)];
}

function nextLines(next: string | undefined, { suggest }: Pick<Page, 'suggest'>): string[] {
  return next === undefined ? [] : sentenceLines(next, suggest.repeated).map((line) => `         ${line}`);
}

function sentence(answer: Decision, colors: Colors): string {
  if (answer.undecided !== undefined) return judgedSentence(answer, answer.undecided, colors);
  const files = counted(answer.files.length, 'file');
  switch (answer.outcome) {
    case 'discarded':
      return `${colors.green('Discarded.')} ${restoredSentence(answer.files)}`;
    case 'kept':
      return `${colors.green('Kept.')} ${files} ${answer.files.length === 1 ? 'stays' : 'stay'} as ${answer.files.length === 1 ? 'it is' : 'they are'}.`;
    case 'mixed':
      return `${colors.green('Decided.')} Some changes were kept and others undone.`;
    case 'unchanged':
      return 'Nothing waits.';
  }
}

function judgedSentence({ outcome, files }: Decision, undecided: number, colors: Colors): string {
  if (outcome === 'unchanged') return 'That was decided so before.';
  const left = undecided === 0 ? 'Nothing is left to decide.' : `${counted(undecided, 'change')} still to decide.`;
  const isBack = files.every(({ sha256 }) => sha256.now === sha256.before);
  return `${colors.green('Decided.')} ${left}${isBack ? ' The file is as before the agent, byte for byte.' : ''}`;
}

function restoredSentence(files: readonly FileReceipt[]): string {
  const isExact = files.every(({ sha256 }) => sha256.now === sha256.before);
  const count = counted(files.length, 'file');
  return isExact
    ? `${count} ${files.length === 1 ? 'is' : 'are'} as before the agent, byte for byte.`
    : `${count} decided; see the hashes.`;
}

/** What a file is that is neither as before nor as after: some of each, or what somebody made of it since. */
function between({ outcome, undecided }: Decision, colors: Colors): string {
  return undecided !== undefined || outcome === 'mixed' ? 'as you decided' : colors.yellow('changed since');
}

export function receipt(
  files: readonly FileReceipt[],
  colors: Colors,
  otherwise: string = colors.yellow('changed since'),
): string[] {
  const rows = files.map(({ path, sha256, did }) => [
    shownPath(path),
    did === 'nothing' ? 'as it is' : did,
    `before ${shortHash(sha256.before)}`,
    `after ${shortHash(sha256.after)}`,
    `now ${shortHash(sha256.now)}`,
    relation(sha256, colors, otherwise),
  ]);
  return columns(rows);
}

function relation({ before, after, now }: FileReceipt['sha256'], colors: Colors, otherwise: string): string {
  if (now === before) return colors.green('= before');
  return now === after ? '= after' : otherwise;
}
