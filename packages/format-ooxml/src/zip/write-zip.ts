import { refuse } from '@verbatim/core';
import { limits } from '../limits.js';
import { unsafePath } from './entry-name.js';
import { joined } from './joined.js';
import { putU16, putU32, putU64 } from './little-endian.js';
import { type Packed, pack } from './pack.js';

/** One file of a new archive. */
export interface NewZipEntry {
  /** Its path in the archive, with `/` between segments; a name that ends in `/` is a folder, and has no bytes. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** False stores the bytes as they are; else they are deflated where that makes them smaller. */
  readonly compress?: boolean;
}

/**
 * Writes a plain zip archive: entries in the order given, names in UTF-8 and flagged so (APPNOTE 4.4.4, bit 11), real sizes
 * and CRC-32 in every local header, no data descriptors, no comments. `modified` is the time of every entry, in milliseconds
 * since 1970, written as UTC and in steps of two seconds, as zip has no zone; zip's years are 1980 to 2107. The same entries
 * and time give the same bytes. Refuses `INPUT_INVALID` for a name that is not safe to unpack or comes twice, `LIMIT` for an
 * entry over `zipEntryBytesMax` or an archive over `zipBytesMax`; `streamZip` has no limit for the whole.
 */
export function writeZip(entries: Iterable<NewZipEntry>, modified: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const piece of streamZip(entries, modified)) {
    length += piece.length;
    if (length > limits.zipBytesMax) {
      refuse('LIMIT', `The zip archive would be larger than ${limits.zipBytesMax} bytes, the limit for one in memory.`);
    }
    pieces.push(piece);
  }
  return joined(pieces, length);
}

/**
 * The same archive piece by piece, in order, so that a large one need never be held: entries are asked for one at a time,
 * and at most one is in memory, packed and unpacked. The pieces of stored entries are the very arrays that were given. Above
 * 65,534 entries or 4 GB the archive ends with zip64 records (APPNOTE 4.3.14), which some old programs do not read.
 * Refuses as `writeZip` does, when it comes to the entry concerned.
 */
export function* streamZip(entries: Iterable<NewZipEntry>, modified: number): Generator<Uint8Array, void, undefined> {
  const time = dosTime(modified);
  const encoder = new TextEncoder();
  const records: Uint8Array[] = [];
  const names = new Set<string>();
  let at = 0;
  for (const { name, bytes, compress = true } of entries) {
    judge(name, bytes, names);
    names.add(name);
    const { method, packed } = packBest(bytes, compress);
    const rawName = encoder.encode(name);
    if (rawName.length > 0xffff) refuseName(name, 'is too long for a zip archive');
    const entry: Written = { rawName, method, packed, time, isFolder: name.endsWith('/') };
    const header = localHeader(entry);
    yield header;
    if (packed.data.length > 0) yield packed.data;
    records.push(directoryRecord(entry, at));
    at += header.length + packed.data.length;
  }
  const start = at;
  for (const record of records) {
    yield record;
    at += record.length;
  }
  yield endOfArchive(records.length, start, at);
}

interface Written {
  readonly rawName: Uint8Array;
  readonly method: 0 | 8;
  readonly packed: Packed;
  /** Date in the upper 16 bits, time in the lower. */
  readonly time: number;
  readonly isFolder: boolean;
}

function judge(name: string, bytes: Uint8Array, names: ReadonlySet<string>): void {
  const why = unsafePath(name);
  if (why !== undefined) refuseName(name, why);
  // A backslash is a separator to some programs and a letter to others; a lone surrogate has no UTF-8.
  if (name.includes('\\')) refuseName(name, 'has a backslash in its name');
  if (/\p{Cs}/u.test(name)) refuseName(name, 'has a name that is no Unicode text');
  if (names.has(name)) refuseName(name, 'is there twice');
  if (name.endsWith('/') && bytes.length > 0) refuseName(name, 'is a folder with bytes of its own');
  if (bytes.length > limits.zipEntryBytesMax) {
    refuse('LIMIT', `The entry has ${bytes.length} bytes; ${limits.zipEntryBytesMax} is the limit.`, [name]);
  }
}

