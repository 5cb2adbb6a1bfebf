/** Commands to type next, that work when they are pasted where this one was typed. */
import { shellWord } from '@verbatim/core';
import type { Session } from '../../operations/session.js';
import type { Colors } from '../output.js';
import { visible } from '../visible.js';

/** The options that every command needs where they were given to this one. */
export interface RepeatedOptions {
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

export interface Suggestions {
  /** A whole command: a verb, what it names, and its options with their values. Names and values come as they are. */
  command(verb: string, names?: readonly string[], options?: readonly string[]): string;
  /** A path relative to the root, as a name that is always a path. */
  path(path: string): string;
  readonly repeated: RepeatedOptions;
}

/** `--root` and `--home` are repeated where they were given; `started` is how the command itself is called. */
export function suggestionsFor(repeated: RepeatedOptions, started: string = 'verbatim'): Suggestions {
  return {
    repeated,
    command(verb, names = [], options = []) {
      const words = names.map(shellWord);
      const behind = [...options, ...repeatedWords(repeated)].map(shellWord);
      // A name that looks like an option is none behind the two dashes.
      const isDashed = names.some((name) => name.startsWith('-'));
      return [started, verb, ...(isDashed ? [...behind, '--', ...words] : [...words, ...behind])].join(' ');
    },
    path: (path) => (path.startsWith('/') || path.startsWith('./') ? path : `./${path}`),
  };
}

/** A sentence for people as lines to print: below it the options that a command in it needs too. */
export function sentenceLines(sentence: string, repeated: RepeatedOptions): string[] {
  return [visible(sentence), ...optionsLine(sentence, repeated)];
}

/** What the commands in a text need beside what they have; no line where that is nothing. */
export function optionsLine(text: string, { root, home }: RepeatedOptions): string[] {
  const missing = repeatedWords({
    root: text.includes(' --root ') ? undefined : root,
    home: text.includes(' --home ') ? undefined : home,
  });
  return text.includes('verbatim ') && missing.length > 0 ? [`(with ${missing.map(shellWord).join(' ')})`] : [];
}

function repeatedWords({ root, home }: RepeatedOptions): string[] {
  return [...(root === undefined ? [] : ['--root', root]), ...(home === undefined ? [] : ['--home', home])];
}

/** All that a printer of an answer needs beside the answer. */
export interface Page {
  readonly colors: Colors;
  /** Characters on a line. */
  readonly width: number;
  readonly suggest: Suggestions;
  readonly session: Pick<Session, 'root' | 'isKnown' | 'folder'>;
}
