/** What a verb is run with: where it was typed, what it was given, where its answer goes. */
import type { CommandContext } from '@stricli/core';
import type { Output } from './output.js';

export interface Shell extends CommandContext {
  /** The current folder, absolute. */
  readonly folder: string;
  readonly output: Output;
  /** What the tokens in the parsed words stand for. */
  readonly values: readonly string[];
  /** How this command was started, for suggestions that can be pasted as they are: `verbatim`. */
  readonly started: string;
}
