/** A person's commands on a draft, which Ctrl-C ends with all that they started; nothing false is recorded of one cut short. */
import { runOnRevision } from '@verbatim/node';
import { leftNote, type RunCommand } from '../operations/drafts/ship-draft.js';
import { suggestionsFor } from './print/suggestion.js';
import { exitCodes } from './report.js';
import type { Shell } from './shell.js';

export interface Interruptible {
  readonly checking: RunCommand;
  readonly publishing: RunCommand;
  /** Sets the exit code once the answer is told. */
  readonly end: () => void;
}

export function interruptible({ output }: Shell, flags: { readonly home?: string }, app: string): Interruptible {
  const stop = new AbortController();
  const suggest = suggestionsFor(flags);
  let isHolding = false;
  /** From the first command on: its end has to be waited for, what it left cleared away, and the answer told. */
  const hold = (): void => {
    if (isHolding) return;
    isHolding = true;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  };

  const running =
    (endOf: (revision: number) => string): RunCommand =>
    async (files, command, options) => {
      if (stop.signal.aborted) return 'It was interrupted before it began.';
      hold();
      const notes: string[] = [];
      const noted = (folder: string): void => {
        notes.push(leftNote(folder));
        options?.left?.(folder);
      };
      const fault = await runOnRevision(files, command, { stop: stop.signal, left: noted });
      if (!stop.signal.aborted || fault === undefined) return fault;
      // It ended because it was told to: whether the revision passes, or is live, is not known by that.
      output.message(`${['Interrupted.', endOf(files.revision), ...notes].join(' ')}\n`);
      process.exit(exitCodes.interrupted);
    };

  return {
    checking: running(() => 'Nothing is recorded of this check.'),
    publishing: running((revision) => {
      const confirm = suggest.command('draft publish', [app], ['--confirm']);
      return `Whether r${revision} is live is not known: publish again, or where it is, ${confirm}`;
    }),
    end: () => {
      if (stop.signal.aborted) output.exit(exitCodes.interrupted);
    },
  };
}
