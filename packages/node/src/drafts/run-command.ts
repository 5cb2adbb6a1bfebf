/** A person's own command on one revision: its exit status is all that is taken from it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { RevisionFiles } from '@verbatim/drafts';
import { isWithin } from '../places.js';
import { endGroup } from './end-group.js';
import { inFreshExport } from './export-revision.js';

/** A program with its arguments, or one line for the shell. */
export type Command = { readonly program: string; readonly args: readonly string[] } | { readonly line: string };

/** Why a command did not succeed, for people; undefined where it did. */
export type CommandFault = string | undefined;

export interface RunOptions {
  /**
   * When it aborts, the command and all that it started are told to end, and ended where they do not. With it, the command has
   * a process group of its own, and so no terminal.
   */
  readonly stop?: AbortSignal;
  /** Told the folder in which something of the export had to be left. */
  readonly left?: (folder: string) => void;
}

/**
 * Runs a command in a fresh export of the revision, with `VERBATIM_REVISION` set. What it prints goes to standard error, as
 * it comes: standard output is for the answer.
 *
 * Answers a sentence where the command failed, so it is no check and no publish function as it is:
 * `check: async (files) => (await runOnRevision(files, command)) === undefined`; a publish function throws the sentence.
 */
export function runOnRevision(files: RevisionFiles, command: Command, options: RunOptions = {}): Promise<CommandFault> {
  return inFreshExport(files, (folder) => run(folder, command, files, options.stop), options.left);
}

async function run(
  folder: string,
  command: Command,
  files: RevisionFiles,
  stop: AbortSignal | undefined,
): Promise<CommandFault> {
  if (stop?.aborted === true) return 'It was stopped before it began.';
  let ending: Promise<CommandFault> | undefined;
  let end = (): void => {};
  try {
    const child = start(folder, command, files, stop !== undefined);
    const isEnding = new Promise<CommandFault>((settle) => {
      end = () => {
        // One that could not be started says so itself.
        if (child.pid === undefined) return;
        // What runs as another user cannot be ended, and must not be waited for without end.
        ending = endGroup(child.pid).then(() => 'The command does not end.');
        settle(ending);
      };
    });
    stop?.addEventListener('abort', end);
    return await Promise.race([faultOf(child), isEnding]);
  } catch (error) {
    return notStarted(error as NodeJS.ErrnoException, folder, command);
  } finally {
    stop?.removeEventListener('abort', end);
    await ending;
  }
}

function start(folder: string, command: Command, { app, revision }: RevisionFiles, detached: boolean): ChildProcess {
  const env = { ...process.env, VERBATIM_REVISION: String(revision), VERBATIM_APP: app };
  const stdio: ['ignore', NodeJS.WriteStream, NodeJS.WriteStream] = ['ignore', process.stderr, process.stderr];
  const options = { cwd: folder, env, stdio, detached };
  return 'line' in command
    ? spawn(command.line, { ...options, shell: true })
    : spawn(command.program, [...command.args], options);
}

/** Rejects where it could not be started. */
function faultOf(child: ChildProcess): Promise<CommandFault> {
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (signal !== null) settle(`The command was ended by ${signal}.`);
      else settle(status === 0 ? undefined : `The command ended with exit status ${status}.${hintOf(status)}`);
    });
  });
}

const noRight =
  'The files of a draft are exported without the right to be run: name the program that runs them, as in “sh build.sh”.';

/** What a shell answers for a file that it found and could not run. */
function hintOf(status: number | null): string {
  return status === 126 ? ` ${noRight}` : '';
}

function notStarted({ code, message }: NodeJS.ErrnoException, folder: string, command: Command): string {
  const isOurs =
    'program' in command && command.program.includes('/') && isWithin(resolve(folder, command.program), folder);
  return `The command could not be started (${code ?? message}).${code === 'EACCES' && isOurs ? ` ${noRight}` : ''}`;
}
