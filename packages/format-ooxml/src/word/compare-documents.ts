import { compareStories } from '../changes/compare-stories.js';
import type { Comparison } from '../changes/comparison.js';
import { comparedText, type Side } from '../package/side.js';
import type { Entry } from '../zip/entry.js';
import { readWordStory } from './read-word-story.js';

/** A part with text: the main part, a header, footer, or the part with all notes or comments of a kind. */
interface Role {
  readonly key: string;
  /** What its paragraphs belong to; '' where they say so themselves. */
  readonly label: string;
  readonly entry: Entry;
}

/** Compares all parts of a document that hold text, paragraph by paragraph. */
export function compareDocuments(comparison: Comparison): void {
  const { before, after, changes } = comparison;
  const roles = new Map(rolesOf(before).map((role) => [role.key, role]));
  for (const other of rolesOf(after)) {
    const one = roles.get(other.key);
    if (one === undefined || comparison.isSame(one.entry, other.entry)) continue;
    comparison.compareContent(one.entry, other.entry, () => {
      compareStories(
        {
          before: readWordStory(comparedText(before, one.entry), one.entry.name, one.label),
          after: readWordStory(comparedText(after, other.entry), other.entry.name, other.label),
          kind: 'paragraph',
          prefix: '',
          part: other.entry.name,
        },
        changes,
      );
    });
  }
}

function rolesOf({ pack, main }: Side): Role[] {
  const roles: Role[] = [{ key: 'main', label: '', entry: main.entry }];
  for (const kind of ['header', 'footer', 'footnotes', 'endnotes', 'comments']) {
    const parts = [...pack.related(main.entry.name, kind)].sort((one, other) => compareNames(one.key, other.key));
    parts.forEach((entry, at) => {
      const isNumbered = kind === 'header' || kind === 'footer';
      roles.push({ key: `${kind} ${entry.key}`, label: isNumbered ? `${kind} ${at + 1}` : '', entry });
    });
  }
  return roles;
}

/** `header2` before `header10`, the same on every machine. */
function compareNames(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}
