/** Reads `{"edits": [{"op", "path", …}]}`: whole or not at all, each problem told by its place in the list. */
import { refuse } from '@verbatim/core';
import type { NewCell, NewCellType, NewParagraph, NewTextBox } from '@verbatim/format-ooxml';
import type { ReplaceText } from '@verbatim/node';
import { type FieldReader, type Fields, type Invalid, isFields, readFields } from './edit-fields.js';

export type EditStep = { readonly path: string } & (
  | ({ readonly op: 'replace' } & ReplaceText)
  | { readonly op: 'write'; readonly bytes: Uint8Array }
  | { readonly op: 'delete' }
  | { readonly op: 'move'; readonly to: string }
  | ({ readonly op: 'insert-paragraph' } & NewParagraph)
  | ({ readonly op: 'add-text-box' } & NewTextBox)
  | ({ readonly op: 'set-cell' } & NewCell)
);

type Op = EditStep['op'];

const fieldsOf: Readonly<Record<Op, readonly string[]>> = {
  replace: ['replace', 'with', 'all', 'paragraph', 'slide', 'shape'],
  write: ['text', 'base64'],
  delete: [],
  move: ['to'],
  'insert-paragraph': ['text', 'after'],
  'add-text-box': ['slide', 'text'],
  'set-cell': ['cell', 'value', 'type'],
};

/** Refuses `INPUT_INVALID`, naming the file `name` that the bytes came from. */
export function readEdits(source: Uint8Array, name: string): readonly EditStep[] {
  const invalid: Invalid = (what) =>
    refuse('INPUT_INVALID', `This is not a list of edits: ${what}.`, [name], 'See docs/cli/edits.json for its form.');
  const edits = parse(source, invalid);
  return edits.map((value, at) => readStep(value, (what) => invalid(`edits[${at}] ${what}`)));
}

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
  if (!isOp(op)) return invalid(`needs an "op" of ${Object.keys(fieldsOf).join(', ')}`);
  const known = ['op', 'path', ...fieldsOf[op]];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) return invalid(`has ${JSON.stringify(unknown)}, which "${op}" does not know`);
  const fields = readFields(value, invalid);
  const path = fields.text('path');
  switch (op) {
    case 'replace':
      return { op, path, ...replacement(fields), ...placeInOffice(value, fields) };
    case 'write':
      return { op, path, bytes: fields.content() };
    case 'delete':
      return { op, path };
    case 'move':
      return { op, path, to: fields.text('to') };
    case 'insert-paragraph':
      return { op, path, text: fields.text('text'), ...after(value, fields) };
    case 'add-text-box':
      return { op, path, slide: fields.count('slide', 1), text: fields.text('text') };
    case 'set-cell':
      return { op, path, cell: fields.text('cell'), ...cellValue(value, fields) };
  }
}

function replacement(fields: FieldReader): Pick<ReplaceText, 'replace' | 'with' | 'all'> {
  return { replace: fields.text('replace'), with: fields.text('with'), all: fields.yesOrNo('all') };
}

function placeInOffice(value: Fields, fields: FieldReader): Pick<ReplaceText, 'paragraph' | 'slide' | 'shape'> {
  return {
    ...(value['paragraph'] === undefined ? {} : { paragraph: fields.count('paragraph', 1) }),
    ...(value['slide'] === undefined ? {} : { slide: fields.count('slide', 1) }),
    ...(value['shape'] === undefined ? {} : { shape: fields.text('shape') }),
  };
}

function after(value: Fields, fields: FieldReader): Pick<NewParagraph, 'after'> {
  return value['after'] === undefined ? {} : { after: fields.count('after', 0) };
}

/** A text, as on the command line, or what JSON itself says a number or a boolean is. */
function cellValue({ value, type }: Fields, fields: FieldReader): Omit<NewCell, 'cell'> {
  const wanted = type === undefined ? {} : { type: fields.choice('type', cellTypes) };
  if (typeof value === 'boolean') return { value: value ? 'TRUE' : 'FALSE', type: 'boolean', ...wanted };
  if (typeof value === 'number') return { value: String(fields.number('value')), type: 'number', ...wanted };
  return { value: fields.text('value'), ...wanted };
}

export const cellTypes: readonly NewCellType[] = ['number', 'boolean', 'text'];

function isOp(op: unknown): op is Op {
  return typeof op === 'string' && Object.hasOwn(fieldsOf, op);
}
