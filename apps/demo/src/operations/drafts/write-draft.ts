/** What makes a new revision of an app's draft. */
import type { WriteOptions, Written } from '@verbatim/drafts';
import { readFolder } from '@verbatim/node';
import type { Refused } from '@verbatim/review';
import { appOf, type DraftSession, folderNamed, told } from './draft-session.js';

/** `unchanged`: every byte was so already, and `revision` is the one that holds them. */
export type DraftWritten = Written & { readonly unchanged: boolean; readonly notes?: readonly string[] };
export type DraftWriteAnswer = DraftWritten | Refused;

export interface DraftWriteInput {
  readonly app: string;
  readonly turn?: string | undefined;
  /** Refused where the head is another. */
  readonly expected?: number | undefined;
}

/** Makes the files of a folder the draft. */
export async function saveDraft(
  session: DraftSession,
  input: DraftWriteInput & { readonly dir: string },
): Promise<DraftWriteAnswer> {
  const { files, leftOut } = readFolder(folderNamed(session, input.dir));
  const answer = withUnchanged(told(await appOf(session, input.app).save(files, optionsOf(session, input))));
  if (leftOut.length === 0 || answer.outcome === 'refused') return answer;
  return { ...answer, notes: leftOut.map(({ path, why }) => `${path} is no part of the draft: ${why}.`) };
}

export async function writeDraft(
  session: DraftSession,
  input: DraftWriteInput & { readonly file: string; readonly bytes: Uint8Array },
): Promise<DraftWriteAnswer> {
  const { app, file, bytes } = input;
  return withUnchanged(told(await appOf(session, app).write(file, bytes, optionsOf(session, input))));
}

export async function editDraft(
  session: DraftSession,
  input: DraftWriteInput & {
    readonly file: string;
    readonly replace: string;
    readonly with: string;
    readonly all: boolean;
  },
): Promise<DraftWriteAnswer> {
  const { app, file, replace, with: text, all } = input;
  const answer = await appOf(session, app).edit(file, { replace, with: text, all }, optionsOf(session, input));
  return withUnchanged(told(answer));
}

export async function deleteFromDraft(
  session: DraftSession,
  input: DraftWriteInput & { readonly file: string },
): Promise<DraftWriteAnswer> {
  return withUnchanged(told(await appOf(session, input.app).delete(input.file, optionsOf(session, input))));
}

export async function renameInDraft(
  session: DraftSession,
  input: DraftWriteInput & { readonly from: string; readonly to: string },
): Promise<DraftWriteAnswer> {
  const { app, from, to } = input;
  return withUnchanged(told(await appOf(session, app).rename(from, to, optionsOf(session, input))));
}

/** Copies a retained revision forward as a new one: `to`, the state before a turn, or else the previous revision. */
export async function undoDraft(
  session: DraftSession,
  input: DraftWriteInput & { readonly to?: number | undefined; readonly undone?: string | undefined },
): Promise<DraftWriteAnswer> {
  const { app, to, undone } = input;
  const target = to !== undefined ? { to } : undone !== undefined ? { turn: undone } : {};
  return withUnchanged(told(await appOf(session, app).undo(target, optionsOf(session, input))));
}

function optionsOf({ key }: DraftSession, { turn, expected }: DraftWriteInput): WriteOptions {
  return {
    ...(key === undefined ? {} : { key }),
    ...(turn === undefined ? {} : { turn }),
    ...(expected === undefined ? {} : { expectedRevision: expected }),
  };
}

function withUnchanged(answer: Written | Refused): DraftWriteAnswer {
  return answer.outcome === 'refused' ? answer : { ...answer, unchanged: answer.outcome === 'unchanged' };
}
