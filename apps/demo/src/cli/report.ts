/** Answers, refusals, faults and bugs on their way out: as JSON or in words, each with its exit code. No stack traces. */
import { RefusalError } from '@verbatim/core';
import type { Refused } from '@verbatim/review';
import { type Fault, faultOf, refusedOf } from '../operations/thrown.js';
import type { Output } from './output.js';
import type { RepeatedOptions } from './print/suggestion.js';
import { faultText, refusalText } from './print/trouble.js';

export const exitCodes = { done: 0, fault: 1, refused: 2, usage: 64, interrupted: 130 } as const;

/** One JSON value and a line end. */
export function writeJson(output: Output, answer: object): void {
  output.result(`${JSON.stringify({ v: 1, ...answer })}\n`);
}

export function reportRefusal(output: Output, isJson: boolean, refused: Refused, repeated: RepeatedOptions = {}): void {
  if (isJson) writeJson(output, refused);
  else output.message(refusalText(refused, output.messageColors, repeated));
  output.exit(exitCodes.refused);
}

/**
 * Whatever was thrown: a refusal, a fault, or something that nobody expected, which is a bug of ours. `repeated` are the options
 * that a command which it suggests needs too.
 */
export function reportThrown(output: Output, isJson: boolean, error: unknown, repeated: RepeatedOptions = {}): void {
  if (error instanceof RefusalError) reportRefusal(output, isJson, refusedOf(error), repeated);
  else reportFault(output, isJson, faultOf(error), repeated);
}

export function reportUsage(output: Output, isJson: boolean, usage: { message: string; hint: string }): void {
  const fault: Fault = { code: 'USAGE', ...usage, path: null };
  if (isJson) writeJson(output, { error: fault });
  else output.message(faultText(fault, output.messageColors, {}));
  output.exit(exitCodes.usage);
}

/** The last net: an exception that nobody caught is told as the bug it is, in one sentence. */
export function watchForBugs(output: Output, isJson: boolean): void {
  const tell = (error: unknown): void => {
    reportThrown(output, isJson, error);
    process.exit();
  };
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}

function reportFault(output: Output, isJson: boolean, fault: Fault, repeated: RepeatedOptions): void {
  if (isJson) writeJson(output, { error: fault });
  else output.message(faultText(fault, output.messageColors, repeated));
  output.exit(exitCodes.fault);
}
