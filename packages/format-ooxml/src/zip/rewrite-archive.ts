import { broken } from '../problem.js';
import type { Entry } from './entry.js';
import { joined } from './joined.js';
import { LittleEndian, putU16, putU32, putU64 } from './little-endian.js';
import { type Packed, pack } from './pack.js';
import type { Archive } from './read-archive.js';

/**
 * Writes an archive again with new content for some entries. Every other entry is copied as it lies there, header, padding
 * and data descriptor included, and the directory and what follows it keep every byte but offsets and, for the entries
 * that changed, flags, CRC-32 and sizes. Without replacements the result equals `archive.bytes`, byte for byte. The
 * archive must have no `refuse` problem.
 */
export function rewriteArchive(archive: Archive, replacements: ReadonlyMap<Entry, Uint8Array>): Uint8Array {
  const { bytes, end } = archive;
  const places = new Map<Entry, number>();
  const sizes = new Map<Entry, Packed>();
  const pieces: Uint8Array[] = [];
  let at = 0;
  const put = (piece: Uint8Array): void => {
    pieces.push(piece);
    at += piece.length;
  };
  const inOrder = [...archive.entries].sort((one, other) => one.extent.start - other.extent.start);
  put(bytes.subarray(0, inOrder[0]?.extent.start ?? end.directoryStart));
  for (const entry of inOrder) {
    places.set(entry, at);
    const content = replacements.get(entry);
    if (content === undefined) {
      put(bytes.subarray(entry.extent.start, entry.extent.end));
      continue;
    }
    // What was stored stays stored: its program may have had a reason.
    const packed = pack(content, entry.method === 0 ? 0 : 8);
    sizes.set(entry, packed);
    put(newLocalHeader(bytes, entry, packed));
    put(packed.data);
  }
  const directoryStart = at;
  for (const entry of archive.entries) put(newRecord(bytes, entry, places.get(entry)!, sizes.get(entry)));
  put(newTail(archive, directoryStart));
  return join(pieces, at);
}

/** Name, time, method and extra fields as they were; no data descriptor, and so real sizes and no zip64 field. */
function newLocalHeader(bytes: Uint8Array, entry: Entry, packed: Packed): Uint8Array {
  const numbers = new LittleEndian(bytes);
  const { start } = entry.extent;
  const nameEnd = start + 30 + numbers.u16(start + 26);
  const extra = withoutZip64(bytes.subarray(nameEnd, entry.data.start));
  const header = join([bytes.subarray(start, nameEnd), extra], nameEnd - start + extra.length);
  putU16(header, 6, entry.flags & ~8);
  putU32(header, 14, packed.crc);
  putU32(header, 18, packed.data.length);
  putU32(header, 22, packed.size);
  putU16(header, 28, extra.length);
  return header;
}

function withoutZip64(extra: Uint8Array): Uint8Array {
  const numbers = new LittleEndian(extra);
  const kept: Uint8Array[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const next = at + 4 + numbers.u16(at + 2);
    if (next > extra.length) break;
    if (numbers.u16(at) !== 1) kept.push(extra.subarray(at, next));
    at = next;
  }
  kept.push(extra.subarray(at));
  return join(
    kept,
    kept.reduce((sum, { length }) => sum + length, 0),
  );
}

/** A true copy, to be patched: `slice` of Node's Buffer is a view, and would patch the caller's bytes. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

function newRecord(bytes: Uint8Array, entry: Entry, localStart: number, packed: Packed | undefined): Uint8Array {
  const { start, end } = entry.record;
  const record = copyOf(bytes.subarray(start, end));
  const patch = (short: number, long: number | undefined, value: number): void => {
    if (long === undefined) putU32(record, short, value);
    else putU64(record, long - start, value);
  };
  patch(42, entry.zip64.offset, localStart);
  if (packed === undefined) return record;
  putU16(record, 8, entry.flags & ~8);
  putU32(record, 16, packed.crc);
  patch(20, entry.zip64.packedSize, packed.data.length);
  patch(24, entry.zip64.size, packed.size);
  return record;
}

/** End records, comment and what lies behind them. A field that points to its zip64 form goes on pointing there. */
function newTail({ bytes, end }: Archive, directoryStart: number): Uint8Array {
  const tail = copyOf(bytes.subarray(end.directoryEnd));
  const shift = directoryStart - end.directoryStart;
  const numbers = new LittleEndian(bytes);
  const isLong = end.zip64 !== undefined && numbers.u32(end.endRecord + 16) === 0xffffffff;
  if (!isLong) putU32(tail, end.endRecord + 16 - end.directoryEnd, directoryStart);
  if (end.zip64 === undefined) return tail;
  putU64(tail, end.zip64.record + 48 - end.directoryEnd, directoryStart);
  putU64(tail, end.zip64.locator + 8 - end.directoryEnd, end.zip64.record + shift);
  return tail;
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  // Offsets beyond 32 bits would need zip64 where there was none, which Excel is known to be particular about.
  if (length >= 0xffffffff) broken('limit', 'The file would be larger than 4 GB.');
  return joined(pieces, length);
}
