/** What was saved of a ledger, and what could not be. */
import type { Salvaged } from '@verbatim/node';
import { problemsShownMax } from '../limits.js';
import { visible } from '../visible.js';
import type { Page } from './suggestion.js';
import { counted, remarks, shownPath, sizeOf } from './words.js';

export function printSalvaged(answer: Salvaged, { colors, suggest }: Pick<Page, 'colors' | 'suggest'>): string {
  if (answer.outcome === 'unchanged') return `${remarks(answer, colors).join('\n')}\n`;
  if (answer.outcome === 'mended') {
    const { written, setAside } = answer;
    const lines = [
      `${colors.green('Mended.')} ${counted(written, 'manifest')} written anew from the index, which is sound and stays as it is.`,
    ];
    if (setAside !== undefined) lines.push(`The old ones lie in ${visible(setAside)} of the ledger’s folder.`);
    return `${lines.join('\n')}\n`;
  }
  const { problems, missing, unnamed } = answer;
  const lines = problems.slice(0, problemsShownMax).map(({ code, message, path, hash }) => {
    const where = path === undefined ? '' : `${shownPath(path)}: `;
    return `${colors.red(code)}  ${where}${visible(message)}${hash === undefined ? '' : ` (${hash.slice(0, 12)})`}`;
  });
  if (problems.length > problemsShownMax) lines.push(`… ${problems.length - problemsShownMax} more (all with --json)`);
  if (answer.outcome === 'copied') {
    const { to, files, bytes } = answer;
    lines.push(
      `${colors.green('Copied.')} ${counted(files, 'file')}, ${sizeOf(bytes)}, in ${visible(to)}; copies.json lists them.`,
    );
    if (unnamed > 0)
      lines.push(`${counted(unnamed, 'of them is', 'of them are')} under by-hash: nothing says which file they were.`);
  } else {
    lines.push(...answer.why.map((sentence) => `Why     ${visible(sentence)}`));
    const { actions, points, files, copies } = answer;
    const what = [counted(actions, 'action'), counted(points, 'copy of its own', 'copies of their own')];
    lines.push(
      `${colors.green('Rebuilt.')} ${what.join(' and ')} of ${counted(files, 'file')}, with ${counted(copies, 'sound copy', 'sound copies')}.`,
      'Actions are in History as recovered: they can be restored and discarded, and nothing waits for a decision.',
    );
    if (answer.setAside !== undefined)
      lines.push(`The old index lies in ${visible(answer.setAside)} of the ledger’s folder.`);
    if (unnamed > 0) {
      lines.push(
        `${counted(unnamed, 'copy', 'copies')} nothing names: ${suggest.command('salvage', [], ['--to', 'DIR'])}`,
      );
    }
    lines.push(`Look    ${suggest.command('history', ['.'])}`);
  }
  if (missing > 0)
    lines.push(
      `${counted(missing, 'copy', 'copies')} that actions name are not there: removed to make room before, or lost.`,
    );
  return `${lines.join('\n')}\n`;
}
