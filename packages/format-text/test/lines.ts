import { cutLines } from '../src/cut-lines.js';
import type { TextEncoding } from '../src/index.js';
import { asLatin1 } from './bytes.js';

/** The lines of a file with their line ends, one character a byte, without the byte order mark. */
export function linesOf(bytes: Uint8Array, encoding: TextEncoding): string[] {
  const atoms = cutLines({ bytes, encoding }, Number.MAX_SAFE_INTEGER) ?? [];
  return Array.from(atoms, ({ start, end }) => asLatin1(bytes.subarray(start, end)));
}
