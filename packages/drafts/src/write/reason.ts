/** Reasons are made of facts, never of prose: the operations and the files they name. */
import { reasonCharsMax } from '../limits.js';
import type { Operation } from './apply.js';

type Named =
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  | { readonly op: Exclude<Operation['op'], 'rename'>; readonly path: string };

export function reasonOf(operations: readonly Named[]): string {
  return listed(
    operations.map((one) => (one.op === 'rename' ? `rename ${one.from} to ${one.to}` : `${one.op} ${one.path}`)),
  );
}

/** Of a whole set that was saved: the files that it changed. */
export function saveReason([first, ...rest]: readonly string[]): string {
  return first === undefined ? 'save' : listed([`save ${first}`, ...rest]);
}

/** As many as there is room for; the rest is counted. */
function listed(parts: readonly string[]): string {
  const room = reasonCharsMax - ' and 10000 more'.length;
  let text = parts[0] ?? '';
  let shown = 1;
  while (shown < parts.length && text.length + 2 + parts[shown]!.length <= room) text += `, ${parts[shown++]}`;
  // A character outside of the first plane is not cut in half.
  if (text.length > room) text = `${text.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return shown < parts.length ? `${text} and ${parts.length - shown} more` : text;
}
