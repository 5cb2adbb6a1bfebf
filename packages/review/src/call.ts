/** What callers without types may get wrong: a mistake of the program, told as a fault before anything is read or written. */
import { isBytes, VerbatimError } from '@verbatim/core';
import type { Edit, Target } from './review-api.js';

const ops: ReadonlySet<string> = new Set<Edit['op']>(['write', 'change', 'delete', 'move']);

export function checkEdits(edits: readonly Edit[]): void {
  for (const edit of edits) {
    if (!ops.has(edit.op)) invalid(`There is no edit ${JSON.stringify(edit.op)}.`);
    if (typeof edit.path !== 'string' || (edit.op === 'move' && typeof edit.to !== 'string'))
      invalid('A path has to be text.');
    if (edit.op === 'write') checkBytes(edit.bytes, edit.path);
  }
}

export function checkBytes(bytes: unknown, path?: string): void {
  if (!isBytes(bytes)) invalid('The bytes of a file have to be a Uint8Array; encode text first.', path);
}

export function checkTargetForms(targets: readonly Target[]): void {
  for (const target of targets) {
    const isKnown = target.kind === 'file' ? typeof target.path === 'string' : target.kind === 'action';
    if (!isKnown) invalid('A target is a file with its path, or an action with its id.');
  }
}

function invalid(message: string, path?: string): never {
  throw new VerbatimError('VERBATIM_CALL_INVALID', message, path === undefined ? {} : { path });
}
