import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOffice, findOfficeChanges, recognizeOffice } from '../src/index.js';
import { hasCorpus, isLong, validFiles } from './corpus.js';
import { hasRightChecksums, listZip } from './list-zip.js';
import { makeExcel, makePowerpoint, makeWord, paragraph, shape } from './make-office.js';

/** Sound files, damaged in the ways that disks, networks and attackers damage them; 10,000 of them with VERBATIM_LONG=1. */
const samples: readonly (readonly [name: string, bytes: Uint8Array])[] = hasCorpus
  ? validFiles.filter(({ bytes }) => bytes.length < 40_000).map(({ name, bytes }) => [name, bytes] as const)
  : [
      ['a.docx', makeWord(paragraph('sound'))],
      ['a.pptx', makePowerpoint([shape(2, 'Title 1', 'sound')])],
      ['a.xlsx', makeExcel({ Data: '<sheetData/>' })],
    ];

/** A place, as thousandths of a thousandth of what it is in. */
const share = fc.integer({ min: 0, max: 999_999 }).map((part) => part / 1_000_000);
const damage = fc.record({
  how: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'header', 'record', 'offsets', 'directory'),
  one: share,
  other: share,
  bit: fc.integer({ min: 0, max: 7 }),
});

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

test('damage is answered, never thrown, and nothing is accepted whose checksums are wrong', () => {
  const counts = { runs: 0, accepted: 0, slowest: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.constantFrom(...samples),
      fc.array(damage, { minLength: 1, maxLength: 3 }),
      ([name, sound], [, stranger], damages) => {
        const broken = damages.reduce((bytes, one) => damaged(bytes, stranger, one), sound);
        fc.pre(Buffer.compare(sound, broken) !== 0);
        const started = performance.now();
        const { verdict } = checkOffice(broken, name);
        recognizeOffice(broken, name);
        const { changes } = findOfficeChanges(sound, broken, name);
        const took = performance.now() - started;
        expect(changes.length).toBeGreaterThan(0);
        if (verdict === 'accept') {
          expect(hasRightChecksums(broken)).toBe(true);
          expect(changes[0]?.kind).not.toBe('whole-file');
        }
        counts.runs++;
        counts.accepted += verdict === 'accept' ? 1 : 0;
        counts.slowest = Math.max(counts.slowest, took);
      },
    ),
    { numRuns: isLong ? 10_000 : 300, seed: 7, unbiased: true },
  );
  // Some damage harms nobody, such as another time stamp; were it most, nothing would have been tested.
  expect(counts.accepted).toBeLessThan(counts.runs / 3);
  if (isLong)
    console.log(
      `${counts.runs} damaged files, ${counts.accepted} still sound, slowest ${counts.slowest.toFixed(0)} ms`,
    );
}, 600_000);

function damaged(bytes: Uint8Array, stranger: Uint8Array, { how, one, other, bit }: Damage): Uint8Array {
  if (bytes.length === 0) return bytes;
  const [from, to] = [one, other].map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b) as [number, number];
  const end = Math.min(to, from + 64);
  switch (how) {
    case 'flip':
      return bytes.map((byte, at) => (at === from ? byte ^ (1 << bit) : byte));
    case 'cut':
      return bytes.slice(0, from);
    case 'drop':
      return joined(bytes.subarray(0, from), bytes.subarray(end));
    case 'repeat':
      return joined(bytes.subarray(0, end), bytes.subarray(from));
    default:
      return withHeadersMixed(bytes, stranger, how, one, other);
  }
}

/** Damage that knows where the headers are; none where they can no longer be found. */
function withHeadersMixed(
  bytes: Uint8Array,
  stranger: Uint8Array,
  how: string,
  one: number,
  other: number,
): Uint8Array {
  let entries: ReturnType<typeof listZip>;
  try {
    entries = listZip(bytes);
  } catch {
    return bytes;
  }
  const [left, right] = [one, other].map((at) => entries[Math.floor(at * entries.length)]);
  // Once damaged, a header may lie so near to the end that nothing fits there.
  if (left === undefined || right === undefined || right.offset + 30 > bytes.length) return bytes;
  const copy = bytes.slice();
  if (how === 'header') copy.set(bytes.subarray(left.offset, left.offset + 30), right.offset);
  else if (how === 'record') swap(copy, left.record, right.record, 46);
  else if (how === 'offsets') swap(copy, left.record + 42, right.record + 42, 4);
  else return withDirectoryOf(bytes, stranger);
  return copy;
}

function swap(bytes: Uint8Array, one: number, other: number, length: number): void {
  const kept = bytes.slice(one, one + length);
  bytes.copyWithin(one, other, other + length);
  bytes.set(kept, other);
}

/** The entries of one file behind the directory of another, which is where its end record says. */
function withDirectoryOf(bytes: Uint8Array, stranger: Uint8Array): Uint8Array {
  const start = Math.min(...listZip(bytes).map(({ record }) => record));
  const directory = stranger.slice(Math.min(...listZip(stranger).map(({ record }) => record)));
  const end = Buffer.from(directory.buffer).lastIndexOf('PK\x05\x06', undefined, 'latin1');
  new DataView(directory.buffer).setUint32(end + 16, start, true);
  return joined(bytes.subarray(0, start), directory);
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}
