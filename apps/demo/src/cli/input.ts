/** What a verb reads beside its arguments: standard input, or a file that a person named. */

import { resolve } from 'node:path';
import { readNamedFile } from '@verbatim/node/open';
import { reportThrown } from './report.js';
import type { Shell } from './shell.js';

export { readStandardInput } from './standard-input.js';

/** A file that was named as input, relative to the current folder, or undefined where that was reported. */
export function readNamed(shell: Shell, isJson: boolean, name: string): Uint8Array | undefined {
  try {
    return readNamedFile(resolve(shell.folder, name), name);
  } catch (error) {
    reportThrown(shell.output, isJson, error);
    return undefined;
  }
}
