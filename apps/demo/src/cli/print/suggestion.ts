/** Commands to type next, that work when they are pasted where this one was typed. */
import { shellWord } from '@verbatim/core';
import type { Session } from '../../operations/session.js';
import type { Colors } from '../output.js';

export interface Suggestions {
  /** A verb and its arguments, as a whole command. */
  command(verb: string, ...words: readonly string[]): string;
  /** Any text as one word of a command. */
  word(text: string): string;
  /** A path relative to the root, as a word of a command. */
  path(path: string): string;
}

/** `--root` and `--home` are repeated where they were given; `started` is how the command itself is called. */
export function suggestionsFor(options: { root?: string; home?: string }, started: string = 'verbatim'): Suggestions {
  const suffix = repeatedOptions(options);
  return {
    command: (verb, ...words) => `${[started, verb, ...words].join(' ')}${suffix}`,
    word: shellWord,
    path: (path) => shellWord(path.startsWith('/') || path.startsWith('./') ? path : `./${path}`),
  };
}

export function repeatedOptions({ root, home }: { root?: string; home?: string }): string {
  return `${root === undefined ? '' : ` --root ${shellWord(root)}`}${home === undefined ? '' : ` --home ${shellWord(home)}`}`;
}

/** All that a printer of an answer needs beside the answer. */
export interface Page {
  readonly colors: Colors;
  /** Characters on a line. */
  readonly width: number;
  readonly suggest: Suggestions;
  readonly session: Pick<Session, 'root' | 'isKnown' | 'folder'>;
}
