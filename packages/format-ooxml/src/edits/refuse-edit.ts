import { type RefusalCode, refuse } from '@verbatim/core';
import type { OfficeProblem, ProblemCode } from '../problem.js';

/**
 * The refusals of native edits: `OFFICE_INVALID`, a file that is no sound package; `OFFICE_UNSUPPORTED`, an edit that could
 * not be made without touching more than it must, or that the file forbids; `OFFICE_PLACE_ABSENT`, a place that is not
 * there; `MATCH_ABSENT` and `MATCH_AMBIGUOUS`, a text that is not exactly once where it is looked for; `INPUT_INVALID`, an
 * argument that cannot mean anything; `LIMIT`.
 */
export type EditRefusal = Extract<
  RefusalCode,
  | 'OFFICE_INVALID'
  | 'OFFICE_UNSUPPORTED'
  | 'OFFICE_PLACE_ABSENT'
  | 'MATCH_ABSENT'
  | 'MATCH_AMBIGUOUS'
  | 'INPUT_INVALID'
  | 'LIMIT'
>;

/** Throws a refusal. Whoever runs the edit adds which file it was. */
export function refuseEdit(code: EditRefusal, message: string, next?: string): never {
  return refuse(code, message, [], next);
}

/** Refuses because of what is wrong with the package. */
export function refuseProblem({ code, message, part }: OfficeProblem): never {
  const text = part === undefined ? message : `${message} (${part})`;
  if (code === 'limit') return refuseEdit('LIMIT', text);
  if (otherKinds.has(code)) return refuseEdit('OFFICE_UNSUPPORTED', text);
  if (code === 'encrypted' || code === 'zip-encrypted') {
    return refuseEdit('OFFICE_UNSUPPORTED', text, 'Take the password off in its own program first.');
  }
  if (code === 'legacy-format') {
    return refuseEdit('OFFICE_UNSUPPORTED', text, 'Save it in the current format in its own program first.');
  }
  return refuseEdit('OFFICE_INVALID', text, 'Repair the file in its own program first.');
}

/** Sound perhaps, but no file that these edits are for. */
const otherKinds: ReadonlySet<ProblemCode> = new Set([
  'wrong-kind',
  'other-package',
  'open-document',
  'binary-workbook',
]);
