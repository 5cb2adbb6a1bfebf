/** The command line from first word to exit code. Loads what a verb needs when it is known which verb it is. */
import { basename, relative } from 'node:path';
import { readArguments } from './argument-list.js';
import { overview } from './verb-list.js';

export async function main(argv: readonly string[]): Promise<void> {
  const given = readArguments(argv);
  if (given.verb === undefined && given.isHelp) {
    process.stdout.write(overview());
    return;
  }
  const { openOutput } = await import('./output.js');
  const output = openOutput();
  const { watchForBugs } = await import('./report.js');
  watchForBugs(output, given.isJson);
  const { runLine } = await import('./run-line.js');
  await runLine(given, { output, folder: currentFolder(), started: startedAs(process.argv[1] ?? '') });
}

/** A folder that was deleted under the shell has no name any more. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function startedAs(script: string): string {
  if (basename(script) === 'verbatim') return 'verbatim';
  const way = relative(currentFolder(), script);
  return `node ${/^[\w./-]+$/.test(way) ? way : `'${way.replaceAll("'", `'\\''`)}'`}`;
}
