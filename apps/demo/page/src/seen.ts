/**
 * What a person was shown of an action, as the server names it: of this action alone, so that an agent at work on other files
 * does not make a click old. Asked for when somebody points at a row, so that it is there when they press.
 */
import type { InspectedFile, StatusAction } from '@verbatim/review';
import { ask } from './client.ts';
import { seenOfInspected } from './inspected.ts';
import { moves, status } from './state.ts';

interface Known {
  readonly at: number;
  readonly seen: Promise<string | undefined>;
}

const known = new Map<string, Known>();

export function prepareSeen(action: StatusAction): void {
  void seenOf(action);
}

/** The names to decide under, one after the other: of the action alone, then of all that is shown. */
export async function namesOfShown(action: StatusAction): Promise<readonly string[]> {
  const alone = seenOfInspected(action.id) ?? (await seenOf(action));
  const all = status.value?.seen;
  return [alone, all].filter((one) => one !== undefined);
}

function seenOf(action: StatusAction): Promise<string | undefined> {
  const found = known.get(action.id);
  if (found?.at === moves.value) return found.seen;
  const seen = fetchSeen(action).catch(() => undefined);
  known.set(action.id, { at: moves.value, seen });
  return seen;
}

/** Undefined where it is not what the row shows any more: then what is shown is old, and the server says so. */
async function fetchSeen(action: StatusAction): Promise<string | undefined> {
  const answer = await ask('inspect', { target: `action:${action.id}`, count: 1 });
  if ('error' in answer || answer.outcome === 'refused') return undefined;
  return answer.files.every((file) => isAsShown(action, file)) ? answer.seen : undefined;
}

function isAsShown({ files }: StatusAction, { path, kind, undecided }: InspectedFile): boolean {
  const shown = files.find((file) => file.path === path);
  return shown !== undefined && shown.kind === kind && shown.changeCount === undecided;
}
