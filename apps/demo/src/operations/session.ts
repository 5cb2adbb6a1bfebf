/** One opened workspace and who works in it: what every operation on it takes. */

import { isAbsolute, relative, resolve } from 'node:path';
import { findWorkspace, type HeldSignals, openVerbatim, type Verbatim } from '@verbatim/node/open';
import type { Context } from '@verbatim/review';

export interface SessionOptions {
  /** The current folder, absolute. */
  readonly folder: string;
  readonly root?: string;
  readonly home?: string;
  readonly context: Context;
  /** `write` registers an unknown workspace, `known` writes only in a known one, `read` writes nothing at all. */
  readonly opens: 'write' | 'known' | 'read';
  readonly signals?: HeldSignals;
  readonly lockWatch?: { readonly module: string; readonly verb: string };
  readonly allowUnsafeReplace?: boolean;
}

export interface Session {
  readonly verbatim: Verbatim;
  readonly context: Context;
  readonly folder: string;
  readonly root: string;
  /** False where no agent has worked in this workspace through Verbatim yet. */
  readonly isKnown: boolean;
  /**
   * A path as it was typed, for the review: relative to the current folder or, where that lies outside of the workspace,
   * relative to the root. The result is relative to the root, or absolute where it seems to lead out of it.
   */
  pathOf(given: string): string;
  /** True for the root's own path, as it was typed. */
  isRoot(given: string): boolean;
  close(): Promise<void>;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { folder, context, opens } = options;
  const home = options.home === undefined ? {} : { home: resolve(folder, options.home) };
  const found =
    options.root === undefined ? findWorkspace({ cwd: folder, ...home }) : { root: resolve(folder, options.root) };
  const verbatim = await openVerbatim({
    root: found.root,
    ...home,
    mode: opens,
    ...(options.signals === undefined ? {} : { signals: options.signals }),
    ...(options.lockWatch === undefined ? {} : { lockWatch: options.lockWatch }),
    ...(options.allowUnsafeReplace === true ? { allowUnsafeReplace: true } : {}),
  });
  return {
    verbatim,
    context,
    folder,
    root: verbatim.root,
    isKnown: verbatim.isKnown,
    pathOf: (given) => pathIn(verbatim.root, folder, given),
    isRoot: (given) => given !== '' && !given.includes('\0') && resolve(folder, given) === verbatim.root,
    close: () => verbatim.close(),
  };
}

function pathIn(root: string, folder: string, given: string): string {
  // Refused by name further in; resolving would turn it into a folder.
  if (given === '' || given.includes('\0')) return given;
  const typed = resolve(folder, given);
  if (isIn(root, typed)) return relative(root, typed);
  return isIn(root, folder) || folder === root || isAbsolute(given) ? typed : resolve(root, given);
}

function isIn(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith('../');
}
