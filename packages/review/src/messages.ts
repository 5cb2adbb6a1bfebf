/** Sentences that a user can read. The first three are fixed, word for word (design section 8). */
import { type Refusal, refuse, shellWord } from '@verbatim/core';
import { shownBytesMax } from './limits.js';

export const fileChanged =
  'This file changed after the reviewed agent edit. Its review remains pending so newer work is not overwritten.';
export const onlyToTrash = 'Files can only be moved to trash.';
/** Of an open action's file, whether its agent is at work or gone. */
export const notRecorded = 'What the agent leaves of this file is recorded when its action is committed.';
/** Every incomplete or unusable set: a sentence that ends so. */
export const notRejected = 'The edit was not rejected.';

/** A path as one word of a command that a person can paste, never mistaken for an action or an option. */
export function quoted(path: string): string {
  return shellWord(`./${path}`);
}

export function commandFor(verb: string, actions: readonly string[]): string {
  return `verbatim ${verb} ${actions.map((id) => `action:${id}`).join(' ')}`;
}

/** A person saved while Discard was at work, or before. */
export function changedSinceReview(paths: readonly string[]): Refusal {
  return {
    code: 'FILE_CHANGED',
    message: fileChanged,
    files: paths,
    next: `Keep the file as it is now: verbatim keep ${paths.map(quoted).join(' ')}`,
  };
}

/** Of a file that could not be put back, since somebody was at it. */
export function staysAsItIs(path: string): string {
  return `${path} was changed since, so it stays as it is; what was there before is in its history.`;
}

/** A person saved while the agent's own edit was being made. */
export function changedMeanwhile(paths: readonly string[]): Refusal {
  return {
    code: 'FILE_CHANGED',
    message:
      'This file was saved by somebody else while the edit was being made. Nothing of theirs was overwritten, and the edit was not made.',
    files: paths,
    next: 'Read the file again, then repeat the edit.',
  };
}

export function fileBusy(path: string, holder: string): never {
  return refuse(
    'FILE_BUSY',
    `This file is being written by another action (${holder}).`,
    [path],
    `Wait for it, or end it: verbatim commit ${holder}, or verbatim cancel ${holder}`,
  );
}

export function fileUnderWay(paths: readonly string[]): never {
  return refuse(
    'FILE_BUSY',
    'Another Verbatim operation on this file is not done yet.',
    paths,
    'Try again in a moment.',
  );
}

/** Why no single change is put back in a file that somebody edited since. */
export const tooLargeToGoAround: string = `The file is larger than ${shownBytesMax / 1_048_576} MiB, the most that is decided around what was edited since.`;

export function notToldApart(why: string): string {
  return `What was edited since cannot be told apart from this change: ${why}`;
}
