/** Verbs and options as a shell has to know them, read from the table that the parser itself works with. */
import type { Command, RouteMap } from '@stricli/core';
import { application } from '../commands.js';
import type { Shell } from '../shell.js';

export interface CompletedVerb {
  /** `status`, or two words: `draft save`. */
  readonly name: string;
  readonly brief: string;
  /** What its help says. */
  readonly description: string;
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** With its dashes: `--accept-replaced`. */
  readonly name: string;
  readonly brief: string;
  readonly takesValue: boolean;
}

export function verbTable(): CompletedVerb[] {
  return verbsOf(application.root, []);
}

function verbsOf(target: Command<Shell> | RouteMap<Shell>, path: readonly string[]): CompletedVerb[] {
  if ('getAllEntries' in target) {
    const inner = target.getAllEntries().filter(({ hidden }) => !hidden);
    return inner.flatMap(({ name, target: next }) => verbsOf(next, [...path, name.original]));
  }
  const options = Object.entries(target.parameters.flags ?? {}).map(([name, flag]) => ({
    name: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    brief: flag.brief,
    takesValue: flag.kind !== 'boolean',
  }));
  const help = { name: '--help', brief: 'Tell how it is used', takesValue: false };
  const { brief, fullDescription: description = brief } = target;
  return [{ name: path.join(' '), brief, description, options: [...options, help] }];
}
