import type { ChangeSet } from '../change.js';
import { detectEncoding } from '../encoding.js';
import { readTree } from '../json/read-tree.js';
import type { JsonTree } from '../json/tree.js';

/**
 * Whether `result` is no JSON any more although both sides of it were: what the person made (`current`) and what the
 * verdicts alone would make (`target`). What stands between two tokens can be many blank lines away from either, so an edit
 * that touches no change can still leave a comma too many. A file in which the person is half way is not judged.
 */
export function breaksJson({ format, fallback }: ChangeSet, { current, target, result }: Versions): boolean {
  if (format !== 'json' || fallback !== undefined) return false;
  const [was, meant] = [treeOf(current), treeOf(target)];
  if (was === undefined || meant === undefined) return false;
  const is = treeOf(result);
  if (is === undefined) return true;
  // Several texts, one a line, are NDJSON; of two that are one text each, or that are NDJSON, nothing else may come.
  const isOneEach = was.documentCount === 1 && meant.documentCount === 1;
  return is.documentCount > 1 && (isOneEach || is.hasInnerLineEnd);
}

export interface Versions {
  readonly current: Uint8Array;
  readonly target: Uint8Array;
  readonly result: Uint8Array;
}

function treeOf(bytes: Uint8Array): JsonTree | undefined {
  const read = readTree({ bytes, encoding: detectEncoding(bytes) });
  return 'problem' in read ? undefined : read;
}
