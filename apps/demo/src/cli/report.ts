/** Answers, refusals, faults and bugs on their way out: as JSON or in words, each with its exit code. No stack traces. */
import { isVerbatimError, RefusalError } from '@verbatim/core';
import type { Output } from './output.js';
import { faultText, refusalText } from './print/trouble.js';

export const exitCodes = { done: 0, fault: 1, refused: 2, usage: 64, interrupted: 130 } as const;

export interface Refused {
  readonly outcome: 'refused';
  readonly code: string;
  readonly message: string;
  readonly files: readonly { readonly path: string }[];
  readonly next?: string;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly path: string | null;
}

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

export function refusedOf({ refusal }: RefusalError): Refused {
  const { code, message, files, next } = refusal;
  const refused = { outcome: 'refused', code, message, files: files.map((path) => ({ path })) } as const;
  return next === undefined ? refused : { ...refused, next };
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

function faultOf(error: unknown): Fault {
  if (isVerbatimError(error)) {
    const { code, message, hint = null, path = null } = error;
    return { code, message, hint, path };
  }
  const what = error instanceof Error ? error.message : String(error);
  return {
    code: 'VERBATIM_BUG',
    message: `Something happened in Verbatim that should not: ${what}`,
    hint: 'Your files are as the last answer said, or as they were before this command. Please report this sentence.',
    path: null,
  };
}
