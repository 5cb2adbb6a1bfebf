import { basename, dirname, resolve } from 'node:path';
import { refuse } from '@verbatim/core';
import { findFolder } from './places.js';
import { systemWorld } from './world.js';

/**
 * The bytes of a file that a person named as input, wherever it lies. At most 16 MiB. Refuses `FILE_ABSENT`, and what is
 * no regular file; `name` is what it is called then.
 */
export function readNamedFile(path: string, name: string = path): Uint8Array {
  const absolute = resolve(path);
  const folder = findFolder(systemWorld().disk(undefined), dirname(absolute));
  try {
    // Refuses a folder, a pipe or a device by what it is.
    folder?.tree.glance(basename(absolute));
    return folder?.tree.read(basename(absolute)) ?? refuse('FILE_ABSENT', 'There is no such file.', [name]);
  } finally {
    folder?.tree.close();
  }
}
