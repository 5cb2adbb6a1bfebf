import type { OfficePackage } from '../package/office-package.js';
import { type Relationship, sourceNameOf } from '../package/relationships.js';
import { type OfficeProblem, problem, problemOf } from '../problem.js';
import type { Entry } from '../zip/entry.js';

/**
 * Every relationships part. A target that is not there is a warning, as Office writes `Target="NULL"` itself; what the main
 * part cannot do without is checked with the main part. A related part without a content type is refused, as Word does.
 */
export function checkRelationships(pack: OfficePackage): OfficeProblem[] {
  const problems: OfficeProblem[] = [];
  for (const entry of pack.parts) {
    const source = sourceNameOf(entry.name);
    if (source === undefined || entry.size === 0) continue;
    try {
      for (const found of checkPart(pack, entry, source)) problems.push(found);
    } catch (error) {
      problems.push(unread(problemOf(error)));
    }
  }
  return problems;
}

function checkPart(pack: OfficePackage, entry: Entry, source: string): OfficeProblem[] {
  const { list, problems } = pack.relationshipsOf(source);
  if (source !== '' && pack.part(source) === undefined) {
    const message = 'The part that these relationships belong to is not there.';
    return [...problems, problem('warn', 'source-absent', message, entry.name)];
  }
  return [...problems, ...list.flatMap((relationship) => checkTarget(pack, entry, source, relationship))];
}

function checkTarget(pack: OfficePackage, entry: Entry, source: string, relationship: Relationship): OfficeProblem[] {
  if (relationship.isExternal) return [];
  const target = pack.targetOf(source, relationship);
  if (target === undefined) {
    const message = `Nothing is at the target ${relationship.target.slice(0, 200)} of a relationship.`;
    return [problem('warn', 'target-absent', message, entry.name)];
  }
  if (pack.typeOf(target) !== undefined) return [];
  return [problem('refuse', 'content-type-absent', 'The part is used but has no content type.', target.name)];
}

/** Above the size that is read as values, a part that passed the gate is not judged further. */
function unread(found: OfficeProblem): OfficeProblem {
  return found.code === 'limit' ? { ...found, code: 'not-checked', grade: 'warn' } : found;
}
