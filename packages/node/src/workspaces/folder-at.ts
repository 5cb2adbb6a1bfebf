import type { Identity } from '@verbatim/core';
import { findFolder } from '../places.js';
import { systemWorld } from '../world.js';

/**
 * Which folder is at a path now, or undefined where there is none. Whoever works for long compares it with what was there at
 * the start: an opened workspace goes on in its own folder, wherever that is moved.
 */
export function folderAt(path: string): Identity | undefined {
  const tree = findFolder(systemWorld().disk(undefined), path)?.tree;
  tree?.close();
  return tree?.identity;
}
