import { describe, expect, test } from 'vitest';
import { type MadeArchive, type MadeEntry, makeZip } from '../../test/make-zip.js';
import { PackageError } from '../problem.js';
import { readEntry } from './pour-entry.js';
import { readArchive } from './read-archive.js';

const entries: readonly MadeEntry[] = [
  { name: 'a.xml', content: 'first '.repeat(50) },
  { name: 'dir/b.bin', content: Uint8Array.of(0, 1, 2, 255), method: 0 },
];

/** The code that reading throws, else the codes of the problems. */
function codesOf(bytes: Uint8Array): readonly string[] {
  try {
    return readArchive(bytes).problems.map(({ grade, code }) => `${grade} ${code}`);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return [`throws ${error.problem.code}`];
  }
}

const change = (what: Partial<MadeEntry>): readonly MadeEntry[] => entries.map((entry) => ({ ...entry, ...what }));

describe('accepts what programs write', () => {
  test.each<readonly [string, readonly MadeEntry[], MadeArchive]>([
    ['stored and deflated entries', entries, {}],
    ['data descriptors with a signature', change({ descriptor: 'signed' }), {}],
    ['data descriptors without', change({ descriptor: 'bare' }), {}],
    ['data descriptors of 64 bits', change({ descriptor: 'zip64' }), {}],
    ['zip64 fields in local headers', change({ zip64: 'local' }), {}],
    ['zip64 fields in the directory', change({ zip64: 'directory' }), {}],
    ['a zip64 end record', entries, { zip64End: true }],
    ['padding in the local extra field', change({ localExtra: Uint8Array.of(0x20, 0xa2, 4, 0, 0, 0, 0, 0) }), {}],
    ['unknown extra fields', change({ directoryExtra: Uint8Array.of(9, 9, 2, 0, 1, 1) }), {}],
    ['unused bytes between entries', change({ gap: 7 }), {}],
    ['a directory in another order', entries, { order: [1, 0] }],
    ['a comment', entries, { comment: 'made by a test' }],
    ['a comment that quotes an end record', entries, { comment: 'PK\x05\x06 and so on, and on, and on, and on' }],
    ['a folder', [...entries, { name: 'dir/', content: '', method: 0 }], {}],
    ['an empty deflated entry', [...entries, { name: 'empty', content: '' }], {}],
    ['an empty archive', [], {}],
  ])('%s', (_what, made, archive) => {
    const bytes = makeZip(made, archive);
    expect(codesOf(bytes)).toEqual([]);
    const read = readArchive(bytes);
    const order = archive.order ?? made.map((_, at) => at);
    expect(read.entries.map(({ name }) => name)).toEqual(order.map((at) => made[at]!.name));
    read.entries.forEach((entry, at) => {
      const { content } = made[order[at]!]!;
      expect(Buffer.from(readEntry(read, entry))).toEqual(Buffer.from(content as string));
    });
  });
});

describe('warns of what Office opens all the same', () => {
  test('bytes behind the end', () => {
    expect(codesOf(makeZip(entries, { trailing: Uint8Array.of(0) }))).toEqual(['warn zip-trailing-bytes']);
  });

  test('backslashes, which it reads as slashes', () => {
    const bytes = makeZip([{ name: 'xl\\workbook.xml', content: '' }]);
    expect(codesOf(bytes)).toEqual(['warn entry-backslash']);
    expect(readArchive(bytes).entries[0]?.name).toBe('xl/workbook.xml');
  });
});

