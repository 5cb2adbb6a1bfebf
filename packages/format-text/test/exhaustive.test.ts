import { expect, test } from 'vitest';
import { findByLines } from '../src/find-by-lines.js';
import { changeSetOf } from '../src/find-changes.js';
import { type ChangeSet, findChanges, type TextEncoding } from '../src/index.js';
import { checkExact, checkSubsets, same } from './promises.js';

/** The bytes that break tools that work on text: line ends in all combinations, NUL, a byte order mark, a stray byte. */
const symbols = [[0x0d], [0x0a], [0x00], [0x61], [0xef, 0xbb, 0xbf], [0xff]];
const isLong = process.env['VERBATIM_LONG'] !== undefined;

test('every pair of files of up to two hostile symbols is exact', () => {
  const files = filesUpTo(2);
  expect(files).toHaveLength(43);
  for (const before of files) for (const after of files) checkExact(findChanges(before, after, { format: 'text' }));
});

test('files of up to three hostile symbols are exact in lines, and no subset glues or tears a line', {
  timeout: 600_000,
}, () => {
  const files = filesUpTo(3);
  expect(files).toHaveLength(259);
  // Each file meets every eighth one; in a long run, all of them.
  const step = isLong ? 1 : 8;
  files.forEach((before, at) => {
    for (let other = at % step; other < files.length; other += step) checkAll(inLines(before, files[other]!));
  });
});

test('every file of several hostile symbols is exact against others', { timeout: 600_000 }, () => {
  const files = filesUpTo(isLong ? 6 : 5);
  expect(files).toHaveLength(isLong ? 55_987 : 9_331);
  const rounds = isLong ? 16 : 1;
  for (let round = 1; round <= rounds; round++) {
    // 3 is prime to the count, so each file is met once as the other side too.
    files.forEach((before, at) => checkAll(inLines(before, files[(at * 3 + round * 7_919) % files.length]!)));
  }
});

test.runIf(isLong)('every pair of files of up to four hostile symbols is exact', { timeout: 3_600_000 }, () => {
  const files = filesUpTo(4);
  for (const before of files) for (const after of files) checkAll(inLines(before, after));
});

function filesUpTo(length: number): Uint8Array[] {
  let longest: number[][] = [[]];
  const all = [...longest];
  for (let k = 0; k < length; k++) {
    longest = longest.flatMap((file) => symbols.map((symbol) => [...file, ...symbol]));
    all.push(...longest);
  }
  return all.map((file) => Uint8Array.from(file));
}

/** Changes line by line, also where a NUL would make the file binary. */
function inLines(before: Uint8Array, after: Uint8Array): ChangeSet {
  if (same(before, after))
    return { format: 'text', before, after, changes: [], coarse: false, decidedBy: 'per-change' };
  const found = findByLines(
    { bytes: before, encoding: encodingOf(before) },
    { bytes: after, encoding: encodingOf(after) },
  );
  if ('unfit' in found) throw new Error(found.unfit);
  return changeSetOf({ format: 'text', before, after }, found);
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { name: 'unknown-8bit', bomBytes: isMarked ? 3 : 0, unitBytes: 1 };
}

function checkAll(set: ChangeSet): void {
  checkExact(set);
  checkSubsets(set, { name: 'unknown-8bit', bomBytes: 0, unitBytes: 1 });
}