function refuseName(name: string, why: string): never {
  return refuse('INPUT_INVALID', `An entry of the new zip archive ${why}.`, [name]);
}

function packBest(bytes: Uint8Array, compress: boolean): { readonly method: 0 | 8; readonly packed: Packed } {
  if (compress && bytes.length > 0) {
    const packed = pack(bytes, 8);
    if (packed.data.length < bytes.length) return { method: 8, packed };
  }
  return { method: 0, packed: pack(bytes, 0) };
}

/** APPNOTE 4.4.6, in UTC, kept within the years that it has room for. */
function dosTime(modified: number): number {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31, 23, 59, 58);
  const when = new Date(Math.min(Math.max(modified, earliest), latest));
  const date = ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate();
  const time = (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}

/** What a local header and a directory record have in common, from the version needed to the length of the name. */
function putCommon(into: Uint8Array, at: number, { rawName, method, packed, time }: Written): void {
  putU16(into, at, 20);
  putU16(into, at + 2, utf8Names);
  putU16(into, at + 4, method);
  putU32(into, at + 6, time);
  putU32(into, at + 10, packed.crc);
  putU32(into, at + 14, packed.data.length);
  putU32(into, at + 18, packed.size);
  putU16(into, at + 22, rawName.length);
}

function localHeader(entry: Written): Uint8Array {
  const header = new Uint8Array(30 + entry.rawName.length);
  putU32(header, 0, 0x04034b50);
  putCommon(header, 4, entry);
  header.set(entry.rawName, 30);
  return header;
}

function directoryRecord(entry: Written, localStart: number): Uint8Array {
  const isLong = localStart >= 0xffffffff;
  const nameEnd = 46 + entry.rawName.length;
  const record = new Uint8Array(nameEnd + (isLong ? 12 : 0));
  putU32(record, 0, 0x02014b50);
  putU16(record, 4, madeOnUnix | (isLong ? zip64Version : 20));
  putCommon(record, 6, entry);
  putU32(record, 38, entry.isFolder ? folderAttributes : fileAttributes);
  putU32(record, 42, isLong ? 0xffffffff : localStart);
  record.set(entry.rawName, 46);
  if (!isLong) return record;
  putU16(record, 6, zip64Version);
  putU16(record, 30, 12);
  putU16(record, nameEnd, 1);
  putU16(record, nameEnd + 2, 8);
  putU64(record, nameEnd + 4, localStart);
  return record;
}

/** The end record (APPNOTE 4.3.16), with the zip64 record and its locator before it only where they are needed. */
function endOfArchive(count: number, start: number, end: number): Uint8Array {
  const isLong = count > 0xfffe || end >= 0xffffffff;
  const last = isLong ? 76 : 0;
  const tail = new Uint8Array(last + 22);
  if (isLong) {
    putU32(tail, 0, 0x06064b50);
    putU64(tail, 4, 44);
    putU16(tail, 12, zip64Version);
    putU16(tail, 14, zip64Version);
    putU64(tail, 24, count);
    putU64(tail, 32, count);
    putU64(tail, 40, end - start);
    putU64(tail, 48, start);
    putU32(tail, 56, 0x07064b50);
    putU64(tail, 64, end);
    putU32(tail, 72, 1);
  }
  putU32(tail, last, 0x06054b50);
  putU16(tail, last + 8, isLong ? 0xffff : count);
  putU16(tail, last + 10, isLong ? 0xffff : count);
  putU32(tail, last + 12, isLong ? 0xffffffff : end - start);
  putU32(tail, last + 16, isLong ? 0xffffffff : start);
  return tail;
}

/** APPNOTE 4.4.4, bit 11. */
const utf8Names = 0x800;
/** The version that knows zip64 (APPNOTE 4.4.3.2). */
const zip64Version = 45;
/** APPNOTE 4.4.2: the attributes are those of Unix. As "DOS" some programs take names for an old code page, flag or no flag. */
const madeOnUnix = 3 << 8;
/** Mode 0644 of a regular file, in the upper 16 bits. */
const fileAttributes = 0o100644 * 0x1_0000;
/** Mode 0755 of a folder, and DOS's bit for one (APPNOTE 4.4.15). */
const folderAttributes = 0o040755 * 0x1_0000 + 0x10;
