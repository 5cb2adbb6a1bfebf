/** Which words differ between two texts that are shown side by side, whatever format they came from. */
import { wordsBetween } from '@verbatim/format-text';
import type { FormatPort } from '@verbatim/review';

export const shownWords: FormatPort['words'] = (before, after) => {
  const view = wordsBetween(before, after);
  if (view.kind === 'too-large') return undefined;
  const [part] = view.parts;
  return part === undefined ? undefined : { before: part.before.map(told), after: part.after.map(told) };
};

function told({ text, isChanged }: { readonly text: string; readonly isChanged: boolean }): {
  readonly text: string;
  readonly changed: boolean;
} {
  return { text, changed: isChanged };
}
