/** Reads `{"edits": [{"op", "path", …}]}`: whole or not at all, each problem told by its place in the list. */
import { refuse } from '@verbatim/core';

export type EditStep =
  | {
      readonly op: 'replace';
      readonly path: string;
      readonly replace: string;
      readonly with: string;
      readonly all: boolean;
    }
  | { readonly op: 'write'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'move'; readonly path: string; readonly to: string };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf: Readonly<Record<EditStep['op'], readonly string[]>> = {
  replace: ['replace', 'with', 'all'],
  write: ['text', 'base64'],
  delete: [],
  move: ['to'],
};

/** Refuses `INPUT_INVALID`, naming the file `name` that the bytes came from. */
export function readEdits(source: Uint8Array, name: string): readonly EditStep[] {
  const invalid: Invalid = (what) =>
    refuse('INPUT_INVALID', `This is not a list of edits: ${what}.`, [name], 'See docs/cli/edits.json for its form.');
  const edits = parse(source, invalid);
  return edits.map((value, at) => readStep(value, (what) => invalid(`edits[${at}] ${what}`)));
}

type Invalid = (what: string) => never;

function parse(source: Uint8Array, invalid: Invalid): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(source));
  } catch (error) {
    return invalid(error instanceof SyntaxError ? `it is no JSON (${error.message})` : 'it is not in UTF-8');
  }
  const edits = isFields(value) ? value['edits'] : undefined;
  if (!Array.isArray(edits)) return invalid('it needs a list "edits"');
  if (edits.length === 0) return invalid('"edits" is empty');
  return edits;
}

function readStep(value: unknown, invalid: Invalid): EditStep {
  if (!isFields(value)) return invalid('is no object');
  const { op } = value;
  if (typeof op !== 'string' || !Object.hasOwn(fieldsOf, op)) {
    return invalid(`needs an "op" of ${Object.keys(fieldsOf).join(', ')}`);
  }
  const known = ['op', 'path', ...fieldsOf[op as EditStep['op']]];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return invalid(`has ${JSON.stringify(unknown)}, which "${op}" does not know`);
  const path = text(value, 'path', invalid);
  switch (op as EditStep['op']) {
    case 'replace': {
      const { all = false } = value;
      if (typeof all !== 'boolean') return invalid('has an "all" that is neither true nor false');
      return { op: 'replace', path, replace: text(value, 'replace', invalid), with: text(value, 'with', invalid), all };
    }
    case 'write':
      return { op: 'write', path, bytes: content(value, invalid) };
    case 'delete':
      return { op: 'delete', path };
    case 'move':
      return { op: 'move', path, to: text(value, 'to', invalid) };
  }
}

function content(value: Fields, invalid: Invalid): Uint8Array {
  const { text: plain, base64 } = value;
  if ((plain === undefined) === (base64 === undefined)) return invalid('needs either "text" or "base64"');
  if (plain !== undefined) return new TextEncoder().encode(text(value, 'text', invalid));
  const encoded = text(value, 'base64', invalid);
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips what it does not know; a file with bytes missing must not come of it.
  return bytes.toString('base64') === encoded ? bytes : invalid('has a "base64" that is not in its exact form');
}

function text(value: Fields, name: string, invalid: Invalid): string {
  const found = value[name];
  if (typeof found !== 'string') return invalid(`needs a text "${name}"`);
  if (/\p{Surrogate}/u.test(found)) return invalid(`has half of a surrogate pair in "${name}"`);
  return found;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
