import { beforeAll, describe, expect, test } from 'vitest';
import { blockedByEdits, type ChangeId, composeAround } from '../src/index.js';
import { blockedByTrying } from './around/blocked-by-trying.js';
import { Chance } from './around/chance.js';
import { anyEdit, type Edit } from './around/documents.js';
import { hasGit, mergeFiles, type ThreeVersions } from './around/merge-file.js';
import { spliced } from './around/person.js';
import { type Review, reviewOf } from './around/review.js';
import { moreRounds, typedLines } from './around/rounds.js';
import { linesIn, type Reading } from './around/text-of-bytes.js';
import { corpusPairs, hasCorpus } from './corpus.js';
import { same } from './promises.js';

const isLong = process.env['VERBATIM_LONG'] !== undefined;

describe('a review of generated documents that a person edited in between', () => {
  checkReviews((seed) => anyEdit(new Chance(seed)), isLong ? 2_000 : 200);
});

describe.skipIf(!hasCorpus)('a review of real edits that a person edited in between', () => {
  checkReviews(
    (seed) => {
      const { before, after, fileName } = corpusPairs[seed % corpusPairs.length]!;
      return { before, after, options: { fileName } };
    },
    isLong ? 750 : 75,
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
    for (const review of reviews.filter(canBeTried)) {
      const tried = [...blockedByTrying(review)].sort();
      const composed = composeAround(review.set, review.verdicts, review.wanted, review.current);
      const found = 'blocked' in composed ? composed.blocked.toSorted() : 'bytes' in composed ? [] : composed;
      if (tried.length > 0 || !wouldBreakJson(review)) must(found, tried, review);
      else must(found, [...review.turning].sort(), review);
      const blocked = blockedByEdits(review.set, review.verdicts, review.current);
      if ('unfit' in blocked) throw new Error(blocked.unfit);
      must([...blocked.keys()].filter((id) => review.turning.has(id)).sort(), tried, review);
    }
    expect(decided.length).toBeGreaterThan(reviews.length / 3);
    expect(decided.length).toBeLessThan((reviews.length * 9) / 10);
  });

  test('keeps every line that the person typed or typed into, through several rounds', () => {
    let turns = 0;
    for (const review of decided) {
      const { text } = review.reading;
      must(typedLines(text(review.result)), typedLines(text(review.current)), review);
      for (const { from, to } of moreRounds(review, new Chance(turns))) {
        must(typedLines(text(to)), typedLines(text(from)), review);
        turns++;
      }
    }
    expect(turns).toBeGreaterThan(decided.length);
  });

  test('brings nothing back that the person took out', () => {
    for (const review of decided) {
      const { text } = review.reading;
      const count = (version: 'expected' | 'current' | 'target' | 'result'): ((line: string) => number) => {
        const lines = linesIn(text(review[version]));
        return (wanted) => lines.filter((line) => line === wanted).length;
      };
      const [expected, current, target, result] = [
        count('expected'),
        count('current'),
        count('target'),
        count('result'),
      ];
      const takenOut = [...new Set(linesIn(text(review.expected)))].filter((line) => current(line) < expected(line));
      // Only the turning changes may bring lines, and only as many as they do without the person's edits.
      const isBack = (line: string): boolean =>
        result(line) - current(line) > Math.max(0, target(line) - expected(line));
      must(takenOut.filter(isBack), [], review);
    }
  });

  test('replaces the very bytes of the changes, where the person left them, and no others', () => {
    for (const review of decided) {
      if (review.hasCopied) continue;
      const { persons, turning } = review.splices;
      const expected = review.reading.text(review.expected);
      const result = review.reading.text(review.result);
      // Where an edit can as well have been made next to the change, either order is the same file.
      const orders = [spliced(expected, [...persons, ...turning]), spliced(expected, [...turning, ...persons])];
      must(orders.includes(result) ? result : orders[0], result, review);
    }
  });

  test('leaves JSON that was valid valid', () => {
    for (const review of decided) {
      const { reading, expected, target, current, result } = review;
      const isJson = (bytes: Uint8Array): boolean => isValidJson(reading, bytes);
      if ([expected, target, current].every(isJson)) must(isJson(result), true, review);
    }
  });

  test('turns the same bytes in whatever order', () => {
    for (const review of decided.filter(({ turning }) => turning.size > 1)) {
      for (const order of [[...review.turning], [...review.turning].reverse()]) {
        const turned = turnedOneByOne(review, order);
        if (turned !== undefined) must(same(turned, review.result), true, review);
        else if (!review.isAmbiguous) must('blocked', 'bytes', review);
      }
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
    // Git may also read what is put back in another way than it was shown, and so find an edit in it.
    expect(others.length).toBeLessThanOrEqual(Math.ceil(decided.length / 500));
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
      expect(blockedByEdits(set, verdicts, expected)).toEqual(new Map());
    }
  });
}

/** Larger ones have too many readings to be counted one by one. */
function canBeTried({ isAmbiguous, reading, expected, current }: Review): boolean {
  const [from, to] = [expected, current].map((bytes) => linesIn(reading.text(bytes)).length);
  return !isAmbiguous || from! * to! < (isLong ? 400_000 : 40_000);
}

function wouldBreakJson({ set, reading, expected, target, current, splices }: Review): boolean {
  if (set.format !== 'json') return false;
  const isJson = (bytes: Uint8Array): boolean => isValidJson(reading, bytes);
  const result = spliced(reading.text(expected), [...splices.persons, ...splices.turning]);
  return [expected, target, current].every(isJson) && !isJson(reading.bytes(result));
}

function isValidJson({ unitBytes }: Reading, bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder(unitBytes === 1 ? 'utf-8' : 'utf-16le').decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** `undefined` where one of them is blocked by then. */
function turnedOneByOne(
  { set, verdicts, wanted, current }: Review,
  order: readonly ChangeId[],
): Uint8Array | undefined {
  let [bytes, now] = [current, verdicts];
  for (const id of order) {
    const next = new Map(now).set(id, wanted.get(id)!);
    const composed = composeAround(set, now, next, bytes);
    if (!('bytes' in composed)) return undefined;
    [bytes, now] = [composed.bytes, next];
  }
  return bytes;
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
