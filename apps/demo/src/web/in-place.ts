/** The folder that a server works for, whatever is put at its path meanwhile. */
import { type Identity, refuse, sameIdentity } from '@verbatim/core';
import { folderAt } from '@verbatim/node';

export interface HeldPlace {
  readonly root: string;
  /** Which folder was there when the server started. */
  readonly folder: Identity;
}

/** Refuses where another folder is at the path now, or none: the page names a place that it would not write into. */
export function assertInPlace({ root, folder }: HeldPlace): void {
  const now = folderAt(root);
  if (now !== undefined && sameIdentity(now, folder)) return;
  refuse(
    'WORKSPACE_MOVED',
    `The folder that this page was opened for is not at ${root} any more, so nothing was done.`,
    [root],
    'Put it back, or stop verbatim serve (Ctrl-C) and start it where the folder is now.',
  );
}
