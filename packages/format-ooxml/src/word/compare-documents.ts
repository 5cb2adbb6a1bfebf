import { compareStories } from '../changes/compare-stories.js';
import type { Comparison } from '../changes/comparison.js';
import { type Story, sidesOf } from '../changes/story.js';
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

/** Compares all parts of a document that hold text, paragraph by paragraph, also those that came or went. */
export function compareDocuments(comparison: Comparison): void {
  const old = new Map(rolesOf(comparison.before).map((role) => [role.key, role]));
  for (const role of rolesOf(comparison.after)) {
    compareRole(comparison, old.get(role.key), role);
    old.delete(role.key);
  }
  for (const role of old.values()) compareRole(comparison, role, undefined);
}

function compareRole(comparison: Comparison, one: Role | undefined, other: Role | undefined): void {
  if (one !== undefined && other !== undefined && comparison.isSame(one.entry, other.entry)) return;
  comparison.compareContent(one?.entry, other?.entry, () => {
    const before = one && storyOf(comparison.before, one);
    const after = other && storyOf(comparison.after, other);
    const part = (other ?? one)!.entry.name;
    compareStories({ ...sidesOf(before, after), kind: 'paragraph', prefix: '', part }, comparison.changes);
  });
}

function storyOf(side: Side, { entry, label }: Role): Story {
  return readWordStory(comparedText(side, entry), entry.name, label);
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
