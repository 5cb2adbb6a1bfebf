/** Copies that a person asks for, and those that retention is to leave alone. */
import type { PinAnswer, SaveAnswer } from '@verbatim/review';
import type { Session } from './session.js';

/** Saves the file as it is now. Saving an unchanged file again makes nothing, and says so. */
export async function save(
  session: Session,
  { file, note }: { readonly file: string; readonly note?: string | undefined },
): Promise<SaveAnswer> {
  const options = { ...session.context, ...(note === undefined ? {} : { note }) };
  return session.verbatim.review.save(session.pathOf(file), options);
}

interface CopyInput {
  readonly file: string;
  readonly copy: string;
}

export async function pin(session: Session, { file, copy }: CopyInput): Promise<PinAnswer> {
  return session.verbatim.review.pin(session.pathOf(file), copy);
}

export async function unpin(session: Session, { file, copy }: CopyInput): Promise<PinAnswer> {
  return session.verbatim.review.unpin(session.pathOf(file), copy);
}
