import { beforeAll, describe, expect, test } from 'vitest';
import { blockedByEdits, composeAround } from '../src/index.js';
import { blockedByTrying } from './around/blocked-by-trying.js';
import { Chance } from './around/chance.js';
import { anyEdit, type Edit } from './around/documents.js';
import { hasGit, mergeFiles, type ThreeVersions } from './around/merge-file.js';
import { typedMark } from './around/person.js';
import { type Review, reviewOf } from './around/review.js';
import { linesIn } from './around/text-of-bytes.js';
import { corpusPairs, hasCorpus } from './corpus.js';
import { same } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;

describe('a review of generated documents that a person edited in between', () => {
  checkReviews((seed) => anyEdit(new Chance(seed)), isLong ? 2_000 : 300);
});

describe.skipIf(!hasCorpus)('a review of real edits that a person edited in between', () => {
  checkReviews(
    (seed) => {
      const { before, after, fileName } = corpusPairs[seed % corpusPairs.length]!;
      return { before, after, options: { fileName } };
    },
    isLong ? 750 : 150,
  );
});

function checkReviews(editOf: (seed: number) => Edit, count: number): void {
  let reviews: Review[];
  let decided: (Review & { readonly result: Uint8Array })[];

  beforeAll(() => {
    reviews = [];
    for (let seed = 0; reviews.length < count; seed++) {
      const review = reviewOf(editOf(seed), new Chance(seed + 1_000_000));
      if (review !== undefined) reviews.push(review);
    }
    decided = reviews.flatMap((review) => {
      const composed = composeAround(review.set, review.verdicts, review.wanted, review.current);
      return 'bytes' in composed ? [{ ...review, result: composed.bytes }] : [];
    });
  }, 600_000);

  test('is held up by an edit exactly where it overlaps or touches a change whose verdict turns', () => {
    for (const review of reviews) {
      const tried = [...blockedByTrying(review)].sort();
      const composed = composeAround(review.set, review.verdicts, review.wanted, review.current);
      must('blocked' in composed ? composed.blocked.toSorted() : 'bytes' in composed ? [] : composed, tried, review);
      const blocked = blockedByEdits(review.set, review.verdicts, review.current);
      if ('unfit' in blocked) throw new Error(blocked.unfit);
      must([...blocked].filter((id) => review.turning.has(id)).sort(), tried, review);
    }
    expect(decided.length).toBeGreaterThan(reviews.length / 3);
    expect(decided.length).toBeLessThan((reviews.length * 9) / 10);
  });

  test('keeps every line that the person typed or typed in', () => {
    for (const review of decided) {
      const typed = linesIn(review.reading.text(review.current)).filter((line) => line.includes(typedMark));
      const kept = new Set(linesIn(review.reading.text(review.result)));
      must(
        typed.filter((line) => !kept.has(line)),
        [],
        review,
      );
    }
  });

  test.skipIf(!hasGit)('gives what git merge-file gives', { timeout: 600_000 }, () => {
    const merged = mergeFiles(decided.map((review) => versionsForGit(review)));
    const others = decided.filter((review, at) => {
      const isEqual = merged[at] !== undefined && same(merged[at], versionForGit(review, review.result));
      // With a line there twice, git may take another one for the edited one; else there is one answer.
      if (!isEqual && !review.isAmbiguous) must(merged[at] ?? 'a conflict', review.result, review);
      return !isEqual;
    });
    expect(others.length).toBeLessThanOrEqual(decided.length / 100);
  });

  test('can be taken back: the very bytes return', () => {
    const stuck = decided.filter((review) => {
      const undone = composeAround(review.set, review.wanted, review.verdicts, review.result);
      if ('bytes' in undone) must(same(undone.bytes, review.current), true, review);
      else if (!review.isAmbiguous) must(undone, 'bytes', review);
      return !('bytes' in undone);
    });
    expect(stuck.length).toBeLessThanOrEqual(decided.length / 100);
  });

  test('is what it would be without edits where nobody edited, and leaves the file alone where no verdict turns', () => {
    for (const { set, verdicts, wanted, expected, current, target } of reviews) {
      const unedited = composeAround(set, verdicts, wanted, expected);
      const unturned = composeAround(set, verdicts, verdicts, current);
      expect('bytes' in unedited && same(unedited.bytes, target)).toBe(true);
      expect('bytes' in unturned && same(unturned.bytes, current)).toBe(true);
      expect(blockedByEdits(set, verdicts, expected)).toEqual(new Set());
    }
  });
}

function versionsForGit(review: Review): ThreeVersions {
  const { current, expected, target } = review;
  return {
    current: versionForGit(review, current),
    expected: versionForGit(review, expected),
    target: versionForGit(review, target),
  };
}

/** Git knows no lone CR for a line end and takes UTF-16 for binary; such a file is given to it with each line in hex. */
function versionForGit({ reading, set }: Review, bytes: Uint8Array): Uint8Array {
  const isPlain = [set.before, set.after].every((file) => !/\r(?!\n)/.test(reading.text(file)));
  if (isPlain && reading.unitBytes === 1) return bytes;
  const lines = linesIn(reading.text(bytes)).map((line) => Buffer.from(line, 'utf16le').toString('hex'));
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** Compares, and shows the review where it fails. */
function must(actual: unknown, wanted: unknown, { set, reading, taken, ...review }: Review): void {
  const shown = [review.expected, review.current, review.target].map((bytes) => linesIn(reading.text(bytes)));
  expect(actual, JSON.stringify({ format: set.format, taken, shown })).toEqual(wanted);
}
