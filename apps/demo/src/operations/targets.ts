/** What a person names: a file or an action. `./NAME` is always a path, `action:ID` always an action. */
import { refuse } from '@verbatim/core';
import type { Target } from '@verbatim/review';
import type { Session } from './session.js';

const idForm = /^a[0-9a-z]{10}$/;
const prefix = 'action:';

/** Refuses `TARGET_AMBIGUOUS` where a bare word is an action's id and a file's name at once. */
export async function targetOf(session: Session, given: string): Promise<Target> {
  if (given.startsWith(prefix)) return { kind: 'action', id: given.slice(prefix.length) };
  const file: Target = { kind: 'file', path: session.pathOf(given) };
  if (!idForm.test(given)) return file;
  const [isFile, isAction] = [await knowsFile(session, file.path), knowsAction(session, given)];
  if (isFile && isAction) {
    const next = `Say ./${given} for the file, or action:${given} for the action.`;
    refuse('TARGET_AMBIGUOUS', `${given} is both a file and an action.`, [file.path], next);
  }
  return isFile ? file : { kind: 'action', id: given };
}

export async function targetsOf(session: Session, given: readonly string[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const one of given) targets.push(await targetOf(session, one));
  return targets;
}

/** An action's id, with or without `action:`. */
export function actionIdOf(given: string): string {
  return given.startsWith(prefix) ? given.slice(prefix.length) : given;
}

/** On disk, or waiting for a decision although an agent deleted it. */
async function knowsFile({ verbatim }: Session, path: string): Promise<boolean> {
  if (verbatim.hasFile(path)) return true;
  const { actions } = await verbatim.review.status();
  return actions.some(({ files }) => files.some((file) => file.path === path));
}

function knowsAction({ verbatim }: Session, id: string): boolean {
  return verbatim.ledger.read((view) => view.action(id) !== undefined);
}