describe('refuses what two programs would read differently, or none in full', () => {
  test.each<readonly [string, readonly string[], readonly MadeEntry[], MadeArchive]>([
    ['nothing', ['throws zip-damaged'], [], { count: 1 }],
    ['more records than announced', ['throws zip-damaged'], entries, { count: 1 }],
    ['fewer records than announced', ['throws zip-damaged'], entries, { count: 3 }],
    ['a directory elsewhere', ['throws zip-damaged'], entries, { directoryShift: 1 }],
    [
      'bytes before the first entry',
      ['throws zip-damaged'],
      entries,
      { prefix: new Uint8Array(3), directoryShift: -3 },
    ],
    ['bytes before, with right offsets', ['refuse zip-damaged'], entries, { prefix: new Uint8Array(3) }],
    ['too many entries', ['throws limit'], [], { count: 10_001 }],
    ['two names', ['refuse zip-mismatch'], [{ name: 'a', content: 'x', local: { name: 'b' } }], {}],
    ['two checksums', ['refuse zip-mismatch'], [{ name: 'a', content: 'x', local: { crc: 1 } }], {}],
    ['two sizes', ['refuse zip-mismatch'], [{ name: 'a', content: 'x', local: { size: 9 } }], {}],
    ['two methods', ['refuse zip-mismatch'], [{ name: 'a', content: 'x', local: { method: 0 } }], {}],
    [
      'a stored entry of two lengths',
      ['refuse zip-mismatch'],
      [{ name: 'a', content: 'x', method: 0, lie: { size: 9 } }],
      {},
    ],
    ['an encrypted entry', ['refuse zip-encrypted'], [{ name: 'a', content: 'x', flags: 1 }], {}],
    ['another method', ['refuse zip-method'], [{ name: 'a', content: 'x', method: 12 }], {}],
    ['an overlap', ['refuse zip-overlap'], [{ name: 'a', content: 'x', lie: { packedSize: 40 } }], {}],
    ['a name twice', ['refuse entry-duplicate'], [...entries, { name: 'A.xml', content: '' }], {}],
    [
      'a name twice, with another slash',
      ['refuse entry-duplicate', 'warn entry-backslash'],
      [...entries, { name: 'dir\\b.bin', content: '' }],
      {},
    ],
    ['a way out', ['refuse entry-name'], [{ name: 'a/../../b', content: '' }], {}],
    ['an absolute name', ['refuse entry-name'], [{ name: '/a', content: '' }], {}],
    ['a drive', ['refuse entry-name'], [{ name: 'C:a', content: '' }], {}],
    ['no name', ['refuse entry-name'], [{ name: '', content: '' }], {}],
    ['a name without end', ['refuse entry-name'], [{ name: 'a'.repeat(5_000), content: '' }], {}],
    ['a NUL in a name', ['refuse entry-name'], [{ name: 'a\0b', content: '' }], {}],
    ['a piece of a part', ['refuse entry-name'], [{ name: 'a.xml/[0].piece', content: '' }], {}],
    ['an entry that is too large', ['refuse limit'], [{ name: 'a', content: 'x', lie: { size: 268_435_457 } }], {}],
    [
      'an entry that is packed too well',
      ['refuse limit', 'refuse limit'],
      [{ name: 'a', content: 'x', lie: { size: 67_108_865 } }],
      {},
    ],
  ])('%s', (_what, codes, made, archive) => {
    expect(codesOf(makeZip(made, archive)).slice(0, codes.length)).toEqual(codes);
  });

  test('a package that is too large unpacked', () => {
    const lie = { size: 60_000_000 };
    const bytes = makeZip(Array.from({ length: 10 }, (_, at) => ({ name: `${at}`, content: 'x', lie })));
    expect(codesOf(bytes)).toEqual(['refuse limit']);
  });

  test('any cut', () => {
    const bytes = makeZip(entries, { zip64End: true });
    for (let length = 0; length < bytes.length; length++) {
      expect(codesOf(bytes.subarray(0, length))).toEqual(['throws zip-damaged']);
    }
  });

  test('two end records that both end with the file', () => {
    const inner = makeZip([]);
    const comment = String.fromCharCode(...inner);
    expect(codesOf(makeZip(entries, { comment }))).toEqual(['throws zip-damaged']);
  });

  test('a zip64 end record that contradicts the short one, or is elsewhere', () => {
    const bytes = makeZip(entries, { zip64End: true });
    const short = bytes.length - 22;
    for (const at of [short + 10, short - 20 + 8, short - 76 + 16, short - 76 + 32]) {
      const broken = bytes.slice();
      broken[at] = broken[at]! ^ 4;
      expect(codesOf(broken)).toEqual(['throws zip-damaged']);
    }
  });
});
