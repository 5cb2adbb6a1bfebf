/** Hands the words to the parser of verbs and turns what it does not understand into usage errors (exit code 64). */
import { ExitCode, run } from '@stricli/core';
import { type ArgumentList, withValues } from './argument-list.js';
import { application } from './commands.js';
import { draftVerbList } from './draft-verb-list.js';
import { reportUsage } from './report.js';
import type { Shell } from './shell.js';
import { isVerb, overview } from './verb-list.js';

export async function runLine(
  given: ArgumentList,
  around: Pick<Shell, 'output' | 'folder' | 'started'>,
): Promise<void> {
  const { output } = around;
  if (given.verb === undefined) {
    if (given.isJson) reportUsage(output, true, { message: 'No verb was given.', hint: 'verbatim --help' });
    else {
      output.message(overview());
      output.exit(64);
    }
    return;
  }
  if (given.verb === 'draft' && given.words[1]?.startsWith('--') !== false && !given.isHelp) {
    const message = `Say what to do with a draft: ${Object.keys(draftVerbList).join(', ')}.`;
    reportUsage(output, given.isJson, { message, hint: 'verbatim draft --help' });
    return;
  }
  let complaint = '';
  const streams = {
    stdout: { write: (text: string) => output.result(text) },
    stderr: { write: (text: string) => void (complaint += text) },
  };
  const parser: { exitCode?: number | string | null } & typeof streams = { ...streams };
  const shell: Shell = { ...around, process: parser, values: given.values };
  await run(application, given.words, shell);
  if (parser.exitCode === ExitCode.Success) return;
  // Verbs answer for themselves and set the exit code of the process; what is left is a line that was not understood.
  if (parser.exitCode !== ExitCode.InvalidArgument && parser.exitCode !== ExitCode.UnknownCommand) {
    throw new Error(`the parser of verbs ended with ${String(parser.exitCode)}: ${complaint}`);
  }
  reportUsage(output, given.isJson, {
    message: withValues(complaint, given.values).trim().replaceAll('\n', '; '),
    hint: hintFor(complaint, given.verb),
  });
}

function hintFor(complaint: string, verb: string): string {
  if (complaint.includes('alias')) return 'A name that begins with a dash is written with ./ before it.';
  return isVerb(verb) ? `verbatim ${verb} --help` : 'verbatim --help';
}
