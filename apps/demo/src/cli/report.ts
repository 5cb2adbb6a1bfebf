/** Answers, refusals, faults and bugs on their way out: as JSON or in words, each with its exit code. No stack traces. */
import { RefusalError } from '@verbatim/core';
import type { Refused } from '@verbatim/review';
import { type Fault, faultOf, refusedOf } from '../operations/thrown.js';
import type { Output } from './output.js';
import { faultText, refusalText } from './print/trouble.js';

export const exitCodes = { done: 0, fault: 1, refused: 2, usage: 64, interrupted: 130 } as const;

/** One JSON value and a line end. */
export function writeJson(output: Output, answer: object): void {
  output.result(`${JSON.stringify({ v: 1, ...answer })}\n`);
}

export function reportRefusal(output: Output, isJson: boolean, refused: Refused, suffix = ''): void {
  if (isJson) writeJson(output, refused);
  else output.message(refusalText(refused, output.messageColors, suffix));
  output.exit(exitCodes.refused);
}

/** Whatever was thrown: a refusal, a fault, or something that nobody expected, which is a bug of ours. */
export function reportThrown(output: Output, isJson: boolean, error: unknown, suffix = ''): void {
  if (error instanceof RefusalError) reportRefusal(output, isJson, refusedOf(error), suffix);
  else reportFault(output, isJson, faultOf(error));
}

export function reportUsage(output: Output, isJson: boolean, usage: { message: string; hint: string }): void {
  const fault: Fault = { code: 'USAGE', ...usage, path: null };
  if (isJson) writeJson(output, { error: fault });
  else output.message(faultText(fault, output.messageColors));
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

function reportFault(output: Output, isJson: boolean, fault: Fault): void {
  if (isJson) writeJson(output, { error: fault });
  else output.message(faultText(fault, output.messageColors));
  output.exit(exitCodes.fault);
}
