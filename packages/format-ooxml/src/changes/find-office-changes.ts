import { checkOffice } from '../check/check-office.js';
import { compareWorkbooks } from '../excel/compare-workbooks.js';
import { familyNames, familyOfName, type OfficeFamily } from '../package/families.js';
import { openSide, sameBytes } from '../package/side.js';
import { comparePresentations } from '../powerpoint/compare-presentations.js';
import { broken, isRefusal, type OfficeProblem, PackageError } from '../problem.js';
import { recognizeOffice } from '../recognize-office.js';
import { compareDocuments } from '../word/compare-documents.js';
import { crc32 } from '../zip/crc32.js';
import type { OfficeChange, OfficeChangeSet } from './change.js';
import { ChangeList } from './change-list.js';
import { compareParts } from './compare-parts.js';
import { Comparison } from './comparison.js';

/**
 * Finds what differs between two versions of an Office file: Word by paragraph, PowerPoint by shape, Excel by cell, every
 * other part by its name, and a file that only was packed anew as that. There is at least one change where the bytes
 * differ. Where a version cannot be looked into, the file is one change, and the reason says why.
 *
 * For any bytes: does not throw, and work is bounded by `limits`; where one bites, the set is `coarse`.
 */
export function findOfficeChanges(before: Uint8Array, after: Uint8Array, fileName: string): OfficeChangeSet {
  const format = recognizeOffice(after, fileName) ?? recognizeOffice(before, fileName) ?? 'binary';
  const reason = reasonFor(format, fileName);
  if (sameBytes(before, after)) return { format, decidedBy: 'whole-file', reason, changes: [], coarse: false };
  try {
    const { changes, isCoarse } = compare(before, after);
    return { format, decidedBy: 'whole-file', reason, changes, coarse: isCoarse };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const why = `${describeDamage(before, after, error.problem)} ${reason}`;
    return {
      format,
      decidedBy: 'whole-file',
      reason: why,
      changes: wholeFile(before, after),
      coarse: error.problem.code === 'limit',
    };
  }
}

function compare(before: Uint8Array, after: Uint8Array): { changes: readonly OfficeChange[]; isCoarse: boolean } {
  const comparison = new Comparison(openSide(before), openSide(after));
  const { family } = comparison.after;
  if (comparison.before.family !== family) {
    broken('wrong-kind', `The file was ${familyNames[comparison.before.family]} and is ${familyNames[family]} now.`);
  }
  comparers[family](comparison);
  compareParts(comparison);
  const { changes } = comparison;
  if (changes.count === 0) changes.add('package', 'package rewritten, contents equal', [sizes(before, after)]);
  return { changes: changes.finish(), isCoarse: changes.isCoarse };
}

const comparers: Readonly<Record<OfficeFamily, (comparison: Comparison) => void>> = {
  word: compareDocuments,
  powerpoint: comparePresentations,
  excel: compareWorkbooks,
};

/** Why there is one decision for the file, and whether its name says something else. */
function reasonFor(format: OfficeFamily | 'binary', fileName: string): string {
  if (format === 'binary') return 'The file is no Office file and is decided as a whole.';
  const whole =
    'Office files are decided as a whole: their parts depend on each other, so no single change can be taken out safely.';
  if (familyOfName(fileName) === format) return whole;
  return `${whole} The file is ${familyNames[format]}, although its name does not say so.`;
}

/** Which version cannot be looked into, and why. */
function describeDamage(before: Uint8Array, after: Uint8Array, found: OfficeProblem): string {
  if (found.code === 'wrong-kind' && found.part === undefined) return found.message;
  const damage = { before: refusalOf(before), after: refusalOf(after) };
  const sentences = [
    damage.before === undefined ? '' : `The file before the edit cannot be looked into: ${damage.before}`,
    damage.after === undefined ? '' : `The file after the edit cannot be looked into: ${damage.after}`,
  ].filter((sentence) => sentence !== '');
  return sentences.length > 0 ? sentences.join(' ') : `The two versions cannot be compared: ${found.message}`;
}

function refusalOf(bytes: Uint8Array): string | undefined {
  const refusal = checkOffice(bytes, '').problems.find(isRefusal);
  return refusal && `${refusal.part === undefined ? '' : `${refusal.part}: `}${refusal.message}`;
}

function wholeFile(before: Uint8Array, after: Uint8Array): readonly OfficeChange[] {
  const changes = new ChangeList();
  changes.add('whole-file', 'whole file', [sizes(before, after)], `${crc32(before)}:${crc32(after)}`);
  return changes.finish();
}

function sizes(before: Uint8Array, after: Uint8Array): { before: string; after: string } {
  return { before: `${before.length} bytes`, after: `${after.length} bytes` };
}
