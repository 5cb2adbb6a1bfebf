/** The command line from first word to exit code. Loads what a verb needs when it is known which verb it is. */
import { basename, relative } from 'node:path';
import { type ArgumentList, readArguments } from './argument-list.js';
import type { Output } from './output.js';
import { overview } from './verb-list.js';

export async function main(argv: readonly string[]): Promise<void> {
  const given = readArguments(argv);
  if (given.verb === undefined && given.isHelp) {
    process.stdout.write(overview());
    return;
  }
  // Until it is known that all went well, also where nothing is left to wait for.
  if (isHook(given)) process.exitCode = 2;
  const { openOutput } = await import('./output.js');
  const output = isHook(given) ? blocking(openOutput()) : openOutput();
  const { watchForBugs } = await import('./report.js');
  watchForBugs(output, given.isJson);
  const { runLine } = await import('./run-line.js');
  await runLine(given, { output, folder: currentFolder(), started: startedAs(process.argv[1] ?? '') });
}

/** True where an agent asks whether it may write, rather than a person how that is set up. */
function isHook({ verb, words, isHelp }: ArgumentList): boolean {
  return verb === 'hook' && !isHelp && !words.includes('--install');
}

/** Whatever went wrong, a hook answers 2: agents take any other code for a yes. */
function blocking(output: Output): Output {
  return { ...output, exit: (code) => output.exit(code === 0 ? 0 : 2) };
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
