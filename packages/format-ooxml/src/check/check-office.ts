import { familyNames, familyOfName } from '../package/families.js';
import { OfficePackage } from '../package/office-package.js';
import { isRefusal, listProblems, type OfficeProblem, problem, problemOf } from '../problem.js';
import type { Entry } from '../zip/entry.js';
import { readArchive } from '../zip/read-archive.js';
import { checkMainPart, DocumentRoot } from './check-main-part.js';
import { checkParts } from './check-parts.js';
import { checkRelationships } from './check-relationships.js';
import { checkTypes } from './check-types.js';
import { nameOtherBytes } from './name-bytes.js';
import { ShapeIds } from './shape-ids.js';

export interface OfficeCheck {
  /** `refuse` where any problem is of grade `refuse`. */
  readonly verdict: 'accept' | 'refuse';
  readonly problems: readonly OfficeProblem[];
}

/**
 * Says whether bytes would open as the Office file that their name promises: every entry readable in full with the right
 * length and CRC-32, content types and relationships sound, the main part of the right kind and there with all that it
 * needs, every XML part well-formed. No stricter than Office, as a false refusal would block a person's restore; schemas
 * are not checked. A name without an Office ending promises only some Office file.
 *
 * For any bytes: never throws, and both memory and work are bounded by `limits`.
 */
export function checkOffice(bytes: Uint8Array, fileName: string): OfficeCheck {
  return verdictOf(findProblems(bytes, fileName));
}

function findProblems(bytes: Uint8Array, fileName: string): readonly OfficeProblem[] {
  const other = nameOtherBytes(bytes);
  if (other !== undefined) {
    const family = familyOfName(fileName);
    const what = family === undefined ? 'an Office file' : familyNames[family];
    return [problem('refuse', other.code, `This file is not ${what}: it is ${other.name}.`)];
  }
  try {
    const archive = readArchive(bytes);
    // What is wrong with the container explains best why nothing can be read from it.
    if (archive.problems.some(isRefusal)) return archive.problems;
    return checkPackage(new OfficePackage(archive), fileName);
  } catch (error) {
    return [problemOf(error)];
  }
}

/**
 * Checks an opened package whose container is sound; `isChecked` names parts that are known to be sound as well, so that an
 * edit need not read them again. Cheap checks come first, and what they refuse is not unpacked.
 */
export function checkPackage(
  pack: OfficePackage,
  fileName: string,
  isChecked: (entry: Entry) => boolean = () => false,
): readonly OfficeProblem[] {
  let problems = pack.archive.problems;
  const root = new DocumentRoot(pack);
  const ids = new ShapeIds(pack);
  const watch = { visitorOf: (entry: Entry) => root.visitorOf(entry) ?? ids.visitorOf(entry) };
  for (const check of [
    () => checkTypes(pack),
    () => checkParts(pack, isChecked, watch),
    () => ids.problems,
    () => checkRelationships(pack),
    () => checkMainPart(pack, fileName, root),
  ]) {
    problems = [...problems, ...check()];
    if (problems.some(isRefusal)) break;
  }
  return listProblems(problems);
}

function verdictOf(problems: readonly OfficeProblem[]): OfficeCheck {
  return { verdict: problems.some(isRefusal) ? 'refuse' : 'accept', problems };
}
