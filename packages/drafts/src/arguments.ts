/** What a caller without types may hand over by mistake. It throws before anything is written: guessing would do the opposite. */
import { isBytes, VerbatimError } from '@verbatim/core';

export function checkBytes(path: string, bytes: unknown): void {
  if (isBytes(bytes)) return;
  invalid(`The bytes of “${path}” must be a Uint8Array, not ${kindOf(bytes)}.`, path, 'Encode text as UTF-8 first.');
}

export function checkString(what: string, value: unknown, path?: string): void {
  if (typeof value !== 'string') invalid(`${what} must be a string, not ${kindOf(value)}.`, path);
}

export function checkBoolean(what: string, value: unknown, path: string): void {
  if (typeof value !== 'boolean') invalid(`${what} must be true or false, not ${kindOf(value)}.`, path);
}

export function checkFunction(what: string, value: unknown, path: string): void {
  if (typeof value !== 'function') invalid(`${what} must be a function, not ${kindOf(value)}.`, path);
}

export function invalid(message: string, path?: string, hint?: string): never {
  throw new VerbatimError('VERBATIM_CALL_INVALID', message, {
    ...(path === undefined ? {} : { path }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** In words, never the value itself: it may be long, or a secret. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return `a value of the kind ${value.constructor?.name ?? 'Object'}`;
}
