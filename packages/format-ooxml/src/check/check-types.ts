import type { OfficePackage } from '../package/office-package.js';
import { type OfficeProblem, problem } from '../problem.js';

/** Content types against parts. An item without a type is no part (ECMA-376 part 2, 7.2.5.5); Office leaves some behind. */
export function checkTypes(pack: OfficePackage): OfficeProblem[] {
  const problems = [...pack.contentTypes.problems];
  for (const [key, name] of pack.contentTypes.overrides) {
    if (pack.part(key) === undefined) {
      problems.push(problem('warn', 'override-absent', 'A content type is given for a part that is not there.', name));
    }
  }
  for (const entry of pack.parts) {
    if (entry.key !== '[content_types].xml' && pack.typeOf(entry) === undefined) {
      problems.push(problem('warn', 'content-type-absent', 'The entry has no content type.', entry.name));
    }
  }
  return problems;
}
