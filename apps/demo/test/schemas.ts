/** Holds answers to the schemas in docs/cli. */

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

const folder = new URL('../../../docs/cli/', import.meta.url);

export const schemaOf: Readonly<Record<string, string>> = {
  accept: 'decision.json',
  'add-text-box': 'act.json',
  apply: 'act.json',
  begin: 'begin.json',
  cancel: 'cancel.json',
  commit: 'act.json',
  completion: 'completion.json',
  delete: 'act.json',
  demo: 'demo.json',
  diff: 'diff.json',
  discard: 'decision.json',
  'draft apps': 'draft.json#/$defs/apps',
  'draft check': 'draft.json#/$defs/judged',
  'draft delete': 'draft.json#/$defs/written',
  'draft diff': 'draft.json#/$defs/diff',
  'draft edit': 'draft.json#/$defs/written',
  'draft export': 'draft.json#/$defs/export',
  'draft log': 'draft.json#/$defs/log',
  'draft metrics': 'draft.json#/$defs/metrics',
  'draft publish': 'draft.json#/$defs/judged',
  'draft rename': 'draft.json#/$defs/written',
  'draft save': 'draft.json#/$defs/written',
  'draft ship': 'draft.json#/$defs/judged',
  'draft show': 'draft.json#/$defs/show',
  'draft turn': 'draft.json#/$defs/turn',
  'draft undo': 'draft.json#/$defs/written',
  'draft verify': 'draft.json#/$defs/verify',
  'draft write': 'draft.json#/$defs/written',
  doctor: 'doctor.json',
  edit: 'act.json',
  export: 'export.json',
  history: 'history.json',
  hook: 'hook.json',
  'insert-paragraph': 'act.json',
  inspect: 'inspect.json',
  keep: 'decision.json',
  move: 'act.json',
  pin: 'pin.json',
  purge: 'purge.json',
  relocate: 'relocate.json',
  reject: 'decision.json',
  restore: 'restore.json',
  salvage: 'salvage.json',
  save: 'save.json',
  serve: 'serve.json',
  'set-cell': 'act.json',
  status: 'status.json',
  undo: 'undo.json',
  unpin: 'pin.json',
  verify: 'verify.json',
  write: 'act.json',
};

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
  ajv.addSchema(closed(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))) as object);
}

/** What is wrong with a verb's answer; a line that was not understood, whatever its verb, is a fault. */
export function schemaProblems(verb: string, answer: unknown): string[] {
  return problemsIn(schemaOf[verb] ?? 'parts.json#/$defs/fault', answer);
}

export function problemsIn(schema: string, value: unknown): string[] {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) return [`there is no schema ${schema}`];
  return validate(value) === true ? [] : (validate.errors ?? []).map(told);
}

function told({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}

/** The schemas leave room for fields to come; here every field has to be one that they name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner ? { additionalProperties: false, ...inner } : inner;
}
