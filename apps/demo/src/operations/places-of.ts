import { resolve } from 'node:path';
import { RefusalError } from '@verbatim/core';
import { findWorkspace } from '@verbatim/node';

export interface PlaceInput {
  /** The current folder, absolute. */
  readonly folder: string;
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

/** The workspace and the home that are meant, without opening either. */
export function placesOf({ folder, root, home }: PlaceInput): { root: string; home?: string } {
  const at = home === undefined ? {} : { home: resolve(folder, home) };
  return { root: root === undefined ? nearest(folder, at) : resolve(folder, root), ...at };
}

/** A home that cannot be used is told by whoever looks at it next. */
function nearest(folder: string, at: { home?: string }): string {
  try {
    return findWorkspace({ cwd: folder, ...at }).root;
  } catch (error) {
    if (error instanceof RefusalError) return folder;
    throw error;
  }
}
