/** Operations on single files of the draft; all of one call make one revision. */
import { refuse } from '@verbatim/core';
import { replaceText } from '@verbatim/format-text';
import type { Written } from '../answers.js';
import { checkString, invalid } from '../arguments.js';
import { normalPath } from '../files/normal-path.js';
import { reservedBy } from '../policy.js';
import type { Room } from '../room.js';
import { DraftWriting, type NormalFile, normalFile } from './draft-writing.js';
import { reasonOf } from './reason.js';
import { type WriteOptions, write } from './write.js';

export type Operation =
  | { readonly op: 'write'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  | Edit;

/** Replaces text exactly; more than one match is refused unless `all`. */
interface Edit {
  readonly op: 'edit';
  readonly path: string;
  readonly replace: string;
  readonly with: string;
  readonly all?: boolean;
}

export function apply(room: Room, given: readonly Operation[], options: WriteOptions): Promise<Written> {
  if (given.length === 0) refuse('INPUT_INVALID', 'There is nothing to do: no operation was given.');
  const operations = given.map((operation) => normalised(room, operation));
  if (options.asPlatform !== true) checkReserved(room, operations);
  return write(room, options, {
    arguments: ['apply', operations.map(argumentsOf)],
    async plan(base) {
      const draft = new DraftWriting(room, base);
      for (const operation of operations) await carryOut(room, draft, operation);
      return draft.plan(() => reasonOf(operations));
    },
  });
}

/** An operation with its paths, and the bytes of a file that it gives, in their normal form. */
type Normal =
  | Exclude<Operation, { op: 'write' }>
  | { readonly op: 'write'; readonly path: string; readonly file: NormalFile };

async function carryOut(room: Room, draft: DraftWriting, operation: Normal): Promise<void> {
  switch (operation.op) {
    case 'write':
      return draft.set(operation.file);
    case 'delete':
      await draft.must(operation.path);
      return draft.remove(operation.path);
    case 'rename': {
      const { from, to } = operation;
      const file = await draft.must(from);
      if (from === to) return;
      if ((await draft.get(to)) !== null) refuse('PATH_TAKEN', `There is a file “${to}” already.`, [to]);
      await draft.point(to, file);
      return draft.remove(from);
    }
    case 'edit':
      return draft.set(normalFile(room, { path: operation.path, bytes: await edited(room, draft, operation) }));
  }
}

async function edited(room: Room, draft: DraftWriting, operation: Edit): Promise<Uint8Array> {
  const { path, replace, all = false } = operation;
  if (replace === '') refuse('INPUT_INVALID', 'The text to replace is empty.', [path]);
  const bytes = await draft.bytes(path);
  let result = replaceText(bytes, replace, operation.with, { all });
  // The file's lines may have been ended by LF when it was stored, and whoever edits it remembers CR LF.
  if (result.kind === 'absent' && room.policy.text === 'normal' && replace.includes('\r')) {
    result = replaceText(bytes, withLf(replace), withLf(operation.with), { all });
  }
  if (result.kind === 'replaced') return result.bytes;
  if (result.kind === 'absent') {
    return refuse('MATCH_ABSENT', result.reason, [path], 'Read the file again; check spaces and line ends.');
  }
  return refuse(
    'MATCH_AMBIGUOUS',
    `The text is in the file ${result.count} times.`,
    [path],
    'Give more of the text around it, or replace all.',
  );
}

function withLf(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function normalised(room: Room, operation: Operation): Normal {
  switch (operation.op) {
    case 'write': {
      const file = normalFile(room, operation);
      return { op: 'write', path: file.path, file };
    }
    case 'rename':
      return { op: 'rename', from: normalPath(operation.from), to: normalPath(operation.to) };
    case 'delete':
      return { op: 'delete', path: normalPath(operation.path) };
    case 'edit': {
      const path = normalPath(operation.path);
      checkString(`The text to replace in “${path}”`, operation.replace, path);
      checkString(`The text to put into “${path}”`, operation.with, path);
      return { ...operation, path };
    }
    default:
      return invalid('An operation is a write, a delete, a rename or an edit, and nothing else.', room.app);
  }
}

function checkReserved({ policy }: Room, operations: readonly Normal[]): void {
  const isReserved = reservedBy(policy);
  const paths = operations.flatMap((one) => (one.op === 'rename' ? [one.from, one.to] : [one.path])).filter(isReserved);
  if (paths.length > 0) refuseReserved(paths);
}

export function refuseReserved(paths: readonly string[]): never {
  refuse(
    'PATH_RESERVED',
    `“${paths[0]}” belongs to the platform and is not changed by edits.`,
    paths,
    'Leave these files as they are; the platform writes them.',
  );
}

/** In an order of their own, so that it does not matter in which a caller names them. */
function argumentsOf(operation: Normal): readonly unknown[] {
  switch (operation.op) {
    case 'write':
      return ['write', operation.path, operation.file.hash];
    case 'delete':
      return ['delete', operation.path];
    case 'rename':
      return ['rename', operation.from, operation.to];
    case 'edit':
      return ['edit', operation.path, operation.replace, operation.with, operation.all === true];
  }
}
