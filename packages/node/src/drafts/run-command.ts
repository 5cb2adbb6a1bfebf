/** A person's own command on one revision: its exit status is all that is taken from it. */
import { spawn } from 'node:child_process';
import type { RevisionFiles } from '@verbatim/drafts';
import { inFreshExport } from './export-revision.js';

/** A program with its arguments, or one line for the shell. */
export type Command = { readonly program: string; readonly args: readonly string[] } | { readonly line: string };

/** Why a command did not succeed, for people; undefined where it did. */
export type CommandFault = string | undefined;

/**
 * Runs a command in a fresh export of the revision, with `VERBATIM_REVISION` set. What it prints goes to standard error, as
 * it comes: standard output is for the answer.
 *
 * Answers a sentence where the command failed, so it is no check and no publish function as it is:
 * `check: async (files) => (await runOnRevision(files, command)) === undefined`; a publish function throws the sentence.
 */
export function runOnRevision(files: RevisionFiles, command: Command): Promise<CommandFault> {
  return inFreshExport(files, (folder) => run(folder, command, files));
}

function run(folder: string, command: Command, { app, revision }: RevisionFiles): Promise<CommandFault> {
  const env = { ...process.env, VERBATIM_REVISION: String(revision), VERBATIM_APP: app };
  const options = {
    cwd: folder,
    env,
    stdio: ['ignore', process.stderr, process.stderr] as ['ignore', NodeJS.WriteStream, NodeJS.WriteStream],
  };
  const child =
    'line' in command
      ? spawn(command.line, { ...options, shell: true })
      : spawn(command.program, [...command.args], options);
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      resolve(`The command could not be started (${error.code ?? error.message}).`);
    });
    child.on('close', (status, signal) => {
      if (status === 0) resolve(undefined);
      else
        resolve(
          signal === null ? `The command ended with exit status ${status}.` : `The command was ended by ${signal}.`,
        );
    });
  });
}
