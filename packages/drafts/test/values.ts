/** Values that tests give to drafts, and what they make of the answers. */
import type { AppDraft, RevisionNumber, WriteAnswer } from '../src/index.js';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (given: Uint8Array): string => new TextDecoder().decode(given);

export const files = (set: Readonly<Record<string, string>>): { path: string; bytes: Uint8Array }[] =>
  Object.entries(set).map(([path, content]) => ({ path, bytes: bytes(content) }));

/** A revision's files as text, all read and checked. */
export async function textsOf(app: AppDraft, revision?: RevisionNumber): Promise<Record<string, string>> {
  const found = await app.revision(revision);
  if (found.outcome !== 'revision') throw new Error(JSON.stringify(found));
  const texts: Record<string, string> = {};
  for (const { path } of found.files) texts[path] = text(await found.read(path));
  return texts;
}

/** The revision that a write made; fails where it made none. */
export function saved(answer: WriteAnswer): RevisionNumber {
  if (answer.outcome !== 'saved') throw new Error(JSON.stringify(answer));
  return answer.revision;
}

/** Narrows an answer to what is expected of it. */
export function must<A extends { readonly outcome: string }, O extends A['outcome']>(
  answer: A,
  outcome: O,
): Extract<A, { readonly outcome: O }> {
  if (answer.outcome !== outcome) throw new Error(`expected ${outcome}: ${JSON.stringify(answer)}`);
  return answer as Extract<A, { readonly outcome: O }>;
}
