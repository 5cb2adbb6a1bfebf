import { expect, test } from 'vitest';
import { type MadeEntry, makeZip } from '../../test/make-zip.js';
import { PackageError } from '../problem.js';
import { crc32 } from './crc32.js';
import { pourEntry, readEntry } from './pour-entry.js';
import { readArchive } from './read-archive.js';

/** How many bytes came through, and the code that stopped it. */
function pour(entry: MadeEntry): { readonly bytes: number; readonly code: string | undefined } {
  const archive = readArchive(makeZip([entry]));
  let bytes = 0;
  try {
    pourEntry(archive, archive.entries[0]!, (piece) => {
      bytes += piece.length;
    });
    return { bytes, code: undefined };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { bytes, code: error.problem.code };
  }
}

const text = 'The same line again and again.\n'.repeat(40_000);

test.each([0, 8])('method %i: an entry comes through whole', (method) => {
  expect(pour({ name: 'a', content: text, method })).toEqual({ bytes: text.length, code: undefined });
});

test('a wrong checksum is told after the last byte', () => {
  expect(pour({ name: 'a', content: text, lie: { crc: 1 } })).toEqual({ bytes: text.length, code: 'entry-crc' });
  expect(pour({ name: 'a', content: 'x', method: 0, lie: { crc: 1 } }).code).toBe('entry-crc');
});

test('nothing comes through beyond the length that is said', () => {
  const { bytes, code } = pour({ name: 'a', content: text, lie: { size: 1_000 } });
  expect(code).toBe('entry-unreadable');
  expect(bytes).toBeLessThanOrEqual(1_000);
});

test('less than is said is not enough', () => {
  expect(pour({ name: 'a', content: text, lie: { size: text.length + 1 } }).code).toBe('entry-unreadable');
});

test('more than deflate can make is not tried', () => {
  expect(pour({ name: 'a', content: 'x', lie: { size: 60_000_000 } })).toEqual({ bytes: 0, code: 'entry-unreadable' });
});

test('a stream that ends early or is none is unreadable', () => {
  const whole = makeZip([{ name: 'a', content: text }]);
  const { start, end } = readArchive(whole).entries[0]!.data;
  const lie = { size: text.length };
  for (const packed of [
    whole.subarray(start, end - 1),
    whole.subarray(start, start + 20),
    new Uint8Array(3_000).fill(0xff),
  ]) {
    expect(pour({ name: 'a', content: text, packed, lie: { ...lie, packedSize: packed.length } }).code).toBe(
      'entry-unreadable',
    );
  }
});

test('a stream that is larger than what it holds comes through whole', () => {
  const block = (...bytes: readonly number[]) => [0, bytes.length, 0, ~bytes.length & 255, 0xff, ...bytes];
  const last = [1, 0, 0, 0xff, 0xff];
  const content = Uint8Array.from({ length: 3_000 }, (_, at) => at & 255);
  const oneByOne = [...content].flatMap((byte) => block(byte));
  const nothing = Array.from({ length: 100_000 }, () => block()).flat();
  for (const packed of [
    [...oneByOne, ...last],
    [...nothing, ...oneByOne, ...last],
    [...oneByOne, ...nothing, ...last],
  ]) {
    expect(pour({ name: 'a', content, packed: Uint8Array.from(packed) })).toEqual({ bytes: 3_000, code: undefined });
  }
});

test('what a receiver throws comes through as it is', () => {
  const archive = readArchive(makeZip([{ name: 'a', content: text }]));
  const own = new Error('mine');
  expect(() =>
    pourEntry(archive, archive.entries[0]!, () => {
      throw own;
    }),
  ).toThrow(own);
});

test('an entry that was read is a copy', () => {
  const archive = readArchive(makeZip([{ name: 'a', content: 'abc', method: 0 }]));
  readEntry(archive, archive.entries[0]!).fill(0);
  expect(readEntry(archive, archive.entries[0]!)).toEqual(new TextEncoder().encode('abc'));
});

test('the checksum is that of zip', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});
