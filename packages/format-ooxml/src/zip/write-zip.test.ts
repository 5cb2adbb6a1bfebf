import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../test/corpus.js';
import { listZip } from '../../test/list-zip.js';
import { readEntry } from './pour-entry.js';
import { readArchive } from './read-archive.js';
import { type NewZipEntry, streamZip, writeZip } from './write-zip.js';

const modified = Date.UTC(2026, 1, 3, 4, 5, 7);
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function readBack(bytes: Uint8Array): readonly (readonly [string, string])[] {
  const archive = readArchive(bytes);
  expect(archive.problems).toEqual([]);
  return archive.entries.map((entry) => [entry.name, Buffer.from(readEntry(archive, entry)).toString('hex')]);
}

test('a written archive reads back here and in jszip, names, bytes, checksums and time', async () => {
  const entries = [
    { name: 'a.txt', bytes: text('a'.repeat(1_000)) },
    { name: 'stored.txt', bytes: text('b'.repeat(1_000)), compress: false },
    { name: 'Ünïcode/日本語 😀.md', bytes: text('# Grüße') },
    { name: 'empty', bytes: new Uint8Array() },
    { name: 'folder/', bytes: new Uint8Array() },
  ];
  const bytes = writeZip(entries, modified);
  expect(readBack(bytes)).toEqual(entries.map((one) => [one.name, Buffer.from(one.bytes).toString('hex')]));
  expect(readArchive(bytes).entries.map(({ method }) => method)).toEqual([8, 0, 0, 0, 0]);
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
  for (const { name, bytes } of entries.slice(0, 4)) {
    expect(Buffer.from(await zip.file(name)!.async('uint8array'))).toEqual(Buffer.from(bytes));
    expect(zip.file(name)!.date.getTime()).toBe(modified - 1_000);
  }
  expect(zip.folder('folder')!.files['folder/']!.dir).toBe(true);
});

test('any entries read back, and the pieces are the same bytes', () => {
  const entry = fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), compress: fc.boolean() });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.integer(), (list, time) => {
      const entries = list.map((one, at): NewZipEntry => ({ name: `${at}`, ...one }));
      const bytes = writeZip(entries, time);
      expect(readBack(bytes)).toEqual(entries.map((one) => [one.name, Buffer.from(one.bytes).toString('hex')]));
      expect(Buffer.compare(Buffer.concat([...streamZip(entries, time)]), bytes)).toBe(0);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('entries are asked for one at a time', () => {
  const asked: number[] = [];
  function* entries(): Generator<NewZipEntry> {
    for (let at = 0; at < 3; at++) {
      asked.push(at);
      yield { name: `${at}`, bytes: text('x') };
    }
  }
  const pieces = streamZip(entries(), modified);
  pieces.next();
  expect(asked).toEqual([0]);
});

test('bytes that do not get smaller are stored', () => {
  const noise = Uint8Array.of(7, 200, 31, 99);
  const bytes = writeZip([{ name: 'noise', bytes: noise }], modified);
  expect(readArchive(bytes).entries[0]!.method).toBe(0);
});

test('an empty archive is one', () => {
  expect(readBack(writeZip([], modified))).toEqual([]);
});

test('unzip, where it is installed, finds no fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-zip-'));
  try {
    const path = join(folder, 'a.zip');
    writeFileSync(path, writeZip([{ name: 'sub/ä.txt', bytes: text('x'.repeat(99)) }], modified));
    try {
      execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    } catch {
      console.warn('unzip is not installed');
      return;
    }
    execFileSync('unzip', ['-t', path]);
    execFileSync('unzip', ['-q', path, '-d', folder], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    expect(readFileSync(join(folder, 'sub/ä.txt'), 'utf8')).toBe('x'.repeat(99));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('zip64', () => {
  test('65,536 entries are all listed; two less need no zip64', async () => {
    const entries = Array.from({ length: 65_536 }, (_, at) => ({ name: `n${at}`, bytes: new Uint8Array() }));
    const long = writeZip(entries, modified);
    expect(listZip(long)).toHaveLength(65_536);
    // In jszip this takes seconds.
    if (isLong) expect(Object.keys((await JSZip.loadAsync(long)).files)).toHaveLength(65_536);
    const short = writeZip(entries.slice(0, 65_534), modified);
    expect(listZip(short)).toHaveLength(65_534);
    expect(Buffer.from(short).indexOf('PK\x06\x06', 0, 'latin1')).toBe(-1);
  });

  test.skipIf(!isLong)('an archive above 4 GB says where its last entries are', () => {
    const block = new Uint8Array(500_000_000);
    let length = 0;
    let tail: Uint8Array = new Uint8Array();
    function* entries(): Generator<NewZipEntry> {
      for (let at = 0; at < 9; at++) yield { name: `n${at}`, bytes: block, compress: false };
      yield { name: 'last', bytes: text('here') };
    }
    for (const piece of streamZip(entries(), modified)) {
      length += piece.length;
      tail = piece.length < 1_000 ? Uint8Array.from([...tail, ...piece]) : new Uint8Array();
    }
    // The zip64 end record lies 98 bytes before the end; the last directory record, of 46 + 4 + 12 bytes, before that.
    const view = new DataView(tail.buffer);
    const end = tail.length - 98;
    expect(view.getBigUint64(end + 48, true)).toBe(BigInt(length - 98 - (9 * 48 + 62)));
    const record = end - 62;
    expect(view.getUint32(record, true)).toBe(0x02014b50);
    expect(view.getUint32(record + 42, true)).toBe(0xffffffff);
    expect(view.getBigUint64(record + 54, true)).toBe(BigInt(9 * (32 + block.length)));
  });
});

test.each([
  ['', 'INPUT_INVALID'],
  ['/etc/passwd', 'INPUT_INVALID'],
  ['../up', 'INPUT_INVALID'],
  ['a/../../up', 'INPUT_INVALID'],
  ['C:/x', 'INPUT_INVALID'],
  ['a\\b', 'INPUT_INVALID'],
  ['a\0b', 'INPUT_INVALID'],
  ['\ud800', 'INPUT_INVALID'],
  ['dir/', 'INPUT_INVALID'],
])('the name %j is refused', (name, code) => {
  expect(() => writeZip([{ name, bytes: text('x') }], modified)).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ code }) }),
  );
});

test('a name that comes twice is refused', () => {
  const twice = ['1', '2'].map((content) => ({ name: 'a', bytes: text(content) }));
  expect(() => writeZip(twice, modified)).toThrow('there twice');
});
