/** The demo in words: the table of checks, or what waits and the commands to type next. */
import type { CheckedRow } from '../../operations/demo/check-once.js';
import type { DemoAnswer, DemoChecked, DemoWaits } from '../../operations/demo/run-demo.js';
import type { Colors } from '../output.js';
import { statusTable } from './status.js';
import { suggestionsFor } from './suggestion.js';
import { columns, counted, shortHash, shownPath } from './words.js';

export function printDemo(
  answer: DemoAnswer,
  page: { readonly colors: Colors; readonly width: number; readonly started: string },
): string {
  const lines = answer.outcome === 'checked' ? checked(answer, page.colors) : waits(answer, page);
  return `${lines.join('\n')}\n`;
}

function checked({ ok, rows }: DemoChecked, colors: Colors): string[] {
  const head = ['FILE', 'FORMAT', 'AGENT', 'CHANGES', 'SHA-256 BEFORE', 'AFTER', 'NOW', 'RESULT'].map((title) =>
    colors.dim(title),
  );
  const problems = rows.flatMap(({ path, verdict, problems: found }) =>
    found.map((problem) => `${colors.red('wrong')}  ${verdict} ${shownPath(path)}: ${problem}`),
  );
  const discards = rows.filter(({ verdict }) => verdict === 'discard').length;
  return [
    ...columns([head, ...rows.map((row) => rowOf(row, colors))]),
    '',
    ...problems,
    ok
      ? `${colors.green('All right.')} ${counted(discards, 'discarded file')} came back byte for byte, ${counted(rows.length - discards, 'kept file')} kept the edit.`
      : colors.red('Something did not come out as promised.'),
  ];
}

function rowOf({ path, format, what, changes, sha256, verdict, problems }: CheckedRow, colors: Colors): string[] {
  const result = verdict === 'discard' ? 'discarded, = before' : 'kept';
  return [
    path,
    format ?? '-',
    what,
    String(changes),
    shortHash(sha256.before),
    shortHash(sha256.after),
    shortHash(sha256.now),
    problems.length === 0 ? colors.green(result) : colors.red(`${verdict}: wrong`),
  ];
}

function waits(
  { folder, root, home, actions }: DemoWaits,
  { colors, width, started }: { colors: Colors; width: number; started: string },
): string[] {
  const { command, path } = suggestionsFor({ root, home }, started);
  return [
    `A scripted agent has worked on sample files in ${root}.`,
    'Its edits are on disk; the originals are kept outside of that folder until you decide.',
    '',
    ...statusTable(actions, colors, width),
    '',
    'Next, type:',
    `  ${command('inspect', [path('field-notes.md')])}`,
    `  ${command('inspect', [path('gauge-workbook.xlsx')])}`,
    `  ${command('discard', [path('field-notes.md')])}`,
    `  ${command('keep', [path('paper.tex')])}`,
    '',
    ...(started === 'verbatim' ? [] : [`Where an answer says verbatim, type ${started} here.`]),
    `It all lies in ${folder}; delete that folder when you are done.`,
  ];
}
