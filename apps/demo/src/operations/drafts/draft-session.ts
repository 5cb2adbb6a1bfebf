/** One opened store of drafts and who works with it: what every operation on drafts takes. */
import { resolve } from 'node:path';
import { refuse } from '@verbatim/core';
import type { AppDraft, Refused as DraftRefused, Drafts } from '@verbatim/drafts';
import { openLocalDrafts } from '@verbatim/node';
import type { Refused } from '@verbatim/review';

export interface DraftSession {
  readonly drafts: Drafts;
  /** The current folder, absolute. */
  readonly folder: string;
  /** Makes a retry safe. */
  readonly key?: string | undefined;
}

export interface DraftSessionOptions {
  readonly folder: string;
  readonly home?: string | undefined;
  readonly key?: string | undefined;
  readonly mode: 'read' | 'write';
  readonly lockWatch?: { readonly module: string; readonly verb: string };
}

/** Opens the drafts, lets `use` work with them, and closes them. */
export async function withDrafts<A>(
  { folder, home, key, mode, lockWatch }: DraftSessionOptions,
  use: (session: DraftSession) => Promise<A>,
): Promise<A> {
  const drafts = openLocalDrafts({
    mode,
    ...(home === undefined ? {} : { home: resolve(folder, home) }),
    ...(lockWatch === undefined ? {} : { lockWatch }),
  });
  try {
    return await use({ drafts, folder, key });
  } finally {
    await drafts.close();
  }
}

export function appOf({ drafts }: DraftSession, app: string): AppDraft {
  return drafts.app(app);
}

/** A folder that was named, absolute. Refuses `INPUT_INVALID` where none was: an empty name would mean the current one. */
export function folderNamed({ folder }: DraftSession, dir: string): string {
  return dir === '' ? refuse('INPUT_INVALID', 'The name of the folder is empty.', [dir]) : resolve(folder, dir);
}

type Refusable = { readonly outcome: string };

/** Refusals in the form that all verbs tell them in. */
export function told<A extends Refusable>(answer: A | DraftRefused): Exclude<A, DraftRefused> | Refused {
  if (!isRefused(answer)) return answer as Exclude<A, DraftRefused>;
  return { ...answer, files: answer.files.map((path) => ({ path })) };
}

function isRefused(answer: Refusable): answer is DraftRefused {
  return answer.outcome === 'refused';
}
