import type { PreviewAnswer, Refused, RestoreAnswer } from '@verbatim/review';
import { type PageInput, pageOf } from './page-input.js';
import type { Session } from './session.js';
import { actionIdOf } from './targets.js';

/** A retained copy of one file, or all files of an action as they were before it. */
export type RestoreInput =
  | { readonly scope: 'file'; readonly file: string; readonly copy: string }
  | { readonly scope: 'action'; readonly action: string };

/** Saves what is there as "Before restore" first, then writes; all files or none. */
export async function restore(session: Session, input: RestoreInput): Promise<RestoreAnswer> {
  const { review } = session.verbatim;
  if (input.scope === 'action') return review.restoreAction(actionIdOf(input.action), session.context);
  return review.restore(session.pathOf(input.file), input.copy, session.context);
}

export interface PreviewInput extends PageInput {
  readonly file: string;
  readonly copy: string;
}

/** What a restore would change. Writes nothing. */
export async function preview(
  session: Session,
  { file, copy, ...page }: PreviewInput,
): Promise<PreviewAnswer | Refused> {
  return session.verbatim.review.preview(session.pathOf(file), copy, pageOf(page));
}
