import { basename, resolve } from 'node:path';
import { type Exported, exportCopies } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import type { Session } from './session.js';
import { targetOf } from './targets.js';

export interface ExportInput {
  readonly target: string;
  /** Relative to the current folder; else a name made from what is exported, in the current folder. */
  readonly to?: string | undefined;
  readonly onCopy?: (done: number, all: number) => void;
}

/** Writes the copies of a file or an action into a zip archive. Replaces no file. */
export async function exportTo(session: Session, { target, to, onCopy }: ExportInput): Promise<Exported | Refused> {
  const named = await targetOf(session, target);
  const name = named.kind === 'file' ? basename(named.path) : named.id;
  return exportCopies(session.verbatim, {
    target: named,
    to: resolve(session.folder, to ?? `${name}.history.zip`),
    ...(onCopy === undefined ? {} : { onCopy }),
  });
}
