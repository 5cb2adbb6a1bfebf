/** Markers stand for what an answer says, so that within one run nothing is told twice. */
import { sha256 } from '@verbatim/store';

export function markerOf(said: unknown): string {
  return `m${sha256(JSON.stringify(said)).slice(0, 15)}`;
}
