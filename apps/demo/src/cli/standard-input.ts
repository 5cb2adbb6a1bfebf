/** Standard input of a verb. Loads nothing else, since a hook reads it before it knows whether there is anything to do. */
import { refuse } from '@verbatim/core';
import { inputBytesMax } from './limits.js';
import { suggestionsFor } from './print/suggestion.js';
import { reportThrown, reportUsage } from './report.js';
import type { Shell } from './shell.js';

/**
 * All of standard input, or undefined where that was reported as a mistake: nobody wants to type a file blindly, so a
 * terminal is a usage error, with the verb and the names to type instead.
 */
export async function readStandardInput(
  shell: Shell,
  isJson: boolean,
  verb: string,
  names: readonly string[] = [],
): Promise<Uint8Array | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) {
    const message = 'The content is read from standard input, and nothing is connected to it.';
    const hint = `${suggestionsFor({}).command(verb, names)} < NEW-CONTENT`;
    reportUsage(shell.output, isJson, { message, hint });
    return undefined;
  }
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > inputBytesMax) {
        refuse(
          'LIMIT',
          `Standard input holds more than ${inputBytesMax / 1_048_576} MiB, the most that one file may have.`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    reportThrown(shell.output, isJson, error);
    return undefined;
  }
}
